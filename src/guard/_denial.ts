/**
 * How a refusal leaves the depths of the judgement, and what it says.
 *
 * @module
 */
import type { Denial } from "./scene.ts";

/** Control flow inside the guard: caught in `judge.ts`, never shown as an error. */
export class Denied extends Error {
  readonly denial: Denial;

  constructor(reason: string, target: string) {
    super(reason);
    this.denial = { kind: "deny", reason, target };
  }
}

/** A control file would be changed, removed, moved or created. */
export function denyFile(label: string, doing: string): Denied {
  return new Denied(
    `${label} belongs to the ralph loop that is active here, and this would ${doing} it. ` +
      `Only the user changes it (/ralph:stop ends the loop). ` +
      `Reading it is fine; leave it as it is and go on with the task.`,
    label,
  );
}

/** What is ours in a settings file would go, or cannot be seen to stay. */
export function denySettings(label: string, doing: string): Denied {
  return new Denied(
    `This would ${doing} ${label} while a ralph loop is active. Keep ralph's hook entries as ` +
      "they are and leave disableAllHooks unset; other settings may be changed with Edit.",
    label,
  );
}

/** A ralph command that changes something. */
export function denyCommand(command: string): Denied {
  return new Denied(
    `\`${command}\` changes the loop, and that is the user's decision, not the agent's. ` +
      `Go on with the task, or report <blocked>what is needed</blocked>. ` +
      `\`ralph status\` and other reading commands are fine.`,
    command,
  );
}

/** A path or command that cannot be seen through but may reach a control file. */
export function denyUnclear(what: string, label: string): Denied {
  return new Denied(
    `${what} may reach ${label}, which belongs to the ralph loop that is active here. ` +
      `Write the paths out in full, so that they can be checked, and leave the loop's files alone.`,
    label,
  );
}

/** Control flow inside the guard: a line is too big, too deep or too slow to be judged, and passes. */
export class TooBig extends Error {}
