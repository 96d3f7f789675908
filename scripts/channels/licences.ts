/**
 * The licences of what others wrote, from the packages as they were downloaded.
 *
 * @module
 */
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";

/** The file of an archive that has them. */
export const LICENCES_FILE = "THIRD_PARTY_LICENSES.txt";

/** The licence that a package declares. */
export interface PackageLicence {
  /** `NAME@VERSION`. */
  readonly id: string;
  /** The licence's name in SPDX's list. */
  readonly name: string;
  /** Its text; null if the package has none of its own. */
  readonly text: string | null;
}

/**
 * Reads what a package says of its licence.
 *
 * @param npmCache The folder in which Deno keeps packages, with a folder for each registry.
 */
export function readLicence(npmCache: string, id: string): PackageLicence {
  const at = id.lastIndexOf("@");
  const folders = [...Deno.readDirSync(npmCache)]
    .map(({ name }) => join(npmCache, name, id.slice(0, at), id.slice(at + 1)));
  const folder = folders.find((each) => existsSync(each, { isDirectory: true }));
  if (folder === undefined) throw new Error(`The package ${id} was not downloaded`);
  const manifest = JSON.parse(Deno.readTextFileSync(join(folder, "package.json")));
  const file = [...Deno.readDirSync(folder)].map(({ name }) => name).sort()
    .find((name) => /^licen[cs]e/i.test(name));
  return {
    id,
    name: manifest.license,
    text: file === undefined ? null : Deno.readTextFileSync(join(folder, file)),
  };
}

/** Writes the licences one after the other. */
export function writeLicences(licences: readonly PackageLicence[], denoVersion: string): string {
  const parts = licences.map(({ id, name, text }) =>
    text === null
      ? `${id} (${name}), without a text of its own\n`
      : `${id} (${name})\n\n${text.replaceAll("\r\n", "\n").trim()}\n`
  );
  const deno =
    `ralph contains these packages, and the runtime of Deno ${denoVersion} (MIT), whose own ` +
    `notices are in its repository: https://github.com/denoland/deno/tree/v${denoVersion}\n`;
  return [deno, ...parts].join(`\n${"-".repeat(80)}\n\n`);
}
