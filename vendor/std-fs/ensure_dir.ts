/**
 * Directories that must be there.
 *
 * @module
 */

/**
 * Makes sure that a directory exists, its parents too, like `mkdir -p`.
 *
 * @throws {Deno.errors.AlreadyExists} If something else is at the path.
 */
export async function ensureDir(dir: string | URL): Promise<void> {
  await Deno.mkdir(dir, { recursive: true });
}

/**
 * Makes sure that a directory exists, its parents too, like `mkdir -p`.
 *
 * @throws {Deno.errors.AlreadyExists} If something else is at the path.
 */
export function ensureDirSync(dir: string | URL): void {
  Deno.mkdirSync(dir, { recursive: true });
}
