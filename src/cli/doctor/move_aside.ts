import { setAside } from "../../store/files/set_aside.ts";

/**
 * Renames a file or folder in place, so that a fix deletes nothing.
 *
 * @returns A sentence with the new name.
 * @throws {StateError} It cannot be moved.
 */
export function moveAside(path: string, nowMs: number): string {
  const aside = setAside(path, nowMs);
  return aside === null ? `"${path}" is gone already` : `Renamed "${path}" to "${aside}"`;
}
