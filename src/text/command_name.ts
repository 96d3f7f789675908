/**
 * Names ralph's commands for the place in which a message is read. No other code writes the name of a
 * slash command: only the plugin has them, and without it the client does not know them.
 */

/** The place in which a message is read: a terminal, or a session with or without the plugin. */
export type Place = "terminal" | "plugin" | "session";

/** The beginning of the plugin's slash commands. */
export const SLASH_PREFIX = "/ralph:";

/** The plugin's commands, as in its folder `commands`. */
export const SLASH_COMMANDS: readonly string[] = [
  "audit-now",
  "config",
  "constraints",
  "encourage",
  "explain",
  "forbid",
  "history",
  "hooks",
  "knowledge",
  "start",
  "status",
  "stop",
  "trust",
  "validate",
];

/**
 * Names a command.
 *
 * In a session without the plugin, `start` is named in bash mode, which passes it the session's id. Bash
 * mode waits until the turn ends, so all other commands are named as in a terminal.
 *
 * @param words The command and its arguments.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(nameCommand("start --resume", "terminal"), "ralph start --resume");
 * assertEquals(nameCommand("start --resume", "plugin"), "/ralph:start --resume");
 * assertEquals(nameCommand("start --resume", "session"), "! ralph start --resume");
 * ```
 */
export function nameCommand(words: string, place: Place): string {
  const [name = ""] = words.split(" ", 1);
  if (place === "plugin" && SLASH_COMMANDS.includes(name)) return `${SLASH_PREFIX}${words}`;
  return place === "session" && name === "start" ? `! ralph ${words}` : `ralph ${words}`;
}

/** Names a command to type if no turn runs: then bash mode answers every command at once. */
export function nameAtPrompt(words: string, place: Place): string {
  const name = nameCommand(words, place);
  return place !== "terminal" && name.startsWith("ralph ") ? `! ${name}` : name;
}

/**
 * Names a command to type in a session, wherever the name is read. A terminal does not know whether the
 * session has the plugin; bash mode works with and without it.
 */
export function nameInSession(words: string, place: Place): string {
  return nameCommand(words, place === "terminal" ? "session" : place);
}

/**
 * Names a command, with the place to type it if the name alone does not say it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(nameWithPlace("stop", "plugin"), "/ralph:stop");
 * assertEquals(nameWithPlace("stop", "session"), "ralph stop in a terminal");
 * ```
 */
export function nameWithPlace(words: string, place: Place): string {
  const name = nameCommand(words, place);
  return place !== "terminal" && name.startsWith("ralph ") ? `${name} in a terminal` : name;
}

const COMMAND = new RegExp(`(?<![\\w./-])ralph (${SLASH_COMMANDS.join("|")})\\b`, "g");

/**
 * Replaces the commands in a hint that is written for a terminal by their names for a place.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const hint = "Use 'ralph run --resume', or 'ralph stop' to end it.";
 * assertEquals(nameCommandsIn(hint, "plugin"), "Use 'ralph run --resume', or '/ralph:stop' to end it.");
 * ```
 */
export function nameCommandsIn(hint: string, place: Place): string {
  return hint.replace(COMMAND, (_match, name: string) => nameCommand(name, place));
}
