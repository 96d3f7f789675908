/** The disks, and where the agent works: as root, in Claude Code's own sandbox, in that of a run. */
import { dirname, join } from "@std/path";
import { attempt, messageOf } from "../../error.ts";
import { findProgram } from "../../process/find_program.ts";
import { runProgram } from "../../process/run_program.ts";
import { fieldOf } from "../../registration/hook_list.ts";
import { chooseSandbox } from "../../runner/sandbox/sandbox.ts";
import { isFolder, removeFile } from "../../store/files/presence.ts";
import { findGitTop } from "../../store/project.ts";
import { capitalize } from "../../text/human_units.ts";
import { type Checkup, fail, type Finding, warn } from "../check.ts";
import { readClientSettings } from "../client_settings.ts";

const MEGABYTE = 1024 * 1024;
/** The records of a loop need less; the logs of a run do not. */
const FAIL_BYTES = 20 * MEGABYTE;
const WARN_BYTES = 500 * MEGABYTE;
const DF_LIMITS = { timeoutMs: 1_000, maxBytes: 16 * 1024, env: { LC_ALL: "C" } };
/** More than an inline file of any file system. */
const PROBE_BYTES = 64 * 1024;

/** Yields whether ralph's home or the project cannot be written, or its disk is full. */
export async function* disks({ env, places, project }: Checkup): AsyncGenerator<Finding, string> {
  const hasHome = env.home !== null || env.ralphHome !== null;
  const folders = [
    ...hasHome ? [["ralph's home", places.ralphHome] as const] : [],
    ["the project", join(project, ".claude")] as const,
  ];
  let least = Infinity;
  for (const [what, wanted] of folders) {
    const path = nearestFolder(wanted);
    const refusal = tryWriting(path);
    const freeBytes = await askFreeBytes(path);
    least = Math.min(least, freeBytes ?? Infinity);
    const subject = capitalize(what);
    const detail = [
      `"${path}"${refusal === null ? "" : `: ${refusal}`}`,
      ...freeBytes === null ? [] : [`${showBytes(freeBytes)} free`],
    ];
    if (freeBytes !== null && freeBytes < FAIL_BYTES) {
      const advice = "Free some space, then try again: a loop could not record what it does.";
      yield fail("system.disk", `${subject} is on a full disk`, { detail, advice });
    } else if (refusal !== null) {
      yield fail("system.disk", `${subject} cannot be written`, {
        detail,
        advice: what === "the project"
          ? "Check the permissions of the folder, and whether its disk is mounted read-only."
          : "Check its permissions and its disk, or set RALPH_HOME to a folder that can be written.",
      });
    } else if (freeBytes !== null && freeBytes < WARN_BYTES) {
      const advice = "Free some space before a long loop.";
      yield warn("system.disk", `${subject} is on a disk that is nearly full`, { detail, advice });
    }
  }
  const free = Number.isFinite(least) ? `, ${showBytes(least)} free` : "";
  return `Ralph's home and the project can be written${free}`;
}

/** The folder, or the nearest above it that exists: it will be made there. */
function nearestFolder(path: string): string {
  let folder = path;
  while (!isFolder(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Asks df, which every POSIX system has: the runtime does not know how full a disk is. */
async function askFreeBytes(path: string): Promise<number | null> {
  const ran = await runProgram("df", ["-Pk", path], DF_LIMITS);
  if (ran.kind !== "ended" || ran.code !== 0) return null;
  return readDf(new TextDecoder().decode(ran.stdout));
}

/** Reads the answer of df: the number before the percentage is what is available. */
export function readDf(output: string): number | null {
  const numbers = /\s\d+\s+-?\d+\s+(-?\d+)\s+(?:\d+%|-)\s/.exec(output.split("\n")[1] ?? "");
  return numbers === null ? null : Math.max(0, Number(numbers[1])) * 1024;
}

/** Writes a file and removes it: rights alone say nothing of a full or read-only disk. */
function tryWriting(folder: string): string | null {
  const path = join(folder, `.ralph-doctor-${crypto.randomUUID().slice(0, 8)}.tmp`);
  try {
    Deno.writeFileSync(path, new Uint8Array(PROBE_BYTES), { createNew: true, mode: 0o600 });
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    removeFile(path);
  }
}

function showBytes(bytes: number): string {
  const gigabytes = bytes / (1024 * MEGABYTE);
  return gigabytes >= 1 ? `${gigabytes.toFixed(0)} GB` : `${Math.floor(bytes / MEGABYTE)} MB`;
}

/** Yields what would keep an agent from starting, or from asking nothing. */
export async function* surroundings(checkup: Checkup): AsyncGenerator<Finding, string> {
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
      "bubblewrap is installed and does not start, so ralph run works without a sandbox";
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
