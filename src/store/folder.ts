/**
 * Folders of ours.
 *
 * @module
 */

/**
 * Makes a folder and what is missing above it, by default readable by nobody else (design §3).
 *
 * A folder that exists keeps its rights.
 *
 * @param path the folder
 * @param mode rights of what is made. Default 0700
 * @throws {Error} what the system says where it cannot be made
 */
export function makeFolder(path: string, mode = 0o700): void {
  Deno.mkdirSync(path, { recursive: true, mode });
}
