/**
 * Makes the archives of a release: the same bytes for the same files, on every machine.
 *
 * @module
 */
import { packTar } from "modern-tar";
import { gzipSync } from "node:zlib";

/** A file of an archive. */
export interface ArchivedFile {
  /** Its path in the archive's one folder. */
  readonly name: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly isProgram?: boolean;
}

/**
 * Packs files as a compressed tar archive.
 *
 * @param folder The archive's one folder.
 * @param timeMs The time of every file, epoch milliseconds.
 * @param level Compression level, from 0 to 9.
 */
export async function packArchive(
  folder: string,
  files: readonly ArchivedFile[],
  timeMs: number,
  level = 9,
): Promise<Uint8Array<ArrayBuffer>> {
  const common = { mtime: new Date(timeMs), uid: 0, gid: 0, uname: "root", gname: "root" };
  const entries = files.map(({ name, body, isProgram }) => ({
    header: {
      ...common,
      name: `${folder}/${name}`,
      size: body.length,
      mode: isProgram ? 0o755 : 0o644,
    },
    body,
  }));
  return new Uint8Array(gzipSync(await packTar(entries), { level }));
}
