/**
 * What exploration keeps of one file: everything that the checks need, so that a file is read once
 * as long as it does not change. Pure.
 *
 * @module
 */
import { readDocument } from "./document_facts.ts";
import { readTasks, type TaskList } from "./task_list.ts";
import { countRemarks, type Remarks } from "./remarks.ts";
import { isSource, isWritten } from "./path_kind.ts";

/** A link to somewhere in the project: its line, and what stands in it. */
export type Link = readonly [line: number, target: string];

/** A thing of the project that a document names: its line, by what it is run, and its name. */
export type Mention = readonly [line: number, runner: string, name: string];

/** What is kept of a file; what is missing was not found. */
export interface FileFacts {
  readonly links?: readonly Link[];
  /** Of headings and of HTML, lower case. */
  readonly anchors?: readonly string[];
  /** Tasks and files that its code runs. */
  readonly mentions?: readonly Mention[];
  /** Single words that stand as code. */
  readonly words?: readonly string[];
  /** `status` of its front matter, lower case. */
  readonly status?: string;
  /** `implementation-status` of its front matter, lower case. */
  readonly implementation?: string;
  readonly remarks?: Remarks;
  readonly tasks?: TaskList;
}

/**
 * Reads what is kept of a file.
 *
 * @param file its path from the project's root
 * @param text its text
 * @returns the facts; null where there are none
 */
export function readFacts(file: string, text: string): FileFacts | null {
  if (!isWritten(file)) return null;
  if (/\.(?:md|markdown)$/i.test(file)) return orNull(readDocument(text));
  const tasks = readTasks(file, text);
  const remarks = isSource(file) ? countRemarks(text) : null;
  return orNull({ ...(tasks && { tasks }), ...(remarks && { remarks }) });
}

function orNull(facts: FileFacts): FileFacts | null {
  return Object.keys(facts).length === 0 ? null : facts;
}
