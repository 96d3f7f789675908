/**
 * What a folder holds, to see that nothing was changed in it.
 *
 * @module
 */
import { join } from "@std/path";

/** Every file below a folder with its text, every link with its target, every folder. */
export async function hashTree(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  await collect(folder, "", found);
  return found;
}

async function collect(
  folder: string,
  below: string,
  found: Record<string, string>,
): Promise<void> {
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    const key = join(below, name);
    if (isSymlink) found[key] = `-> ${Deno.readLinkSync(path)}`;
    else if (isDirectory) {
      found[key] = "folder";
      await collect(path, key, found);
    } else {
      const digest = await crypto.subtle.digest("SHA-256", Deno.readFileSync(path));
      found[key] = new Uint8Array(digest).toHex();
    }
  }
}
