/** Everything outside that a command may use; tests give their own. */
import { COMMIT, DENO_VERSION, TARGET, VERSION } from "../../version.ts";
import type { Environment } from "../../store/environment.ts";
import type { Ask } from "./ask.ts";
import { showLocalTime } from "../../text/instant.ts";
import type { Layout, Output } from "./output.ts";

/** The terminal, clock and environment of a command. */
export interface CommandContext {
  /** Writes to stdout and stderr; a command has no other way. */
  readonly out: Output;
  /** Questions, asked on a terminal only. */
  readonly ask: Ask;
  readonly env: Environment;
  /** Tells the time, epoch milliseconds. */
  readonly nowMs: () => number;
  /** Absolute path of this executable, as the hooks register it. */
  readonly executable: string;
  /** Standard input to its end, as text. */
  readonly readInput: () => string;
  readonly version: typeof BUILD;
  /** The prompt that contains the command line, if a slash command is answered by the hook. */
  readonly prompt?: TypedPrompt;
}

interface TypedPrompt {
  /** The session's permission mode; null if the client does not say. */
  readonly permissionMode: string | null;
  /**
   * Sends the prompt to the model, with what the command printed; otherwise that is the answer.
   *
   * @param lineForUser What the user is shown then; null for nothing.
   */
  readonly letPass: (lineForUser: string | null) => void;
}

/** The build of this program. */
export const BUILD = {
  version: VERSION,
  commit: COMMIT,
  target: TARGET,
  deno: DENO_VERSION,
};

/** How a command shows loops: its layout, the present, and the user's time zone. */
export interface View extends Layout {
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** Renders an instant in the user's time zone. */
  readonly showTime: (ms: number) => string;
}

/** Makes the view of a command. */
export function viewOf({ out: { width, style }, nowMs: tell }: CommandContext): View {
  const nowMs = tell();
  return { width, style, nowMs, showTime: (ms) => showLocalTime(ms, nowMs) };
}
