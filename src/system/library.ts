/**
 * The files that the build puts into the program beside its first module: packs, the code that V8 made of
 * them, and source maps.
 *
 * A compiled program reads its modules and embedded files whole at each start: 3.3 MB of them cost 0.1 of
 * an empty program. So on Linux the library stands before them in the program's file, where only what is
 * asked for is read. For macOS, which wants each page of a program signed, it is an embedded file.
 */

/** Reads a file of the library; null where there is none of that name. */
export type LibraryReader = (name: string) => Uint8Array<ArrayBuffer> | null;

/** Where files begin, counted from the library's first byte, and how many bytes they have. */
export type Shelf = Readonly<Record<string, readonly [number, number]>>;

/** What is embedded to find the library by. */
export interface LibraryIndex {
  /** Where the library begins in the program's file, in bytes; null where it is an embedded file. */
  readonly at: number | null;
  /** The shelf of hooks and the status line, and the list of the other one. */
  readonly files: Shelf;
}

/** The file that has the shelf of the commands. */
export const COMMANDS_SHELF = "commands.json";

/**
 * Opens the library of this program. It stays open, since another ralph may take the program's place on
 * the disk meanwhile.
 *
 * @param hasCommands Whether to read the commands' files, or those of hooks and the status line.
 * @throws Error where this program has no library.
 */
export function openLibrary(hasCommands = false): LibraryReader {
  // In the binary nothing on the disk is looked at.
  const at = (name: string) => new URL(`library/${name}`, Deno.mainModule);
  const index: LibraryIndex = JSON.parse(Deno.readTextFileSync(at("index.json")));
  const file = Deno.openSync(index.at === null ? at("files") : Deno.execPath());
  const readerOf = (files: Shelf): LibraryReader => (name) => {
    const place = files[name];
    return place === undefined ? null : readPart(file, (index.at ?? 0) + place[0], place[1]);
  };
  const read = readerOf(index.files);
  return hasCommands ? readerOf(JSON.parse(new TextDecoder().decode(read(COMMANDS_SHELF)!))) : read;
}

function readPart(file: Deno.FsFile, start: number, length: number): Uint8Array<ArrayBuffer> {
  file.seekSync(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  if (file.readSync(bytes) !== length) throw new Error("The program's file is cut off");
  return bytes;
}
