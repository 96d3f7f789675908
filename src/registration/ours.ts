/** Recognizes ralph's hook entries by their commands. Has few imports, since the guard uses it. */

/** A word as `quoteForShell` writes it. */
export const SHELL_WORD = String.raw`(?:'[^']*'|\\'|[\w@%+:,./-])+`;

/** The gate in the plugin's entries; Claude Code inserts the folder. */
export const PLUGIN_GATE = '"${CLAUDE_PLUGIN_ROOT}/hooks/gate"';

/** The option that tells the program that its gate was missing or broken. */
export const UNGATED = "--ungated";

const GATE_WORD = String.raw`(?<gate>${SHELL_WORD}|"\$\{CLAUDE_PLUGIN_ROOT\}/hooks/gate")`;

/** The word that tells the gate to start the program only if something in `.claude` has changed. */
const LAZY = "--lazy";

const THROUGH_GATE = new RegExp(
  String.raw`^trap 'exit 0' 0; set -- (?<program>${SHELL_WORD}) hook (?<action>\w+)` +
    String.raw`(?: ${LAZY})?; ` +
    String.raw`command \. ${GATE_WORD}; command -v "\$1" >/dev/null && exec "\$@" ${UNGATED}$`,
);

/** Matches an entry of earlier versions, which does nothing without its gate. */
const THROUGH_GATE_ONLY = new RegExp(
  String.raw`^trap 'exit 0' 0; hook=(?<action>\w+) gate=${GATE_WORD}; ` +
    String.raw`\[ ! -r "\$gate" \] \|\| \. "\$gate"$`,
);

/** The parts of one of ralph's commands. */
export interface HookCommand {
  /** The hook, such as `stop`. */
  readonly action: string;
  /** The gate that it reads, as a word of a shell. */
  readonly gate: string;
  /** The program that it calls if the gate is missing, as a word of a shell; null without one. */
  readonly program: string | null;
}

/**
 * Reads the parts of one of ralph's commands.
 *
 * @returns Null if the command is not ralph's, or does something else too.
 */
export function readHookCommand(command: string): HookCommand | null {
  const { action, gate, program = null } =
    (THROUGH_GATE.exec(command) ?? THROUGH_GATE_ONLY.exec(command))?.groups ?? {};
  return action === undefined || gate === undefined ? null : { action, gate, program };
}

/** Checks whether a hook entry is ralph's. */
export function isOurEntry(command: unknown): command is string {
  return typeof command === "string" && readHookCommand(command) !== null;
}

/** Reads a word that `quoteForShell` wrote. */
export function unquoteForShell(word: string): string {
  return word.replaceAll(/'([^']*)'|\\(')/g, (_match, quoted, bare) => quoted ?? bare);
}
