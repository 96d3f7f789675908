/**
 * How a refusal leaves the depths of the judgement, and what it says.
 *
 * @module
 */
import type { Denial } from "./context.ts";

/** Control flow inside the guard: caught in `judge.ts`, never shown as an error. */
export class Denied extends Error {
  readonly denial: Denial;

  constructor(reason: string, target: string) {
    super(reason);
    this.denial = { kind: "deny", reason: `Refused: ${reason}`, target };
  }
}

/** Control flow inside the guard: a line is too big, too deep or too slow to be judged, and passes. */
export class TooBig extends Error {}

/** A control file would be changed, removed, moved or created. */
export function denyFile(label: string, doing: string): Denied {
  return new Denied(
    `this call would ${doing} ${label}, which belongs to the active ralph loop. ` +
      "Only the user changes it. Reading it is allowed. Leave it as it is and continue with the task.",
    label,
  );
}

/** What is ralph's in a settings file would go, or may go. */
export function denySettings(label: string, doing: string): Denied {
  return new Denied(
    `this call would ${doing} ${label} while a ralph loop is active. Keep ralph's hook ` +
      "entries as they are and do not set disableAllHooks. You may change other settings with Edit.",
    label,
  );
}

/** A ralph command that changes something. */
export function denyCommand(command: string): Denied {
  return new Denied(
    `\`${command}\` changes the loop, and only the user does that. Continue with the task, ` +
      "or write <blocked>what is needed</blocked> on a line of its own. " +
      "Commands that only read, such as `ralph status`, are allowed.",
    command,
  );
}

/** A ralph command that is not written out, so that nobody can tell whether it reads or changes. */
export function denyUnseenCommand(): Denied {
  return new Denied(
    "this call of `ralph` may change the loop, because its command is not written out. " +
      "Write the command out. Commands that only read, such as `ralph status`, are allowed.",
    "ralph",
  );
}

/**
 * A path or command that cannot be seen through but may reach a control file.
 *
 * @param what What it is, as the beginning of a sentence behind a colon.
 */
export function denyUnclear(what: string, label: string): Denied {
  return new Denied(
    `${what} may reach ${label}, which belongs to the active ralph loop. ` +
      "Write the paths out in full, so that they can be checked.",
    label,
  );
}
