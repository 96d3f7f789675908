/** Path functions over strings for the hot path (docs/start-up.md), with the results of `@std/path`. */

/** Returns the last segment of a path, without `suffix` if it ends with it. */
export function basename(path: string, suffix = ""): string {
  const stripped = withoutSlashes(path);
  if (stripped === "") return path.slice(0, 1);
  const name = stripped.slice(stripped.lastIndexOf("/") + 1);
  return name !== suffix && name.endsWith(suffix)
    ? name.slice(0, name.length - suffix.length)
    : name;
}

/** Returns the path of the parent folder; `.` if the path has no parent. */
export function dirname(path: string): string {
  const stripped = withoutSlashes(path);
  const parent = withoutSlashes(stripped.slice(0, stripped.lastIndexOf("/") + 1));
  return parent !== "" ? parent : isAbsolute(path) ? "/" : ".";
}

/** Checks whether a path starts at the root. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

/** Joins parts and normalizes the result; `.` without any part. */
export function join(...parts: string[]): string {
  const path = parts.filter((part) => part !== "").join("/");
  if (path === "") return ".";
  if (!isUntidy(path)) return path;
  const isRooted = isAbsolute(path);
  const tidy = segmentsOf(path, isRooted).join("/") || (isRooted ? "" : ".");
  return (isRooted ? "/" : "") + tidy + (tidy !== "" && path.endsWith("/") ? "/" : "");
}

/** Checks whether normalizing changes a path. Hooks call it too often for a regular expression. */
function isUntidy(path: string): boolean {
  const enclosed = `/${path}/`;
  return path.includes("//") || enclosed.includes("/./") || enclosed.includes("/../");
}

/** Returns the way from one path to another; both are resolved first. */
export function relative(from: string, to: string): string {
  const source = segmentsOf(resolve(from), true);
  const wanted = segmentsOf(resolve(to), true);
  let common = 0;
  while (common < source.length && source[common] === wanted[common]) common++;
  return [...source.slice(common).map(() => ".."), ...wanted.slice(common)].join("/");
}

/** Resolves parts, from right to left, to an absolute path without a trailing slash. */
export function resolve(...paths: string[]): string {
  const start = paths.findLastIndex(isAbsolute);
  const parts = start === -1 ? [Deno.cwd(), ...paths] : paths.slice(start);
  return `/${segmentsOf(parts.join("/"), true).join("/")}`;
}

/** Returns the segments of a path without `.`, and without `..` if there is a segment to remove. */
function segmentsOf(path: string, isRooted: boolean): string[] {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!isRooted) kept.push("..");
  }
  return kept;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}
