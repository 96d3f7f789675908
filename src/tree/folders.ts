/** The folders of paths with `/`. Pure. */

/**
 * Cuts off the name of a file.
 *
 * @returns The folder's path without `/` at its end; empty for the root.
 */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/**
 * Lists the folders that files are in, at any depth.
 *
 * @returns Folders without `/` at their end; the root is empty.
 */
export function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>([""]);
  for (const file of files) {
    for (let folder = folderOf(file); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}
