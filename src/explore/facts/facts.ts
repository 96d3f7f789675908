/**
 * What exploration keeps of one file: everything that the checks need, so that a file is read once
 * as long as it does not change. Pure.
 *
 * @module
 */
import { readPlainValue } from "../../markdown/front_matter.ts";
import { type Prose, readProse } from "../../markdown/prose.ts";
import { isSource } from "../path_kind.ts";
import { readAnchors } from "./anchors.ts";
import { type Link, readLinks } from "./links.ts";
import { type Mention, readMentions, readWords } from "./mentions.ts";
import { countRemarks, type Remarks } from "./remarks.ts";
import { readTasks, type TaskList } from "./task_list.ts";

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
 * Reads the facts of a file.
 *
 * @param path Its path from the project's root.
 * @param text Its text.
 * @returns Its facts as JSON; empty where there are none.
 */
export function readFacts(path: string, text: string): string {
  const facts = factsOf(path, text);
  return Object.keys(facts).length === 0 ? "" : JSON.stringify(facts);
}

function factsOf(file: string, text: string): FileFacts {
  if (/\.(?:md|markdown)$/i.test(file)) return readDocument(text);
  const tasks = readTasks(file, text);
  const remarks = isSource(file) ? countRemarks(text) : null;
  return { ...(tasks && { tasks }), ...(remarks && { remarks }) };
}

/**
 * Reads a markdown document.
 *
 * @param text its text
 * @returns the facts; what it has none of is missing
 */
export function readDocument(text: string): FileFacts {
  const prose = readProse(text.replace(/^\ufeff/, ""));
  const links = readLinks(prose);
  const anchors = readAnchors(prose);
  const mentions = readMentions(prose);
  const words = readWords(prose);
  const status = statusOf(prose, "status");
  const implementation = statusOf(prose, "implementation-status");
  return {
    ...(links.length > 0 && { links }),
    ...(anchors.length > 0 && { anchors }),
    ...(mentions.length > 0 && { mentions }),
    ...(words.length > 0 && { words }),
    ...(status !== null && { status }),
    ...(implementation !== null && { implementation }),
  };
}

/** A plain value of the front matter, as one word; anything richer is not a status. */
function statusOf({ frontMatter }: Prose, key: string): string | null {
  return readPlainValue(frontMatter, key)?.toLowerCase().replaceAll(/[ -]/g, "_") ?? null;
}
