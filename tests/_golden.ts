/** Golden files: one file for each text that people, agents or the client read. */
import { assertEquals } from "@std/assert";

/** One folder of golden files. */
interface Golden {
  /**
   * Asserts that a text equals its golden file.
   *
   * @param name The file's name, without its ending.
   */
  assertGolden(name: string, text: string): void;
  /** Asserts that every file of the folder was compared. */
  assertNoneLeft(): void;
}

/**
 * Opens a folder of golden files. With `UPDATE_GOLDEN=1` files are written, not compared.
 *
 * @param folder The folder; ends with a slash.
 * @param ending The ending of its files, with the dot.
 * @param testFile The test file that compares them, from the project's folder.
 */
export function openGolden(folder: URL, ending: string, testFile: string): Golden {
  const isUpdating = Deno.env.get("UPDATE_GOLDEN") === "1";
  const compared = new Set<string>();
  return {
    assertGolden(name, text) {
      compared.add(name);
      const file = new URL(`${name}${ending}`, folder);
      if (isUpdating) Deno.mkdirSync(folder, { recursive: true });
      if (isUpdating) Deno.writeTextFileSync(file, text);
      const hint = `If the change is meant, run: UPDATE_GOLDEN=1 deno test -P ${testFile}`;
      assertEquals(text, readIfThere(file), hint);
    },
    assertNoneLeft() {
      const files = [...Deno.readDirSync(folder)].map(({ name }) => name.slice(0, -ending.length));
      assertEquals(files.sort(), [...compared].sort(), "Remove the files that nothing writes");
    },
  };
}

function readIfThere(file: URL): string {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
