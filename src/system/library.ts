/**
 * Reads the library: files that the build puts into the program in addition to its first module. They are
 * packs, the code that V8 compiled from them, and source maps. On Linux the library is before the embedded
 * files; on macOS it is one of them (docs/start-up.md).
 */

/** Reads a file of the library; null if no file has that name. */
export type LibraryReader = (name: string) => Uint8Array<ArrayBuffer> | null;

/** The offset of each file from the library's first byte, and its length in bytes. */
export type Shelf = Readonly<Record<string, readonly [number, number]>>;

/** The index by which the program finds its library: a constant of its first module. */
export interface LibraryIndex {
  /** The library's offset in the program's file, in bytes; null if it is an embedded file. */
  readonly at: number | null;
  /** The files of hooks and the status line. */
  readonly hooks: Shelf;
  /** The place of the command chunks. */
  readonly commands: readonly [number, number];
}

/** The readers of a program's files. */
export interface Library {
  /** Reads the files of the hooks and the status line. */
  readonly hooks: LibraryReader;
  /** Locates the command chunks, and returns a reader for them. */
  readonly openCommands: () => LibraryReader;
}

/**
 * Opens the library of this program. It stays open, since an update may replace the program on the disk
 * in the meantime.
 *
 * @throws Error if this program has no library.
 */
export function openLibrary({ at, hooks, commands }: LibraryIndex): Library {
  // The library is in the binary; nothing else on the disk is read.
  const file = Deno.openSync(at === null ? new URL("library", Deno.mainModule) : Deno.execPath());
  const readerOf = (files: Shelf): LibraryReader => (name) => {
    if (files[name] === undefined) return null;
    const [start, length] = files[name];
    file.seekSync((at ?? 0) + start, Deno.SeekMode.Start);
    const bytes = new Uint8Array(length);
    if (file.readSync(bytes) !== length) throw new Error("The program's file is cut off");
    return bytes;
  };
  const openCommands = () =>
    readerOf(JSON.parse(new TextDecoder().decode(readerOf({ commands })("commands")!)));
  return { hooks: readerOf(hooks), openCommands };
}
