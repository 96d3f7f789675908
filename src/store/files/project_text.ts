/** Reads a project's own files. */
import { exists } from "./presence.ts";
import { findOutsideTarget } from "../project.ts";
import { LARGEST_TEXT_BYTES, readText, type TextRead } from "./text_file.ts";

/**
 * Reads a text file of the project. A link that leads out of the project is unreadable: it could reveal any
 * of the user's files on the terminal or to the model.
 */
export function readProjectText(
  project: string,
  path: string,
  largestBytes: number = LARGEST_TEXT_BYTES,
): TextRead {
  if (!exists(path)) return { kind: "absent" };
  const wayOut = findOutsideTarget(project, path);
  if (wayOut === null) return readText(path, largestBytes);
  return { kind: "unreadable", why: `it is a link that leads out of the project, to ${wayOut}` };
}
