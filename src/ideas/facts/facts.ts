/** Reads the facts of a file: everything that the checks need of its text. Pure. */
import { readPlainValue } from "../../plan/markdown/front_matter.ts";
import { type Prose, readProse } from "../../plan/markdown/prose.ts";
import { isSource } from "../path_kind.ts";
import { type Link, readLinks } from "./links.ts";
import { type Mention, readMentions } from "./mentions.ts";
import { readTasks, type TaskList } from "./task_list.ts";

/** The number of TODO and similar remarks in a file, their weight, and the line of the first. */
type IdeaRemarks = readonly [count: number, weight: number, firstLine: number];

/** Matches a remark in a comment; other text may only mention such words. */
const REMARK = /(?:\/\/|\/\*|^\s*\*|#|--|<!--|;;|%|"""|''')[^\n"'`]*?\b(TODO|FIXME|XXX|HACK)\b/;
const WORD = /TODO|FIXME|XXX|HACK/;

/** Maximum length of a line that is read; a longer line is data. */
const LINE_CHARACTERS = 1_000;

/** The facts of a file; absent fields are facts that it does not have. */
export interface FileFacts {
  readonly links?: readonly Link[];
  /** Tasks and files that its code blocks and spans run. */
  readonly mentions?: readonly Mention[];
  /** `status` of its front matter, lower case. */
  readonly status?: string;
  /** `implementation-status` of its front matter, lower case. */
  readonly implementation?: string;
  readonly remarks?: IdeaRemarks;
  readonly tasks?: TaskList;
}

/** Reads the facts of a file. */
export function readFacts(file: string, text: string): FileFacts {
  if (/\.(?:md|markdown)$/i.test(file)) return readDocument(text);
  const tasks = readTasks(file, text);
  const remarks = isSource(file) ? countRemarks(text) : null;
  return { ...(tasks && { tasks }), ...(remarks && { remarks }) };
}

/** Reads the facts of a Markdown document. */
export function readDocument(text: string): FileFacts {
  const prose = readProse(text.replace(/^\ufeff/, ""));
  const facts = {
    links: readLinks(prose),
    mentions: readMentions(prose),
    status: statusOf(prose, "status"),
    implementation: statusOf(prose, "implementation-status"),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value?.length));
}

/** Reads a value of the front matter in lower case; null if it is not one word. */
function statusOf({ frontMatter }: Prose, key: string): string | null {
  return readPlainValue(frontMatter, key)?.toLowerCase().replaceAll(/[ -]/g, "_") ?? null;
}

/**
 * Counts the remarks of a source file.
 *
 * @returns Null if it has no remarks; a FIXME, XXX or HACK weighs as much as two TODO.
 *
 * @example Two remarks, the first in line 2
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(countRemarks("a();\n// TODO b\n// FIXME c\n"), [2, 3, 2]);
 * ```
 */
export function countRemarks(text: string): IdeaRemarks | null {
  if (!WORD.test(text)) return null;
  let count = 0;
  let weight = 0;
  let first = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.length > LINE_CHARACTERS || !WORD.test(line)) continue;
    const word = REMARK.exec(line)?.[1];
    if (word === undefined) continue;
    if (count === 0) first = index + 1;
    count++;
    weight += word === "TODO" ? 1 : 2;
  }
  return count === 0 ? null : [count, weight, first];
}
