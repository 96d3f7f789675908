/**
 * Files that git ignores but agents need, such as installed packages. They are in the project, but not in
 * its worktrees.
 *
 * @module
 */
import { basename, join, relative } from "@std/path";
import { showCommand } from "../../text/shell_word.ts";
import { infoOf } from "../../store/files/presence.ts";
import type { Job } from "../job/job.ts";
import type { Given } from "../sandbox/given.ts";
import type { Git } from "./git.ts";

/** Folders that package managers install into, and settings of this machine. */
const NAMES: readonly string[] = ["node_modules", ".venv", "venv", ".env", ".env.local"];
/** Maximum number of entries; a repository of many packages has some in each. */
const MOST = 50;
const SHOWN = 5;

/** Lists the ignored entries that exist, relative to the top. */
export async function listIgnored(git: Git): Promise<string[]> {
  const which = ["--others", "--ignored", "--exclude-standard", "--directory", "-z"];
  const { out } = await git.run(
    "ls-files",
    ...which,
    "--",
    ...NAMES.map((name) => `:(glob)**/${name}`),
  );
  return out.split("\0").map((path) => path.replace(/\/$/, "")).filter((path) => {
    // With --directory git also lists ignored folders that could contain such a name.
    if (!NAMES.includes(basename(path))) return false;
    // A link could lead to anything.
    const info = infoOf(join(git.folder, path));
    return info?.isDirectory === true || info?.isFile === true;
  }).slice(0, MOST);
}

/** Mounts the entries for the agent of a worktree, read-only. */
export function giveIgnored(
  paths: readonly string[],
  { top, worktree }: { readonly top: string; readonly worktree: string },
  job: Pick<Job, "sandbox" | "worktreeSetup">,
): Given[] {
  if (!isGiven(job)) return [];
  return paths.map((path) => ({
    path: join(worktree, path),
    source: join(top, path),
    access: "read",
  }));
}

/** Describes how the entries are handled, and the setting that decides it, if the user has not decided. */
export function describeIgnored(
  { ignored, prefix }: { readonly ignored: readonly string[]; readonly prefix: string },
  job: Pick<Job, "sandbox">,
  setup: readonly string[],
): string[] {
  if (ignored.length === 0 || setup.length > 0) return [];
  const named = ignored.slice(0, SHOWN).join(", ") + (ignored.length > SHOWN ? " …" : "");
  const them = ignored.length === 1 ? "it" : "them";
  const [what, how, kind] = isGiven({ ...job, worktreeSetup: [] })
    ? [
      `agents find ${named} of the project in their worktrees, to read`,
      "give each a copy",
      "copy",
    ]
    : [`git ignores ${named}, which worktrees do not have`, `link ${them} there`, "link"];
  const steps = ignored.map((path) => `${kind}:${relative(prefix, path)}`);
  return [
    `Note: ${what}. To ${how}: ${
      showCommand(["ralph", "config", "set", "worktree_setup", ...steps])
    }`,
  ];
}

/** Checks whether agents get them: the user's own steps have priority, and other sandboxes cannot mount. */
function isGiven({ sandbox, worktreeSetup }: Pick<Job, "sandbox" | "worktreeSetup">): boolean {
  return worktreeSetup.length === 0 && (sandbox.kind === "bwrap" || sandbox.kind === "docker");
}
