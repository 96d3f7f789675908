/** The content of a folder, to test that nothing changed in it. */
import { join } from "@std/path";

/** Lists every file below a folder with its hash, every link with its target, every folder. */
export async function hashTree(folder: string): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  await collect(folder, "", entries);
  return entries;
}

async function collect(
  folder: string,
  below: string,
  entries: Record<string, string>,
): Promise<void> {
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    const key = join(below, name);
    if (isSymlink) entries[key] = `-> ${Deno.readLinkSync(path)}`;
    else if (isDirectory) {
      entries[key] = "folder";
      await collect(path, key, entries);
    } else {
      const digest = await crypto.subtle.digest("SHA-256", Deno.readFileSync(path));
      entries[key] = new Uint8Array(digest).toHex();
    }
  }
}
