/** What is trusted to run, and in which folders. */
import { isFolder } from "../../store/files/presence.ts";
import { listTrusted, revokeTrust } from "../../store/trust.ts";
import { showCount } from "../../text/human_units.ts";
import { defineCheck, type Finding } from "../check.ts";

interface TrustedFolder {
  readonly project: string;
  readonly count: number;
  readonly isThere: boolean;
}

/** The check of the trust; whether its record can be read is checked with the other records. */
export const trust = defineCheck<readonly TrustedFolder[], readonly string[]>({
  id: "files.trust",
  subject: "what is trusted",
  gather: ({ places }) => {
    const counts = new Map<string, number>();
    for (const { project } of listTrusted(places)) {
      counts.set(project, (counts.get(project) ?? 0) + 1);
    }
    return [...counts].map(([project, count]) => ({
      project,
      count,
      isThere: isFolder(project),
    }));
  },
  judge: judgeTrust,
  repair: ({ places }, projects) => {
    const revoked = revokeTrust(places, ({ project }) => projects.includes(project));
    return [`Revoked ${showCount(revoked.length, "entry", "entries")}`];
  },
});

/** Judges the trust: a folder that is gone needs none. */
function judgeTrust(folders: readonly TrustedFolder[]): Finding<readonly string[]>[] {
  const gone = folders.filter(({ isThere }) => !isThere);
  const total = folders.reduce((sum, { count }) => sum + count, 0);
  if (gone.length === 0) {
    const title = total === 0
      ? "No project's files are trusted"
      : `${showFiles(total)} trusted, in ${showCount(folders.length, "folder")}`;
    return [{ id: "files.trust", status: "pass", title }];
  }
  return [{
    id: "files.trust-gone",
    status: "warn",
    title:
      "Files are trusted in folders that are gone: whoever makes them again inherits the trust",
    detail: gone.map(({ project, count }) => `${showFiles(count)} in "${project}"`),
    advice: "Revoke the trust, or mount the disk of the folder.",
    repair: {
      title: `Revoke what is trusted in ${showCount(gone.length, "folder")} that ${
        gone.length === 1 ? "is" : "are"
      } gone`,
      needsConsent: true,
      action: gone.map(({ project }) => project),
    },
  }];
}

function showFiles(count: number): string {
  return showCount(count, "command or file", "commands and files");
}
