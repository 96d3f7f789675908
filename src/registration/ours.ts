/** Recognizes our hook entries by their command. Has few imports, since the guard uses it. */

/** A word as `quoteForShell` writes it. */
export const SHELL_WORD = String.raw`(?:'[^']*'|\\'|[\w@%+:,./-])+`;

/** The gate in the plugin's entries: Claude Code fills the folder in. */
export const PLUGIN_GATE = '"${CLAUDE_PLUGIN_ROOT}/hooks/gate"';

const THROUGH_GATE = new RegExp(
  String.raw`^trap 'exit 0' 0; hook=(\w+) ` +
    String.raw`gate=(${SHELL_WORD}|"\$\{CLAUDE_PLUGIN_ROOT\}/hooks/gate"); ` +
    String.raw`\[ ! -r "\$gate" \] \|\| \. "\$gate"$`,
);

/**
 * Reads the parts of a command of ours.
 *
 * @returns The hook that it calls, such as `stop`, and the gate, as a word of a shell; null where the
 * command is not ours, or does more.
 */
export function readHookCommand(command: string) {
  const [, action, gate] = THROUGH_GATE.exec(command) ?? [];
  return action === undefined || gate === undefined ? null : { action, gate };
}

/** Tells whether a hook entry is ours. */
export function isOurEntry(command: unknown): command is string {
  return typeof command === "string" && readHookCommand(command) !== null;
}

/** Reads a word that `quoteForShell` wrote. */
export function unquoteForShell(word: string): string {
  return word.replaceAll(/'([^']*)'|\\(')/g, (_match, quoted, bare) => quoted ?? bare);
}
