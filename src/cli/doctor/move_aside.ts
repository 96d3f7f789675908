import { setAside } from "../../store/files/set_aside.ts";

/**
 * Keeps a file or folder under another name beside it, so that a fix deletes nothing.
 *
 * @returns A sentence that says where it is now.
 * @throws {StateError} It cannot be moved.
 */
export function moveAside(path: string, nowMs: number): string {
  const aside = setAside(path, nowMs);
  return aside === null ? `"${path}" is gone already` : `Renamed "${path}" to "${aside}"`;
}
