/**
 * The systems of a release, as each channel names them.
 *
 * @module
 */

/** The name under which ralph is in registries. On npm and PyPI, `ralph` and `ralph-loop` are other programs. */
export const PACKAGE_NAME = "ralph-until-done";

/** A sentence for registries. */
export const SUMMARY = "Keeps Claude Code working until the task is done, and says why it stopped.";

/** A system in the words of Node and of Python's wheels. */
export interface System {
  readonly os: "linux" | "darwin";
  readonly cpu: "x64" | "arm64";
  /** The oldest system on which the base runtime starts, as a wheel's tag. */
  readonly wheel: string;
}

/** The systems by target triple. */
export const SYSTEMS: Readonly<Record<string, System>> = {
  "x86_64-unknown-linux-gnu": { os: "linux", cpu: "x64", wheel: "manylinux_2_27_x86_64" },
  "aarch64-unknown-linux-gnu": { os: "linux", cpu: "arm64", wheel: "manylinux_2_27_aarch64" },
  "x86_64-apple-darwin": { os: "darwin", cpu: "x64", wheel: "macosx_10_12_x86_64" },
  "aarch64-apple-darwin": { os: "darwin", cpu: "arm64", wheel: "macosx_11_0_arm64" },
};

/** The target triples that ralph is built for. */
export const TARGETS: readonly string[] = Object.keys(SYSTEMS);

/** An archive of a release, and what is in it. */
export interface Archive {
  readonly target: string;
  /** Its file name. */
  readonly name: string;
  /** SHA-256 as 64 hex digits. */
  readonly sha256: string;
  /** Its files by their paths in the archive's one folder. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** A release. */
export interface Release {
  readonly version: string;
  /** The address at which the files will be; null if unknown. */
  readonly address: string | null;
  /** The time of every file, epoch milliseconds. */
  readonly timeMs: number;
  readonly archives: readonly Archive[];
  /** Compression level of packages, from 0 to 9. Default: 9. */
  readonly level?: number;
}

/** Returns a file of an archive. */
export function fileOf({ files, name }: Archive, path: string): Uint8Array<ArrayBuffer> {
  const file = files.get(path);
  if (file === undefined) throw new Error(`${name} has no ${path}`);
  return file;
}

/** Returns the address of the repository of a release on GitHub, or null. */
export function repositoryOf({ address }: Release): string | null {
  return address?.match(/^(https:\/\/github\.com\/[\w.-]+\/[\w.-]+)\/releases\//)?.[1] ?? null;
}
