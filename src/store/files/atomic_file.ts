/** Writes files so that a reader always finds either the complete old text or the complete new text. */
import { basename, dirname, join } from "../../system/path.ts";
import { attempt, messageOf, StateError } from "../../error.ts";
import { exists, infoOf, namesIn, removeFile } from "./presence.ts";

/** Options for writing a file. */
export interface WriteOptions {
  /** Rights of a new folder. Default 0700; in a project 0777, which the umask limits. */
  readonly folderMode?: number;
  /** Rights of a new file. Default 0600; a replaced file keeps its own. */
  readonly mode?: number;
  /**
   * True to keep a symbolic link and write its target. Default false: the link is replaced, since a
   * project's files may come from another person, and a link could lead out of the project.
   */
  readonly followLinks?: boolean;
  /**
   * The folder, links resolved, that must contain the file once links are resolved. Default: none. A
   * project's folder may have been replaced by a link to elsewhere.
   */
  readonly root?: string;
  /** True to wait until the text is on the disk (default); a copy does not need it. */
  readonly isFlushed?: boolean;
}

/**
 * ralph's temporary files, with the id of the process that writes them, so that left-over files can be
 * found.
 */
const TEMPORARY = /^\.ralph-.*-(\d+)-[0-9a-f]+\.tmp$/;

/**
 * Replaces a file's text: temporary file in the same folder, flush, rename.
 *
 * @param path The file. A missing folder is created (0700).
 * @throws {StateError} If it cannot be written; the old text is unchanged.
 */
export function writeAtomic(path: string, text: string, options: WriteOptions = {}): void {
  let temporary: string | null = null;
  try {
    const target = options.followLinks ? attempt(() => Deno.realPathSync(path)) ?? path : path;
    const mode = modeOf(target) ?? options.mode ?? 0o600;
    const name = `.ralph-${basename(target)}-${Deno.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`;
    const wanted = join(dirname(target), name);
    // createNew never writes through a link that another process put there.
    const file = openInFolder(wanted, { write: true, createNew: true, mode }, options.folderMode);
    temporary = wanted;
    try {
      // Nothing is written until the new file is known to be in the right folder.
      const { root } = options;
      if (root !== undefined && !Deno.realPathSync(wanted).startsWith(join(root, "/"))) {
        throw new Error(`"${dirname(target)}" leads out of "${root}"`);
      }
      writeAll(file, new TextEncoder().encode(text));
      if (options.isFlushed ?? true) file.syncDataSync();
    } finally {
      file.close();
    }
    Deno.renameSync(temporary, target);
  } catch (error) {
    if (temporary !== null) removeFile(temporary);
    throw unwritable(path, error);
  }
}

/**
 * Appends a line to a file in one write, so that several processes can append.
 *
 * If a crash cut off the last line, a line break comes first, so that the new line can be read.
 *
 * @param path The file. It and its folder are created if missing.
 * @param line The line, without line feeds.
 * @throws {StateError} If it cannot be written.
 */
export function appendLine(path: string, line: string): void {
  try {
    using file = openInFolder(path, { read: true, append: true, create: true, mode: 0o600 });
    const start = endsInsideLine(file) ? "\n" : "";
    writeAll(file, new TextEncoder().encode(`${start}${line}\n`));
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, cause: unknown): StateError {
  return new StateError(`Cannot write "${path}": ${messageOf(cause)}`, {
    hint: cause instanceof Deno.errors.NotADirectory
      ? `A file is in the place of a folder: rename "${findFileAbove(path)}".`
      : "Check the folder's rights and the space on the disk.",
    cause,
  });
}

/** Finds the part of a path that should be a folder but is a file. */
function findFileAbove(path: string): string {
  const above = dirname(path);
  if (above === path || infoOf(above)?.isFile) return above;
  return findFileAbove(above);
}

/** The age at which no process still writes a temporary file. */
const LEFT_AFTER_MS = 3_600_000;
/** The same, if its process is unknown here: it may be in a sandbox, or on another machine. */
const DEAD_AFTER_MS = 60_000;

/** Removes the temporary files that killed ralph processes left behind in a folder. */
export function removeLeftovers(folder: string, nowMs: number): void {
  for (const name of namesIn(folder)) {
    const pid = TEMPORARY.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(folder, name);
    const changed = infoOf(path)?.mtime?.getTime() ?? nowMs;
    const isDead = Deno.build.os === "linux" && !exists(`/proc/${pid}`);
    if (nowMs - changed >= (isDead ? DEAD_AFTER_MS : LEFT_AFTER_MS)) removeFile(path);
  }
}

function modeOf(path: string): number | null {
  const info = infoOf(path);
  return info?.isFile && info.mode !== null ? info.mode & 0o777 : null;
}

function endsInsideLine(file: Deno.FsFile): boolean {
  if (file.seekSync(0, Deno.SeekMode.End) === 0) return false;
  file.seekSync(-1, Deno.SeekMode.End);
  const last = new Uint8Array(1);
  return file.readSync(last) === 1 && last[0] !== 0x0a;
}

/**
 * Creates a folder and its missing parents. A folder that exists keeps its rights.
 *
 * @param mode Rights of new folders. Default 0700: the user only.
 */
export function makeFolder(path: string, mode = 0o700): void {
  Deno.mkdirSync(path, { recursive: true, mode });
}

/**
 * Opens a file, and creates its folder first if that is missing.
 *
 * @param options How it is opened; with `create` or `createNew`.
 * @param folderMode Rights of a new folder. Default 0700.
 */
export function openInFolder(
  path: string,
  options: Deno.OpenOptions,
  folderMode?: number,
): Deno.FsFile {
  try {
    return Deno.openSync(path, options);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    makeFolder(dirname(path), folderMode);
    return Deno.openSync(path, options);
  }
}

/** Writes all bytes; a single write may take fewer. */
export function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += file.writeSync(bytes.subarray(done));
}
