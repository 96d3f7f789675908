/** The error that ends a judgement, and its texts. */

/** Carries a denial to `judge.ts`; never shown as an error. */
export class Denied extends Error {}

/** Denies that a control file is changed, removed, moved or created. */
export function denyFile(label: string, doing: string): Denied {
  return new Denied(
    `this call would ${doing} ${label}, which belongs to the active ralph loop. ` +
      "Only the user changes it. Reading it is allowed. Leave it as it is and continue with the task.",
  );
}

/** Denies that ralph's entries in a settings file are removed or changed. */
export function denySettings(label: string, doing: string): Denied {
  return new Denied(
    `this call would ${doing} ${label} while a ralph loop is active. Keep ralph's hook ` +
      "entries as they are and do not set disableAllHooks. You may change other settings with Edit.",
  );
}

/** Denies a command that changes the loop. */
export function denyCommand(command: string, doing = "changes"): Denied {
  return new Denied(
    `\`${command}\` ${doing} the loop, and only the user does that. Continue with the task, ` +
      "or write <blocked>what is needed</blocked> on a line of its own. " +
      "Commands that only read, such as `ralph status`, are allowed if they are written out.",
  );
}
