/**
 * The files that the build puts into the program beside its first module: packs, the code that V8 made of
 * them, and source maps.
 * On Linux it stands before the embedded files; for macOS it is one of them (docs/start-up.md).
 */

/** Reads a file of the library; null if there is none of that name. */
export type LibraryReader = (name: string) => Uint8Array<ArrayBuffer> | null;

/** Where files begin, counted from the library's first byte, and how many bytes they have. */
export type Shelf = Readonly<Record<string, readonly [number, number]>>;

/** What the program finds its library by: a constant of its first module. */
export interface LibraryIndex {
  /** Where the library begins in the program's file, in bytes; null if it is an embedded file. */
  readonly at: number | null;
  /** The files of hooks and the status line. */
  readonly hooks: Shelf;
  /** Where the shelf of the commands is. */
  readonly commands: readonly [number, number];
}

/** The files of a program. */
export interface Library {
  /** Reads those of hooks and the status line. */
  readonly hooks: LibraryReader;
  /** Finds those of the commands, and returns what reads them. */
  readonly openCommands: () => LibraryReader;
}

/**
 * Opens the library of this program. It stays open, since another ralph may take the program's place on
 * the disk meanwhile.
 *
 * @throws Error if this program has no library.
 */
export function openLibrary({ at, hooks, commands }: LibraryIndex): Library {
  // In the binary nothing on the disk is looked at.
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
