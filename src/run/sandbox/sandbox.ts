/**
 * Chooses how agents are isolated: bubblewrap, sandbox-runtime, Docker, the user's own command, or nothing.
 *
 * @module
 */
import { join } from "@std/path";
import { UsageError } from "../../error.ts";
import { infoOf } from "../../store/files/presence.ts";
import { findProgram } from "../../system/find_program.ts";
import { runProgram } from "../../system/run_program.ts";
import { isWithin, resolveLinks } from "../../store/project.ts";
import { oneLine } from "../../text/shorten.ts";
import { splitCommand } from "../../text/split_words.ts";
import { showDuration } from "../../text/time.ts";
import { wrapInBwrap } from "./bwrap.ts";
import type { Mount } from "./given.ts";
import { DEFAULT_IMAGE } from "./presets.ts";

/** The program that isolates agents, the user's own command, or no program. */
export type Sandbox =
  | {
    readonly kind: "bwrap";
    readonly program: string;
    /** Whether it can show folders with changes that are discarded: from version 0.11. */
    readonly hasOverlays: boolean;
  }
  /** Anthropic's sandbox-runtime, which also filters the network. */
  | { readonly kind: "srt"; readonly program: string }
  | { readonly kind: "docker"; readonly program: string; readonly image: string }
  | {
    readonly kind: "command";
    /** Words with `{project}` and, as a separate word, `{command}`. */
    readonly template: readonly string[];
  }
  /** `problem` says why `auto` found none; null if the user wants none. */
  | { readonly kind: "none"; readonly problem: SandboxProblem | null };

/** Why a sandbox cannot be used, and a hint. */
interface SandboxProblem {
  readonly why: string;
  readonly hint: string;
}

/** The input of the choice. */
interface SandboxWish {
  /** `auto`, `bwrap`, `srt`, `docker`, `none`, or a command with `{command}` in it. */
  readonly choice: string;
  readonly searchPath: string;
  readonly cwd: string;
  /** The project's root, which agents write; null to check only the machine. */
  readonly project: string | null;
  readonly home: string | null;
}

/** The probe's output; a program that starts nothing does not print it, and would isolate nothing. */
const PROBE_WORD = "started";
const PROBE_LIMITS = { timeoutMs: 5_000, maxBytes: 4_096, keptErrorBytes: 400 };

/**
 * Chooses the sandbox.
 *
 * @throws {UsageError} If the requested program does not work here, or a command cannot be used.
 */
export async function chooseSandbox(wish: SandboxWish): Promise<Sandbox> {
  const { choice } = wish;
  if (choice === "none") return { kind: "none", problem: null };
  const docker = /^docker(?::(\S+))?$/.exec(choice);
  if (docker === null && !["auto", "bwrap", "srt"].includes(choice)) return commandOf(choice);
  const found = docker !== null
    ? await findDocker(wish, docker[1] ?? DEFAULT_IMAGE)
    : choice === "srt"
    ? await findSrt(wish)
    : await findBwrap(wish);
  if ("kind" in found) {
    refuseProject(wish);
    return found;
  }
  if (choice === "auto") return { kind: "none", problem: found };
  throw new UsageError(`--sandbox ${choice} cannot be used: ${found.why}`, { hint: found.hint });
}

/** Refuses a project that contains the user's home, and one whose settings agents could replace. */
function refuseProject({ project, home }: SandboxWish): void {
  if (project === null) return;
  const settings = join(project, ".claude");
  if (infoOf(settings)?.isSymlink === true) {
    throw new UsageError(`"${settings}" is a link, which agents could replace`, {
      hint: "Make it a folder, or let agents do whatever you can with --sandbox none.",
    });
  }
  const real = home === null ? null : resolveLinks(home);
  if (real === null || !isWithin(real, project)) return;
  throw new UsageError(`Your home folder is in the project "${project}", so agents get all of it`, {
    hint: "Work in a folder below it, or let agents do whatever you can with --sandbox none.",
  });
}

/** Finds a bubblewrap that works here, or the reason why none works. */
async function findBwrap(wish: SandboxWish): Promise<Sandbox | SandboxProblem> {
  const program = locate(
    ["bwrap"],
    wish,
    Deno.build.os === "linux"
      ? "Install the package bubblewrap, such as with apt, dnf, pacman, zypper or apk."
      : "bubblewrap needs Linux; use --sandbox srt or --sandbox docker.",
  );
  if (typeof program !== "string") return program;
  // An old version may not know all options.
  const probe = async (mounts: readonly Mount[]) => {
    const root: Mount = { path: "/", source: "/", access: "read" };
    const command = ["echo", PROBE_WORD];
    const words = wrapInBwrap({ program, mounts: [root, ...mounts], cwd: "/", command });
    return await tryProgram(program, words.slice(1));
  };
  const why = await probe([]);
  if (why === null) {
    const hasOverlays = await probe([{ path: "/usr", access: "overlay" }]) === null;
    return { kind: "bwrap", program, hasOverlays };
  }
  return {
    why: `bubblewrap does not start here (${why})`,
    hint: `Allow user namespaces for "${program}", or use --sandbox none.`,
  };
}

/** Finds sandbox-runtime and, on Linux, the programs it runs. */
async function findSrt(wish: SandboxWish): Promise<Sandbox | SandboxProblem> {
  const hint =
    "Install it: npm install -g @anthropic-ai/sandbox-runtime; on Linux also bubblewrap, " +
    "socat and ripgrep.";
  const needed = Deno.build.os === "linux" ? ["bwrap", "socat", "rg"] : [];
  const program = locate(["srt", ...needed], wish, hint);
  if (typeof program !== "string") return program;
  const why = await tryProgram(program, ["--", "echo", PROBE_WORD]);
  if (why === null) return { kind: "srt", program };
  return { why: `srt does not start here (${why})`, hint: "Try 'srt --debug -- true'." };
}

/** Finds a Docker that answers and has the image. */
async function findDocker(wish: SandboxWish, image: string): Promise<Sandbox | SandboxProblem> {
  const hint = "Install Docker, or Podman with its docker command.";
  const program = locate(["docker"], wish, hint);
  if (typeof program !== "string") return program;
  // An image that is pulled while an agent starts would look like an idle agent.
  const why = await tryProgram(program, ["image", "inspect", "--format", PROBE_WORD, image]);
  if (why === null) return { kind: "docker", program, image };
  if (!/no such image/i.test(why)) return { why, hint: "Start Docker, and try 'docker ps'." };
  return {
    why: `there is no image "${image}" here`,
    hint: `Fetch it: docker pull ${image}. Another image: --sandbox docker:IMAGE.`,
  };
}

/** Finds programs on the search path. @returns The path of the first, or why one of them cannot run. */
function locate(
  names: readonly string[],
  { searchPath, cwd }: SandboxWish,
  hint: string,
): string | SandboxProblem {
  const paths: string[] = [];
  for (const name of names) {
    const search = findProgram(name, searchPath, cwd);
    if (search.kind === "unusable") return { why: search.why, hint };
    const title = name === "bwrap" ? "bubblewrap" : name;
    if (search.kind === "not-found") return { why: `${title} is not installed`, hint };
    paths.push(search.path);
  }
  return paths[0] ?? "";
}

/** Runs a program that should print the probe's word. @returns Why it failed; null if it succeeded. */
async function tryProgram(program: string, args: readonly string[]): Promise<string | null> {
  const probe = await runProgram(program, args, PROBE_LIMITS);
  if (probe.kind === "not-started") return probe.why;
  if (probe.kind === "timed-out") return `no answer for ${showDuration(PROBE_LIMITS.timeoutMs)}`;
  if (probe.kind !== "ended") return "it did not run the command";
  const textOf = (bytes: Uint8Array) => oneLine(new TextDecoder().decode(bytes));
  if (probe.code !== 0) return textOf(probe.stderr) || `exit code ${probe.code}`;
  return textOf(probe.stdout) === PROBE_WORD ? null : "it did not run the command";
}

function commandOf(line: string): Sandbox {
  const split = splitCommand(line);
  const hint = "Give a command such as --sandbox 'docker run --rm -v {project}:{project} -w " +
    "{project} IMAGE {command}', or one of auto, bwrap, srt, docker[:IMAGE], none.";
  if (split.kind === "bad") {
    throw new UsageError(`The sandbox's command cannot be read: ${split.why}`, { hint });
  }
  const at = split.words.indexOf("{command}");
  if (at < 1) {
    throw new UsageError(
      `Option '--sandbox' should be auto, bwrap, srt, docker, none or a command with {command}, found '${line}'`,
      { hint },
    );
  }
  return { kind: "command", template: split.words };
}

/**
 * Inserts an agent's command into the user's own command.
 *
 * @param template The words of the user's command.
 * @param project The folder that replaces `{project}`.
 * @param command The words that replace `{command}`.
 *
 * @example A container
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(
 *   fillTemplate(["box", "-v", "{project}:/w", "{command}"], "/p", ["agent", "do {project}"]),
 *   ["box", "-v", "/p:/w", "agent", "do {project}"],
 * );
 * ```
 */
export function fillTemplate(
  template: readonly string[],
  project: string,
  command: readonly string[],
): string[] {
  return template.flatMap((word) =>
    word === "{command}" ? command : [word.replaceAll("{project}", () => project)]
  );
}

/**
 * Describes the sandbox in one line.
 *
 * @param sandbox The chosen sandbox.
 * @param areChecksOutside Whether checks run outside of the sandbox.
 */
export function describeSandbox(sandbox: Sandbox, areChecksOutside: boolean): string {
  const who = areChecksOutside ? "agents" : "agents and checks";
  switch (sandbox.kind) {
    case "bwrap":
      return `bubblewrap: ${who} see the project and what you add`;
    case "srt":
      return `srt: ${who} see the project and what you add; of the network the agent's ` +
        "models and --sandbox-domain";
    case "docker":
      return `docker, image ${sandbox.image}: ${who} see the project and what you add`;
    case "command":
      return sandbox.template.join(" ");
    case "none":
      return sandbox.problem === null
        ? "none, as you asked: agents can do whatever you can"
        : `none, ${sandbox.problem.why}; agents can do whatever you can. ${sandbox.problem.hint}`;
  }
}
