/**
 * Programs of the system that some tests need, such as tmux or a browser.
 *
 * @module
 */

/**
 * Returns the test option that leaves a test out where a program is missing, and says so once.
 *
 * @param program The program's name on the PATH.
 * @returns `{ ignore }` for `Deno.test`.
 */
export function needs(program: string): { readonly ignore: boolean } {
  const isThere = (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
  // deno-lint-ignore no-console -- a skip is said aloud
  if (!isThere) console.log(`SKIPPED: '${program}' is not installed`);
  return { ignore: !isThere };
}
