/**
 * Chooses how agents are isolated: bubblewrap, the user's own command, or nothing.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import { describeInterpreter, findProgram } from "../../process/find_program.ts";
import { type ProgramResult, runProgram } from "../../process/run_program.ts";
import { oneLine } from "../../text/shorten.ts";
import { splitCommand } from "../../text/split_words.ts";
import { showDuration } from "../../text/time.ts";
import { wrapInBwrap } from "./bwrap.ts";
import { describeInstallation } from "./install_hint.ts";

/** The program that isolates agents: bubblewrap, a command of the user, or no program. */
export type Sandbox =
  | { readonly kind: "bwrap"; readonly program: string }
  | {
    readonly kind: "command";
    /** Words with `{project}` and, as a word of its own, `{command}`. */
    readonly template: readonly string[];
  }
  /** `problem` says why `auto` found none; null if the user wants none. */
  | { readonly kind: "none"; readonly problem: BwrapProblem | null };

/** Why bubblewrap cannot be used, and what helps. */
export interface BwrapProblem {
  readonly why: string;
  readonly hint: string;
}

/** What the choice depends on. */
export interface SandboxWish {
  /** `auto`, `bwrap`, `none`, or a command with `{command}` in it. */
  readonly choice: string;
  readonly searchPath: string;
  readonly cwd: string;
}

/** What the probe prints: a program of this name that starts nothing would isolate nothing. */
const PROBE_WORD = "started";
const PROBE_LIMITS = { timeoutMs: 5_000, maxBytes: 4_096, keptErrorBytes: 400 };

/**
 * Chooses the sandbox.
 *
 * @throws {UsageError} If bubblewrap was asked for and does not work here, or a command cannot be used.
 */
export async function chooseSandbox({ choice, searchPath, cwd }: SandboxWish): Promise<Sandbox> {
  if (choice === "none") return { kind: "none", problem: null };
  if (choice !== "auto" && choice !== "bwrap") return commandOf(choice);
  const found = await findBwrap(searchPath, cwd);
  if (typeof found === "string") return { kind: "bwrap", program: found };
  if (choice === "auto") return { kind: "none", problem: found };
  throw new UsageError(`--sandbox bwrap cannot be used: ${found.why}`, { hint: found.hint });
}

/** Finds a bubblewrap that works here. @returns Its path, or why none was found. */
async function findBwrap(searchPath: string, cwd: string): Promise<string | BwrapProblem> {
  const search = findProgram("bwrap", searchPath, cwd);
  switch (search.kind) {
    case "not-found":
      return { why: "bubblewrap is not installed", hint: describeInstallation() };
    case "not-executable":
      return { why: `"${search.path}" is not executable`, hint: describeInstallation() };
    case "no-interpreter":
      return { why: describeInterpreter(search), hint: describeInstallation() };
  }
  const { path } = search;
  // Everything but the mounts: an old version may not know all options.
  const [program, ...args] = wrapInBwrap({
    program: path,
    mounts: [],
    cwd: "/",
    command: ["echo", PROBE_WORD],
  });
  const why = describeProbe(await runProgram(program, args, PROBE_LIMITS));
  if (why === null) return path;
  return {
    why: `bubblewrap does not start here (${why})`,
    hint: `Allow user namespaces for "${path}", or use --sandbox none.`,
  };
}

/** Describes why a probe shows that bubblewrap does not work; null if it works. */
function describeProbe(probe: ProgramResult): string | null {
  switch (probe.kind) {
    case "ended": {
      const textOf = (bytes: Uint8Array) => oneLine(new TextDecoder().decode(bytes));
      if (probe.code !== 0) return textOf(probe.stderr) || `exit code ${probe.code}`;
      return textOf(probe.stdout) === PROBE_WORD ? null : "it did not run the command";
    }
    case "timed-out":
      return `no answer for ${showDuration(PROBE_LIMITS.timeoutMs)}`;
    case "not-started":
      return probe.why;
    case "too-large":
    case "aborted":
      return "it did not run the command";
  }
}

function commandOf(line: string): Sandbox {
  const split = splitCommand(line);
  const hint = "Give a command such as --sandbox 'docker run --rm -v {project}:{project} -w " +
    "{project} IMAGE {command}', or one of auto, bwrap, none.";
  if (split.kind === "bad") {
    throw new UsageError(`The sandbox's command cannot be read: ${split.why}`, { hint });
  }
  const at = split.words.indexOf("{command}");
  if (at < 1) {
    throw new UsageError(
      `Expected auto, bwrap, none or a command with the word {command} for --sandbox, found "${line}"`,
      { hint },
    );
  }
  return { kind: "command", template: split.words };
}

/**
 * Inserts an agent's command into the user's own.
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
 * @param areChecksOutside Whether checks run outside of it.
 */
export function describeSandbox(sandbox: Sandbox, areChecksOutside: boolean): string {
  const who = areChecksOutside ? "agents" : "agents and checks";
  switch (sandbox.kind) {
    case "bwrap":
      return `Sandbox: bubblewrap (${who} write only in the project, in caches and in agents' own ` +
        "settings)";
    case "command":
      return `Sandbox: ${sandbox.template.join(" ")}`;
    case "none":
      return sandbox.problem === null
        ? "Sandbox: none, as you asked (agents can do whatever you can)"
        : `Sandbox: none, ${sandbox.problem.why}; agents can do whatever you can. ${sandbox.problem.hint}`;
  }
}
