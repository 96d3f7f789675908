/**
 * What cannot be read is kept under another name, never deleted, never overwritten.
 *
 * @module
 */
import { messageOf } from "../../error.ts";
import { renderStamp } from "../../text/instant.ts";

/** What came of setting a file aside. */
export type SetAside =
  | { readonly kind: "aside"; readonly path: string }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly why: string };

/** Names tried before giving up; two in one second is already rare. */
const MOST_TRIES = 100;

/**
 * Renames a file or folder to `{name}.broken-{time}`.
 *
 * @param path what to set aside
 * @param nowMs Unix time in milliseconds
 * @returns its new path, or why it stands where it stood
 */
export function setAside(path: string, nowMs: number = Date.now()): SetAside {
  const time = renderStamp(nowMs);
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(path);
  } catch (error) {
    return error instanceof Deno.errors.NotFound
      ? { kind: "absent" }
      : { kind: "failed", why: messageOf(error) };
  }
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const aside = `${path}.broken-${time}${attempt === 1 ? "" : `-${attempt}`}`;
    try {
      reserve(aside, info.isDirectory);
      Deno.renameSync(path, aside);
      return { kind: "aside", path: aside };
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) {
        return { kind: "failed", why: messageOf(error) };
      }
    }
  }
  return { kind: "failed", why: `there are ${MOST_TRIES} files set aside in this second already` };
}

/** Takes the name with an empty file or folder of our own, since a rename overwrites. */
function reserve(path: string, isFolder: boolean): void {
  if (isFolder) Deno.mkdirSync(path, { mode: 0o700 });
  else Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
}
