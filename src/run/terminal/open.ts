/** Chooses the backend: the requested one, or the first that starts. */
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

/** The opened terminal, and why earlier backends failed. */
export interface Opened {
  /** Null if no backend could start the program. */
  readonly terminal: Terminal | null;
  readonly errors: readonly string[];
}

type Opener = (spec: TerminalSpec) => Terminal;

const OPENERS: Readonly<Record<Backend, Opener>> = {
  pty: openPty,
  pipe: openPipes,
};

/**
 * Opens a terminal and starts the program in it.
 *
 * @param openers The backends; for tests.
 * @param choice `auto` tries pty, then pipes; a name tries only that backend.
 */
export function openTerminal(
  choice: TerminalChoice,
  spec: TerminalSpec,
  openers: Readonly<Record<Backend, Opener>> = OPENERS,
): Opened {
  const errors: string[] = [];
  for (const backend of choice === "auto" ? BACKENDS : [choice]) {
    try {
      return { terminal: openers[backend](spec), errors };
    } catch (error) {
      errors.push(messageOf(error));
    }
  }
  return { terminal: null, errors };
}
