/**
 * What exploration keeps of one file: everything that the checks need, so that a file is read once
 * as long as it does not change.
 *
 * @module
 */
import type { Remarks } from "./remarks.ts";
import type { TaskList } from "./task_list.ts";

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
