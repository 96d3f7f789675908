/** Checks whether only this user can read and change ralph's files. */
import { join } from "@std/path";
import { attempt } from "../../../error.ts";
import { infoOf, namesIn } from "../../../store/files/presence.ts";
import { showCommand } from "../../../text/shell_word.ts";
import { type Checkup, type DoctorFinding, fail } from "../check.ts";

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** Yields files of ralph that others can read or change, or that another user owns. */
export function* permissions({ places, executable }: Checkup): Generator<DoctorFinding, string> {
  const { ralphHome, claudeDir } = places;
  const files = [
    // In a folder that others cannot enter, the files' permissions do not matter.
    [ralphHome, OTHERS],
    [claudeDir, OTHERS_WRITE],
    [join(claudeDir, "settings.json"), OTHERS_WRITE],
    [executable, OTHERS_WRITE],
  ] as const;
  for (const [path, forbidden] of files) {
    const info = infoOf(path);
    const mode = info?.isSymlink ? 0 : info?.mode ?? 0;
    if ((mode & forbidden) === 0) continue;
    const isWritable = (mode & OTHERS_WRITE) !== 0;
    yield {
      id: "files.permissions",
      status: isWritable ? "fail" : "warn",
      title: isWritable
        ? "Other users can change files that decide what runs in your name"
        : "Other users can read ralph's files",
      detail: [`"${path}" has permissions ${showMode(mode)}`],
      advice: "Remove the permissions of other users.",
      command: showCommand(["chmod", `go-${forbidden === OTHERS ? "rwx" : "w"}`, path]),
      fix: {
        title: `Remove the permissions of other users from "${path}"`,
        apply: () => {
          Deno.chmodSync(path, mode & 0o777 & ~forbidden);
          return [];
        },
      },
    };
  }
  const uid = attempt(() => Deno.uid());
  const owned = [ralphHome, ...namesIn(ralphHome).map((name) => join(ralphHome, name))];
  const foreign = owned.filter((path) => (infoOf(path)?.uid ?? uid) !== uid);
  if (foreign.length > 0) {
    const title = "Files of ralph belong to another user, so it may not be able to change them";
    yield fail("files.permissions", title, {
      detail: foreign.slice(0, 5).map((path) => `"${path}" belongs to user ${infoOf(path)?.uid}`),
      advice: "Change the owner.",
      command: showCommand(["sudo", "chown", "-R", `${uid}`, ralphHome]),
    });
  }
  return "Only you can read and change ralph's files";
}

function showMode(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}
