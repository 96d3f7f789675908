/**
 * The path functions of `@std/path`, written once over strings and parametrised by what differs
 * between POSIX and Windows. No `node:` import, because hooks load this on every event.
 *
 * @module
 */

/** What a path starts with, before its segments. */
export interface Root {
  /** Drive (`C:`) or share (`\\server\share`) in normal form, else empty. */
  readonly device: string;
  /** Whether the path starts at a root and not at the working directory. */
  readonly isRooted: boolean;
  /** How many characters of the path the root takes up, its separator included. */
  readonly length: number;
}

/** What differs between the two families of systems. */
export interface Flavour {
  readonly separator: "/" | "\\";
  /** Matches one run of separators. */
  readonly separators: RegExp;
  /** Whether two segments that differ in case only are the same. */
  readonly ignoresCase: boolean;
  /** Matches in every path that normalizing changes; without it all are taken apart. */
  readonly untidy?: RegExp;
  splitRoot(path: string): Root;
  /** Hides what would turn joined parts into another kind of root. */
  joinParts(parts: readonly string[]): string;
}

/** The functions that {@linkcode createPathFunctions} makes. */
export interface PathFunctions {
  basename(path: string | URL, suffix?: string): string;
  dirname(path: string | URL): string;
  extname(path: string | URL): string;
  isAbsolute(path: string): boolean;
  join(path?: string | URL, ...paths: string[]): string;
  normalize(path: string | URL): string;
  relative(from: string, to: string): string;
  resolve(...paths: string[]): string;
}

/**
 * Makes the path functions of one family of systems.
 *
 * @param flavour What is particular to the family.
 * @param fromFileUrl How the family reads a `file:` URL.
 * @returns The functions under the names that `@std/path` gives them.
 */
export function createPathFunctions(
  flavour: Flavour,
  fromFileUrl: (url: string | URL) => string,
): PathFunctions {
  const { separator, separators } = flavour;

  function toText(path: string | URL): string {
    if (path instanceof URL) return fromFileUrl(path);
    if (typeof path === "string") return path;
    throw new TypeError(`Path must be a string, received "${JSON.stringify(path)}"`);
  }

  function splitSegments(path: string): string[] {
    return path.split(separators).filter((segment) => segment !== "");
  }

  function normalizeSegments(path: string, isRooted: boolean): string {
    const kept: string[] = [];
    for (const segment of splitSegments(path)) {
      if (segment === ".") continue;
      if (segment !== "..") kept.push(segment);
      else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
      else if (!isRooted) kept.push("..");
    }
    return kept.join(separator);
  }

  function stripTrailingSeparators(path: string): string {
    let end = path.length;
    while (end > 0 && separators.test(path.charAt(end - 1))) end--;
    return path.slice(0, end);
  }

  function cutLastSegment(path: string): number {
    let index = path.length;
    while (index > 0 && !separators.test(path.charAt(index - 1))) index--;
    return index;
  }

  function normalize(path: string | URL): string {
    const text = toText(path);
    if (text === "") return ".";
    if (flavour.untidy?.test(text) === false) return text;
    const { device, isRooted, length } = flavour.splitRoot(text);
    let tail = normalizeSegments(text.slice(length), isRooted);
    if (tail === "" && !isRooted) tail = ".";
    if (tail !== "" && separators.test(text.at(-1)!)) tail += separator;
    return device + (isRooted ? separator : "") + tail;
  }

  function join(path: string | URL = "", ...paths: string[]): string {
    const parts = [toText(path), ...paths.map(toText)].filter((part) => part !== "");
    return parts.length === 0 ? "." : normalize(flavour.joinParts(parts));
  }

  function resolve(...paths: string[]): string {
    let device = "";
    let isRooted = false;
    let tail = "";
    for (let index = paths.length - 1; index >= -1 && !(isRooted && hasDevice(device)); index--) {
      const path = index >= 0 ? toText(paths[index]!) : readStart(device);
      if (path === "") continue;
      const root = flavour.splitRoot(path);
      if (root.device !== "" && device !== "" && !isSame(root.device, device)) continue;
      if (device === "") device = root.device;
      if (isRooted) continue;
      tail = path.slice(root.length) + separator + tail;
      isRooted = root.isRooted;
    }
    return device + (isRooted ? separator : "") + normalizeSegments(tail, isRooted) || ".";
  }

  function hasDevice(device: string): boolean {
    return device !== "" || separator === "/";
  }

  /** The working directory; on another drive than the wanted one, that drive's root. */
  function readStart(device: string): string {
    const start = Deno.cwd();
    return device === "" || isSame(flavour.splitRoot(start).device, device)
      ? start
      : device + separator;
  }

  function isSame(one: string, other: string): boolean {
    return flavour.ignoresCase ? one.toLowerCase() === other.toLowerCase() : one === other;
  }

  function relative(from: string, to: string): string {
    const target = resolve(to);
    const source = splitSegments(resolve(from));
    const wanted = splitSegments(target);
    let common = 0;
    while (
      common < source.length && common < wanted.length && isSame(source[common]!, wanted[common]!)
    ) common++;
    if (common === 0 && flavour.splitRoot(target).device !== "") return target;
    const up = source.slice(common).map(() => "..");
    return [...up, ...wanted.slice(common)].join(separator);
  }

  function dirname(path: string | URL): string {
    const text = toText(path);
    const root = text.slice(0, flavour.splitRoot(text).length);
    const rest = stripTrailingSeparators(text.slice(root.length));
    const parent = stripTrailingSeparators(rest.slice(0, cutLastSegment(rest)));
    return root + parent || ".";
  }

  function basename(path: string | URL, suffix = ""): string {
    const text = toText(path);
    const { device } = flavour.splitRoot(text);
    const rest = device.endsWith(":") ? text.slice(device.length) : text;
    const stripped = stripTrailingSeparators(rest);
    if (stripped === "") return rest.slice(0, 1);
    const name = stripped.slice(cutLastSegment(stripped));
    const isWhole = name === suffix || suffix === "" || !name.endsWith(suffix);
    return isWhole ? name : name.slice(0, -suffix.length);
  }

  function extname(path: string | URL): string {
    const name = basename(path);
    const dot = name.lastIndexOf(".");
    return dot <= 0 || name === ".." ? "" : name.slice(dot);
  }

  function isAbsolute(path: string): boolean {
    return flavour.splitRoot(path).isRooted;
  }

  return { basename, dirname, extname, isAbsolute, join, normalize, relative, resolve };
}
