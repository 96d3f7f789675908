/** Reads and writes git's settings. Pure. */

/** The git arguments whose output {@linkcode readSettings} parses. */
export const LIST_SETTINGS: readonly string[] =
  "config --list --includes --show-scope --show-origin --null".split(" ");

/** A setting of git. */
export interface GitSetting {
  /** Its scope: `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  /** Its origin: `file:` and the path of a file, or another source. */
  readonly origin: string;
  /** Section and name in lower case, with a subsection between them: `remote.Origin.url`. */
  readonly key: string;
  /** Its value; null if only the name is written, which means true. */
  readonly value: string | null;
}

/**
 * Reads the settings that git lists.
 *
 * @example A value, and a name without one
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readSettings("local\0file:/x\0user.name\nDev\0command\0command line:\0core.bare\0"), [
 *   { scope: "local", origin: "file:/x", key: "user.name", value: "Dev" },
 *   { scope: "command", origin: "command line:", key: "core.bare", value: null },
 * ]);
 * ```
 */
export function readSettings(listed: string): GitSetting[] {
  const parts = listed.split("\0");
  const settings: GitSetting[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [scope = "", origin = "", setting = ""] = parts.slice(at, at + 3);
    const end = setting.indexOf("\n");
    const [key, value] = end < 0
      ? [setting, null]
      : [setting.slice(0, end), setting.slice(end + 1)];
    settings.push({ scope, origin, key, value });
  }
  return settings;
}

/**
 * Renders settings as a file, without the user names and passwords that URLs may contain.
 *
 * @example An address
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const [setting] = readSettings("local\0file:/x\0remote.a.url\nhttps://me:token@host/x\0");
 * assertEquals(renderSettings([setting!]), '[remote "a"]\n\turl = "https://host/x"\n');
 * ```
 */
export function renderSettings(settings: readonly Pick<GitSetting, "key" | "value">[]): string {
  return settings.map(({ key, value }) => {
    const [from, to] = [key.indexOf("."), key.lastIndexOf(".")];
    const title = from === to
      ? key.slice(0, from)
      : `${key.slice(0, from)} ${quote(key.slice(from + 1, to))}`;
    const name = key.slice(to + 1);
    return `[${title}]\n\t${value === null ? name : `${name} = ${quote(value)}`}\n`;
  }).join("");
}

function quote(text: string): string {
  const shown = text.replaceAll(/(:\/\/)[^/\s]*@/g, "$1").replaceAll(/["\\]/g, "\\$&");
  return `"${shown.replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;
}
