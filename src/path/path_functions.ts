/**
 * Path functions over strings, for the rules of one system. They answer as those of `@std/path`,
 * with which they share names and signatures; that library, like `node:path`, would be loaded at
 * every event of a hook.
 */

/** What a path starts with, before its segments. */
export interface PathRoot {
  /** Drive (`C:`) or share (`\\server\share`) in normal form, else empty. */
  readonly device: string;
  /** Whether the path starts at a root and not at the working directory. */
  readonly isRooted: boolean;
  /** Characters of the path that the root takes up, its separator included. */
  readonly length: number;
}

/** What differs between the systems. */
export interface PathRules {
  readonly separator: "/" | "\\";
  /** Matches one run of separators. */
  readonly separators: RegExp;
  /** Whether two segments that differ in case only are the same. */
  readonly ignoresCase: boolean;
  /** Matches every path that normalizing changes; without it every path is normalized. */
  readonly untidy?: RegExp;
  splitRoot(path: string): PathRoot;
  /** Joins parts so that they do not become another kind of root. */
  joinParts(parts: readonly string[]): string;
}

/** The path functions of a system. */
export interface PathFunctions {
  /** Returns the last segment of a path, without `suffix` if it ends with it. */
  basename(path: string, suffix?: string): string;
  /** Returns the path of the parent folder; `.` if the path has no parent. */
  dirname(path: string): string;
  /** Whether a path starts at a root. */
  isAbsolute(path: string): boolean;
  /** Joins parts with the separator and normalizes the result; `.` without any part. */
  join(...parts: string[]): string;
  /** Returns the way from one path to another; both are resolved first. */
  relative(from: string, to: string): string;
  /** Resolves parts, from right to left, to an absolute path without a trailing separator. */
  resolve(...paths: string[]): string;
}

/**
 * Makes the path functions of one system.
 *
 * @param readWorkingDirectory Returns the directory that relative paths start from.
 */
export function createPathFunctions(
  rules: PathRules,
  readWorkingDirectory: () => string,
): PathFunctions {
  const { separator, separators } = rules;

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

  function findLastSegment(path: string): number {
    let index = path.length;
    while (index > 0 && !separators.test(path.charAt(index - 1))) index--;
    return index;
  }

  function normalize(path: string): string {
    if (rules.untidy?.test(path) === false) return path;
    const { device, isRooted, length } = rules.splitRoot(path);
    let tail = normalizeSegments(path.slice(length), isRooted);
    if (tail === "" && !isRooted) tail = ".";
    if (tail !== "" && separators.test(path.at(-1)!)) tail += separator;
    return device + (isRooted ? separator : "") + tail;
  }

  function join(...parts: string[]): string {
    const filled = parts.filter((part) => part !== "");
    return filled.length === 0 ? "." : normalize(rules.joinParts(filled));
  }

  function resolve(...paths: string[]): string {
    let device = "";
    let isRooted = false;
    let tail = "";
    const isComplete = () => isRooted && (device !== "" || separator === "/");
    for (let index = paths.length - 1; index >= -1 && !isComplete(); index--) {
      const path = index >= 0 ? paths[index]! : readStart(device);
      if (path === "") continue;
      const root = rules.splitRoot(path);
      if (root.device !== "" && device !== "" && !isSame(root.device, device)) continue;
      if (device === "") device = root.device;
      if (isRooted) continue;
      tail = path.slice(root.length) + separator + tail;
      isRooted = root.isRooted;
    }
    return device + (isRooted ? separator : "") + normalizeSegments(tail, isRooted) || ".";
  }

  /** The working directory; on another drive than the wanted one, that drive's root. */
  function readStart(device: string): string {
    const start = readWorkingDirectory();
    const isThere = device === "" || isSame(rules.splitRoot(start).device, device);
    return isThere ? start : device + separator;
  }

  function isSame(left: string, right: string): boolean {
    return rules.ignoresCase ? left.toLowerCase() === right.toLowerCase() : left === right;
  }

  function relative(from: string, to: string): string {
    const target = resolve(to);
    const source = splitSegments(resolve(from));
    const wanted = splitSegments(target);
    const isCommon = (index: number) =>
      index < source.length && index < wanted.length && isSame(source[index]!, wanted[index]!);
    let common = 0;
    while (isCommon(common)) common++;
    if (common === 0 && rules.splitRoot(target).device !== "") return target;
    const up = source.slice(common).map(() => "..");
    return [...up, ...wanted.slice(common)].join(separator);
  }

  function dirname(path: string): string {
    const root = path.slice(0, rules.splitRoot(path).length);
    const rest = stripTrailingSeparators(path.slice(root.length));
    const parent = stripTrailingSeparators(rest.slice(0, findLastSegment(rest)));
    return root + parent || ".";
  }

  function basename(path: string, suffix = ""): string {
    const { device } = rules.splitRoot(path);
    const rest = device.endsWith(":") ? path.slice(device.length) : path;
    const stripped = stripTrailingSeparators(rest);
    if (stripped === "") return rest.slice(0, 1);
    const name = stripped.slice(findLastSegment(stripped));
    const keepsSuffix = name === suffix || suffix === "" || !name.endsWith(suffix);
    return keepsSuffix ? name : name.slice(0, -suffix.length);
  }

  const isAbsolute = (path: string) => rules.splitRoot(path).isRooted;

  return { basename, dirname, isAbsolute, join, relative, resolve };
}
