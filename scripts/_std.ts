/**
 * The copies of Deno's standard library in `vendor/std`: where they come from, and their licence.
 *
 * @module
 */

import { hashSha256 } from "./_hash.ts";
import type { PackageLicence } from "./channels/licences.ts";

const FOLDER = "vendor/std/";
const SUMS = `${FOLDER}SHA256SUMS`;
const REPOSITORY = "# github.com/denoland/std at ";

/** Writes the list of the copies with their sums. */
export async function writeStdSums(
  root: URL,
  files: readonly string[],
  commit: string,
): Promise<void> {
  const lines = await Promise.all(
    files.map(async (file) =>
      `${await hashSha256(await Deno.readFile(new URL(FOLDER + file, root)))}  ${file}\n`
    ),
  );
  await Deno.writeTextFile(new URL(SUMS, root), `${REPOSITORY}${commit}\n${lines.join("")}`);
}

/** Reads the sums of the copies by their paths in `vendor/std`. */
export function readStdSums(root: URL): ReadonlyMap<string, string> {
  const [, ...lines] = Deno.readTextFileSync(new URL(SUMS, root)).trimEnd().split("\n");
  return new Map(lines.map((line) => line.split("  ").reverse() as [string, string]));
}

/** Reads which commit the copies come from. */
export function readStdCommit(root: URL): string {
  const [head = ""] = Deno.readTextFileSync(new URL(SUMS, root)).split("\n");
  return head.slice(REPOSITORY.length);
}

/** Reads the licence of the copies. */
export function readStdLicence(root: URL): PackageLicence {
  const text = Deno.readTextFileSync(new URL(`${FOLDER}LICENSE`, root));
  return { id: `Deno's standard library at ${readStdCommit(root)}`, name: "MIT", text };
}
