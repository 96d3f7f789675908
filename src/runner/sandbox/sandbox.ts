/**
 * Chooses how agents are isolated: bubblewrap, the user's own command, or nothing.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import { findProgram } from "../../process/find_program.ts";
import { runProgram } from "../../process/run_program.ts";
import { splitCommand } from "../../text/split_words.ts";
import { describeInstallation } from "./install_hint.ts";

/** The program that isolates agents: bubblewrap, a command of the user, or no program. */
export type Sandbox =
  | { readonly kind: "bwrap"; readonly program: string }
  | {
    readonly kind: "command";
    /** Words with `{project}` and, as a word of its own, `{command}`. */
    readonly template: readonly string[];
  }
  /** `why` says why `auto` found none; null if the user wants none. */
  | { readonly kind: "none"; readonly why: string | null };

/** What the choice depends on. */
export interface SandboxWish {
  /** `auto`, `bwrap`, `none`, or a command with `{command}` in it. */
  readonly choice: string;
  readonly searchPath: string;
  readonly cwd: string;
}

/** The shortest sandbox: where it does not start, no other does. */
const PROBE = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-pid", "true"];
const PROBE_LIMITS = { timeoutMs: 5_000, maxBytes: 4_096, keptErrorBytes: 400 };

/**
 * Chooses the sandbox.
 *
 * @throws {UsageError} If bubblewrap was asked for and does not work here, or a command cannot be used.
 */
export async function chooseSandbox({ choice, searchPath, cwd }: SandboxWish): Promise<Sandbox> {
  if (choice === "none") return { kind: "none", why: null };
  if (choice !== "auto" && choice !== "bwrap") return commandOf(choice);
  const search = findProgram("bwrap", searchPath, cwd);
  if (search.kind !== "found") {
    const missing = "bubblewrap is not installed";
    if (choice === "auto") return { kind: "none", why: missing };
    throw new UsageError(`--sandbox bwrap cannot be used: ${missing}`, {
      hint: describeInstallation(),
    });
  }
  const probe = await runProgram(search.path, PROBE, PROBE_LIMITS);
  if (probe.kind === "ended" && probe.code === 0) return { kind: "bwrap", program: search.path };
  const said = probe.kind === "ended" ? new TextDecoder().decode(probe.stderr).trim() : probe.kind;
  const why = `bubblewrap does not start here (${said})`;
  if (choice === "auto") return { kind: "none", why };
  throw new UsageError(`--sandbox bwrap cannot be used: ${why}`, {
    hint: "Allow user namespaces for it, or use --sandbox none.",
  });
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
 */
export function describeSandbox(sandbox: Sandbox): string {
  switch (sandbox.kind) {
    case "bwrap":
      return "Sandbox: bubblewrap (agents write only in the project, in caches and in their own " +
        "settings)";
    case "command":
      return `Sandbox: ${sandbox.template.join(" ")}`;
    case "none":
      return sandbox.why === null
        ? "Sandbox: none, as you asked (agents can do whatever you can)"
        : `Sandbox: none, ${sandbox.why} (agents can do whatever you can). ${describeInstallation()}`;
  }
}
