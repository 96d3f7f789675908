/** File names from foreign text: ids come from stdin and from files in projects. */

/** Longest name that is not cut. File systems allow 255 bytes, and suffixes follow. */
const LONGEST_NAME = 120;

/**
 * Turns a text into a file name that can never lead to another folder.
 *
 * Letters, digits, `-`, `_` and inner dots stay. Everything else becomes `%XX` per UTF-8 byte, and a long
 * name ends in a hash. So ids of the client stay readable, and none escapes its folder.
 *
 * @returns A name without path separators, at most 137 characters, never empty, `.` or `..`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(fileNameOf("../a"), "%2E.%2Fa");
 * ```
 */
export function fileNameOf(text: string): string {
  if (text === "") return "%00";
  if (text.length <= LONGEST_NAME && /^[\w-][\w.-]*$/.test(text)) return text;
  // Also escapes what encodeURIComponent leaves, and dots that would hide the file or lead upwards.
  const name = encodeURIComponent(text.slice(0, 4 * LONGEST_NAME).toWellFormed())
    .replace(/[!~*'()]|^\./g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME)}~${hash32(text)}${hash32(`${text}~`)}`;
}

/**
 * Makes eight hex digits of a text: FNV-1a over its UTF-8 bytes with a final mix.
 *
 * For names only: it does not protect against deliberate collisions.
 *
 * @example A folder's name
 * ```ts
 * import { assertMatch } from "@std/assert";
 * assertMatch(hash32("/home/dev/app"), /^[0-9a-f]{8}$/);
 * ```
 */
export function hash32(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, "0");
}
