/** Files that ralph set aside because it could not read them: each is a record that was lost. */
import { join } from "@std/path";
import { namesIn } from "../../store/files/presence.ts";
import { projectPlaces } from "../../store/places.ts";
import { showCount } from "../../text/human_units.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";
import { moveAside } from "../move_aside.ts";

/** Files that were set aside beside their originals, and how many are collected already. */
interface SetAsideFacts {
  readonly files: readonly string[];
  readonly collected: number;
  readonly folder: string;
}

/** The name that setting aside gives. */
const ASIDE = /\.broken-\d{8}T\d{6}Z(?:-\d+)?$/;
const MOST_FOLDERS = 500;

/** The check of the files that were set aside. */
export const setAside = defineCheck<SetAsideFacts, readonly string[]>({
  id: "files.set-aside",
  subject: "the files that were set aside",
  gather: gatherSetAside,
  judge: judgeSetAside,
  repair: ({ places, nowMs }, files) => files.map((path) => moveAside(places, path, nowMs())),
});

function gatherSetAside({ places, project }: DoctorContext): SetAsideFacts {
  const { claudeDir, ralphHome, loopsDir, sessionsDir, setAsideDir } = places;
  const loopFolders = namesIn(loopsDir).slice(0, MOST_FOLDERS).map((name) => join(loopsDir, name));
  const folders = new Set([
    claudeDir,
    ralphHome,
    loopsDir,
    sessionsDir,
    projectPlaces(project).dir,
    ...loopFolders,
  ]);
  return {
    files: [...folders].flatMap((folder) =>
      namesIn(folder).filter((name) => ASIDE.test(name)).map((name) => join(folder, name))
    ),
    collected: namesIn(setAsideDir).filter((name) => name !== "moved.jsonl").length,
    folder: setAsideDir,
  };
}

/** Judges whether a person has seen what was set aside. */
function judgeSetAside(
  { files, collected, folder }: SetAsideFacts,
): Finding<readonly string[]>[] {
  if (files.length > 0) {
    return [{
      id: "files.set-aside",
      status: "warn",
      title: `${showCount(files.length, "file")} could not be read and ${
        files.length === 1 ? "was" : "were"
      } set aside`,
      detail: files.map((path) => `"${path}"`),
      advice: "Look into them if you miss something; nothing reads them now.",
      repair: {
        title: `Collect the files that were set aside in "${folder}"`,
        needsConsent: false,
        action: files,
      },
    }];
  }
  const title = collected === 0
    ? "No file was set aside"
    : `No new file was set aside; earlier ones are in "${folder}"`;
  return [{ id: "files.set-aside", status: "pass", title }];
}
