/** Checks the disks, and the agent's surroundings: root, Claude Code's own sandbox, a run's sandbox. */
import { dirname, join } from "@std/path";
import { attempt, messageOf } from "../../../error.ts";
import { findProgram } from "../../../system/find_program.ts";
import { fieldOf } from "../../../registration/hook_list.ts";
import { chooseSandbox } from "../../../run/sandbox/sandbox.ts";
import { isFolder } from "../../../store/files/presence.ts";
import { findGitTop } from "../../../store/project.ts";
import { type Checkup, type DoctorFinding, fail, warn } from "../check.ts";
import { readClientSettings } from "../client_settings.ts";

/** The space that a loop's records may need, in bytes; a disk with less is as good as full. */
const PROBE_BYTES = 1024 * 1024;

/** Yields a finding if ralph's home or the project cannot be written, or its disk is full. */
export function* disks({ env, places, project }: Checkup): Generator<DoctorFinding, string> {
  const hasHome = env.home !== null || env.ralphHome !== null;
  const folders = [
    ...hasHome ? [["Ralph's home", places.ralphHome, ", or set RALPH_HOME to another folder"]] : [],
    ["The project", join(project, ".claude"), ""],
  ] as const;
  for (const [what, wanted, orElse] of folders) {
    const path = nearestFolder(wanted);
    const refusal = tryWriting(path);
    if (refusal === null) continue;
    yield fail("system.disk", `${what} cannot be written`, {
      detail: [`"${path}": ${refusal}`],
      advice: "Check the space and the permissions there, and whether the disk is mounted " +
        `read-only${orElse}.`,
    });
  }
  return "Ralph's home and the project can be written";
}

/** Returns the folder, or the nearest existing one above it, in which it would be created. */
function nearestFolder(path: string): string {
  let folder = path;
  while (!isFolder(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Writes and removes a file, because permissions do not tell of a full or read-only disk. */
function tryWriting(folder: string): string | null {
  const path = join(folder, `.ralph-doctor-${crypto.randomUUID().slice(0, 8)}.tmp`);
  try {
    Deno.writeFileSync(path, new Uint8Array(PROBE_BYTES), { createNew: true, mode: 0o600 });
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    attempt(() => Deno.removeSync(path));
  }
}

/** Yields what would keep an agent from starting, or from working without questions. */
export async function* surroundings(checkup: Checkup): AsyncGenerator<DoctorFinding, string> {
  const { env, project } = checkup;
  const searchPath = env.variable("PATH") ?? "";
  const isFound = (name: string) => findProgram(name, searchPath, env.cwd).kind === "found";
  const settings = readClientSettings(checkup).map(({ value }) => value);
  const isRoot = attempt(() => Deno.uid()) === 0;
  const mode = settings.map((value) => fieldOf(fieldOf(value, "permissions"), "defaultMode"))
    .findLast((value) => typeof value === "string");
  const isDeclared = ["1", "true"].includes(env.variable("IS_SANDBOX") ?? "");
  if (isRoot && mode === "bypassPermissions" && !isDeclared) {
    yield warn("system.root", "Claude Code refuses to skip permissions for root", {
      detail: ['its settings say "defaultMode": "bypassPermissions"'],
      advice: "Work as another user, or set IS_SANDBOX=1 if this is a sandbox.",
    });
  }
  const ofRun = await chooseSandbox({
    choice: "auto",
    searchPath,
    cwd: env.cwd,
    project: null,
    home: null,
  });
  const problem = ofRun.kind === "none" ? ofRun.problem : null;
  if (problem !== null && isFound("bwrap")) {
    const title =
      "bubblewrap is installed but does not start, so ralph run works without a sandbox";
    yield warn("system.sandbox", title, {
      detail: [problem.why],
      advice: "Allow user namespaces for it, or choose another way with --sandbox.",
    });
  }
  if (findGitTop(project) !== null && !isFound("git")) {
    yield warn("system.git", "The project is a repository, and git is not on the PATH", {
      advice: "Install git: without it no progress is seen in commits, and agents cannot work " +
        "side by side.",
    });
  }
  const where = problem === null
    ? "in bubblewrap"
    : "without a sandbox, since bubblewrap is not installed";
  return `Agents of 'ralph run' work ${where}`;
}
