/**
 * Texts that commands print, one file each in `golden/`, so that a person can read all of them.
 *
 * @module
 */
import { assertEquals } from "@std/assert";

const FOLDER = new URL("golden/", import.meta.url);
const UPDATE = "UPDATE_GOLDEN=1 deno test -A tests/cli/golden_test.ts";
const isUpdating = Deno.env.get("UPDATE_GOLDEN") === "1";
const compared = new Set<string>();

/**
 * Asserts that a text is as its file says.
 *
 * @param name The file's name, without its ending.
 * @param text The text.
 */
export function assertGolden(name: string, text: string): void {
  compared.add(name);
  const file = new URL(`${name}.txt`, FOLDER);
  if (isUpdating) Deno.writeTextFileSync(file, text);
  assertEquals(text, readIfThere(file), `The text changed. If that is meant, run: ${UPDATE}`);
}

/** Asserts that every file was compared. */
export function assertNoneLeft(): void {
  const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => name.replace(/\.txt$/, ""));
  assertEquals(files.sort(), [...compared].sort(), "Remove what is no longer printed");
}

function readIfThere(file: URL): string {
  try {
    return Deno.readTextFileSync(file);
  } catch {
    return "";
  }
}
