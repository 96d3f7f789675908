/**
 * Every entry below a directory.
 *
 * @module
 */
import { basename, fromFileUrl, join, normalize } from "@std/path";

/** What a walk visits and yields. */
export interface WalkOptions {
  /** How many levels to go down; 0 yields the root only. Default: no limit. */
  maxDepth?: number;
  /** Whether files are yielded. Default: true. */
  includeFiles?: boolean;
  /** Whether directories are yielded. Default: true. */
  includeDirs?: boolean;
  /** Whether links that are not followed are yielded. Default: true. */
  includeSymlinks?: boolean;
  /** Whether links are followed. Default: false. */
  followSymlinks?: boolean;
  /** Whether a followed link is named by what it points to. Default: true. */
  canonicalize?: boolean;
  /** Only entries with one of these extensions, with or without the dot. */
  exts?: string[];
  /** Only entries whose path matches one of these. */
  match?: RegExp[];
  /** No entries whose path matches one of these, and nothing below them. */
  skip?: RegExp[];
}

/** One entry of a walk. */
export interface WalkEntry extends Deno.DirEntry {
  /** The path of the entry, starting with the root that was given. */
  path: string;
}

/**
 * Walks the tree below a directory; the order is the file system's.
 *
 * @throws {Deno.errors.NotFound} If the root does not exist.
 */
export async function* walk(
  root: string | URL,
  options: WalkOptions = {},
): AsyncIterableIterator<WalkEntry> {
  const path = toPath(root);
  const { maxDepth = Infinity } = options;
  if (maxDepth < 0) return;
  if (options.includeDirs !== false && isWanted(path, options)) yield describeRoot(path);
  if (maxDepth < 1 || isSkipped(path, options)) return;
  for await (const child of Deno.readDir(path)) {
    const entry = resolveEntry(path, child, options);
    if (!entry.isDirectory) {
      if (isYielded(entry, options)) yield entry;
    } else yield* walk(entry.path, { ...options, maxDepth: maxDepth - 1 });
  }
}

/**
 * Walks the tree below a directory; the order is the file system's.
 *
 * @throws {Deno.errors.NotFound} If the root does not exist.
 */
export function* walkSync(
  root: string | URL,
  options: WalkOptions = {},
): IterableIterator<WalkEntry> {
  const path = toPath(root);
  const { maxDepth = Infinity } = options;
  if (maxDepth < 0) return;
  if (options.includeDirs !== false && isWanted(path, options)) yield describeRoot(path);
  if (maxDepth < 1 || isSkipped(path, options)) return;
  for (const child of Deno.readDirSync(path)) {
    const entry = resolveEntry(path, child, options);
    if (!entry.isDirectory) {
      if (isYielded(entry, options)) yield entry;
    } else yield* walkSync(entry.path, { ...options, maxDepth: maxDepth - 1 });
  }
}

function toPath(root: string | URL): string {
  return root instanceof URL ? fromFileUrl(root) : root;
}

function describeRoot(root: string): WalkEntry {
  const path = normalize(root);
  return { path, name: basename(path), ...pickKind(Deno.statSync(path)) };
}

function resolveEntry(parent: string, child: Deno.DirEntry, options: WalkOptions): WalkEntry {
  const path = join(parent, child.name);
  if (!child.isSymlink || !options.followSymlinks) return { path, ...child };
  const target = Deno.realPathSync(path);
  const shown = options.canonicalize === false ? path : target;
  return { path: shown, name: child.name, ...pickKind(Deno.lstatSync(target)) };
}

function pickKind(info: Deno.FileInfo): Omit<Deno.DirEntry, "name"> {
  return { isFile: info.isFile, isDirectory: info.isDirectory, isSymlink: info.isSymlink };
}

function isYielded(entry: WalkEntry, options: WalkOptions): boolean {
  const isIncluded = entry.isSymlink ? options.includeSymlinks : options.includeFiles;
  return isIncluded !== false && isWanted(entry.path, options);
}

function isWanted(path: string, { exts, match, skip }: WalkOptions): boolean {
  if (exts && !exts.some((ext) => path.endsWith(ext.startsWith(".") ? ext : `.${ext}`))) {
    return false;
  }
  return !isSkipped(path, { ...(skip && { skip }) }) && (!match || matchesAny(path, match));
}

function isSkipped(path: string, { skip = [] }: WalkOptions): boolean {
  return matchesAny(path, skip);
}

function matchesAny(path: string, patterns: RegExp[]): boolean {
  return patterns.some((pattern) => path.search(pattern) >= 0);
}
