/**
 * What is kept of a file on the disk. Loaded only where one has to be read.
 *
 * @module
 */
import { readFile } from "../../tree/project_file.ts";
import { readDocument } from "./document.ts";
import type { FileFacts } from "./file_facts.ts";
import { isSource, isWritten } from "../path_kind.ts";
import { countRemarks } from "./remarks.ts";
import { readTasks } from "./task_list.ts";

/**
 * Reads a regular file.
 *
 * @param project the project's root
 * @param file its path from there
 * @param size its size, bytes
 * @returns its facts as JSON; empty where there are none, as for large, binary and unreadable files
 */
export function readFactsOf(project: string, file: string, size: number): string {
  if (!isWritten(file)) return "";
  const read = readFile(project, file, size);
  if (read.kind !== "text") return "";
  const facts = factsOf(file, read.text);
  return Object.keys(facts).length === 0 ? "" : JSON.stringify(facts);
}

function factsOf(file: string, text: string): FileFacts {
  if (/\.(?:md|markdown)$/i.test(file)) return readDocument(text);
  const tasks = readTasks(file, text);
  const remarks = isSource(file) ? countRemarks(text) : null;
  return { ...(tasks && { tasks }), ...(remarks && { remarks }) };
}
