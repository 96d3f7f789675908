/**
 * What is kept of a file on the disk. Loaded only where one has to be read.
 *
 * @module
 */
import { readFile } from "../store/project_file.ts";
import { readFacts } from "./file_facts.ts";
import { isWritten } from "./path_kind.ts";

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
  const facts = readFacts(file, read.text);
  return facts === null ? "" : JSON.stringify(facts);
}
