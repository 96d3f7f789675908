/** The dependencies of a command; tests pass their own. */
import { COMMIT, DENO_VERSION, TARGET, VERSION } from "../../version.ts";
import type { Environment } from "../../store/environment.ts";
import type { Ask } from "./ask.ts";
import { showLocalTime } from "../../text/instant.ts";
import type { Layout, Output } from "./output.ts";

/** The terminal, clock and environment of a command. */
export interface CommandContext {
  /** The writer to stdout and stderr; commands write nowhere else. */
  readonly out: Output;
  /** Questions, asked on a terminal only. */
  readonly ask: Ask;
  readonly env: Environment;
  /** Returns the present time in epoch milliseconds. */
  readonly nowMs: () => number;
  /** Absolute path of this executable, as the hooks register it. */
  readonly executable: string;
  /** Reads standard input to its end. */
  readonly readInput: () => string;
  readonly version: typeof BUILD;
  /** The prompt with the command line, if the hook answers a slash command. */
  readonly prompt?: TypedPrompt;
}

interface TypedPrompt {
  /** The session's permission mode; null if the client does not say. */
  readonly permissionMode: string | null;
  /**
   * Sends the prompt to the model together with the command's output. Otherwise, the output is the
   * whole answer and the model sees nothing.
   *
   * @param lineForUser The line to show to the user; null for none.
   */
  readonly passPrompt: (lineForUser: string | null) => void;
}

/** The build of this program. */
export const BUILD = {
  version: VERSION,
  commit: COMMIT,
  target: TARGET,
  deno: DENO_VERSION,
};

/** The context for showing loops: layout, present time, and the user's time zone. */
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
