/** Chooses the backend: the requested backend, or the first that starts. */
import { makeFolder } from "../../store/files/atomic_file.ts";
import { messageOf } from "../../error.ts";
import { openPipes } from "./pipe.ts";
import { openPty } from "./pty.ts";
import {
  type Backend,
  BACKENDS,
  type Terminal,
  type TerminalChoice,
  type TerminalSpec,
} from "./terminal.ts";

/** The opened terminal, and why the backends before it failed. */
export interface Opened {
  /** Null if no backend could start the program. */
  readonly terminal: Terminal | null;
  readonly errors: readonly string[];
}

type Opener = (spec: TerminalSpec) => Terminal | Promise<Terminal>;

const OPENERS: Readonly<Record<Backend, Opener>> = {
  pty: openPty,
  pipe: openPipes,
};

/**
 * Opens a terminal and starts the program in it.
 *
 * @param openers The backends; for tests.
 * @param choice `auto` tries pty, then pipes; a name tries only that.
 */
export async function openTerminal(
  choice: TerminalChoice,
  spec: TerminalSpec,
  openers: Readonly<Record<Backend, Opener>> = OPENERS,
): Promise<Opened> {
  const errors: string[] = [];
  for (const backend of choice === "auto" ? BACKENDS : [choice]) {
    try {
      if (backend !== "pipe") makePrivate(spec.privateDir);
      return { terminal: await openers[backend](spec), errors };
    } catch (error) {
      errors.push(messageOf(error));
    }
  }
  return { terminal: null, errors };
}

/** Ensures that only this user can write the folder of code and prompts, even if it already exists. */
function makePrivate(dir: string): void {
  makeFolder(dir);
  Deno.chmodSync(dir, 0o700);
}
