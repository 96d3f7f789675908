/**
 * Names ralph's commands for the place in which a message is read. Nothing else spells a slash
 * command: only the plugin brings them, and to a client without it they are unknown.
 */

/** Where a message is read: in a terminal, or in a session with or without the plugin. */
export type Place = "terminal" | "plugin" | "session";

/** How the client begins a slash command of the plugin. */
export const SLASH_PREFIX = "/ralph:";

/** The commands that the plugin brings: its folder `commands`. */
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
 * In a session without the plugin, `start` is named in bash mode, which hands it the session's id.
 * What is typed there waits until the turn ends, so all others are named as in a terminal.
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

/** Names a command to type if no turn runs: bash mode answers at once then, whatever it is. */
export function nameAtPrompt(words: string, place: Place): string {
  const name = nameCommand(words, place);
  return place !== "terminal" && name.startsWith("ralph ") ? `! ${name}` : name;
}

/**
 * Names a command that is typed in a session, wherever the name is read. In a terminal nobody knows
 * whether that session has the plugin; its bash mode works with and without.
 */
export function nameInSession(words: string, place: Place): string {
  return nameCommand(words, place === "terminal" ? "session" : place);
}

/**
 * Says in what a command is typed where its name alone does not.
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
 * Replaces the commands in a hint, which is written as for a terminal, by their names for a place.
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
