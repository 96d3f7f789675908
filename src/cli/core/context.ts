/**
 * Everything outside that a command may use; tests give their own.
 *
 * @module
 */
import { COMMIT, DENO_VERSION, TARGET, VERSION } from "../../version.ts";
import type { Environment } from "../../store/environment.ts";
import type { Ask } from "./ask.ts";
import type { Output } from "./output.ts";

/** The context of a command. */
export interface CommandContext {
  /** The only way to stdout and stderr. */
  readonly out: Output;
  /** Questions, asked on a terminal only. */
  readonly ask: Ask;
  /** Variables, home and working directory. */
  readonly env: Environment;
  /** Wall clock. */
  readonly now: () => Temporal.Instant;
  /** Absolute path of the executable that runs, as the hooks register it. */
  readonly executable: string;
  /** Standard input to its end, as text. */
  readonly readInput: () => string;
  /** What this program was built from. */
  readonly version: ProgramVersion;
  /** The prompt that contains the command line, where a slash command is answered by the hook. */
  readonly prompt?: TypedPrompt;
}

/** A prompt that is a slash command. */
export interface TypedPrompt {
  /** The session's permission mode; null where the client does not say. */
  readonly permissionMode: string | null;
  /**
   * Has the prompt reach the model, with what the command printed; otherwise that is the answer.
   *
   * @param lineForUser What the user is shown then; null for nothing.
   */
  readonly letPass: (lineForUser: string | null) => void;
}

/** What a program was built from. */
export interface ProgramVersion {
  readonly version: string;
  /** Of the sources; `unknown` where they stood in no repository. */
  readonly commit: string;
  /** The system that it was built for, as Deno calls it. */
  readonly target: string;
  readonly deno: string;
}

/** What this program was built from. */
export const BUILD: ProgramVersion = {
  version: VERSION,
  commit: COMMIT,
  target: TARGET,
  deno: DENO_VERSION,
};
