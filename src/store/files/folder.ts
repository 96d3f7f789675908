/** Folders of ours, and files in folders that may be missing. */
import { dirname } from "../../system/path.ts";

/**
 * Creates a folder and what is missing above it. A folder that exists keeps its rights.
 *
 * @param mode Rights of what is created. Default 0700: the user only.
 */
export function makeFolder(path: string, mode = 0o700): void {
  Deno.mkdirSync(path, { recursive: true, mode });
}

/**
 * Opens a file. Where its folder is missing, makes that first.
 *
 * @param options How it is opened; with `create` or `createNew`.
 * @param folderMode Rights of a folder that is made. Default 0700.
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
