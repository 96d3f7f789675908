/** The tasks of a plan: `### Task 1: Name` with the files that it changes. */
import type { Document, Heading, Paragraph, TaskItem } from "../items/document.ts";

/** A task of a plan. */
export interface PlanTask {
  readonly number: number;
  readonly name: string;
  /** The line of its heading, and the first line after the task. */
  readonly lines: readonly [from: number, to: number];
  /** The paths of its `Files:` list, and of lines such as `- Create:` and `- Modify:`. */
  readonly files: readonly string[];
}

const TASK = /^Task (\d+):\s*(\S.*)$/;
const FILES = /^(?:Create:|Modify:|Test:|Delete:|\**Files:?\**:?)\s/;
const ANNOUNCED_FILES = /^\W*Files\W*$/;
const IN_BACKTICKS = /`([^`]+)`/g;
const LEAST_WORD_LENGTH = 3;

/** Reads the tasks of a document, in order: with headings of the second or third level. */
export function readTasks({ headings, paragraphs }: Document): PlanTask[] {
  const readHeading = ({ depth, text }: Heading) =>
    depth === 2 || depth === 3 ? TASK.exec(text.trim()) : null;
  return headings.flatMap((heading, index) => {
    const match = readHeading(heading);
    if (match === null) return [];
    const { line: from } = heading;
    const to = headings.slice(index + 1)
      .find((other) => other.depth <= 2 || readHeading(other) !== null)?.line ?? Infinity;
    const files = paragraphs
      .filter((paragraph) => paragraph.line > from && paragraph.line < to && namesFiles(paragraph))
      .flatMap(({ source }) => [...source.matchAll(IN_BACKTICKS)].map(([, path]) => path ?? ""));
    const [, number, name = ""] = match;
    return [{ number: Number(number), name, lines: [from, to], files: [...new Set(files)] }];
  });
}

function namesFiles({ source, announcement }: Paragraph): boolean {
  return FILES.test(source) || ANNOUNCED_FILES.test(announcement ?? "");
}

/**
 * Finds the task of an item: the section that contains it, else by position if there are as many tasks as
 * items, else by the words of the task's name, longest name first.
 *
 * @param item The item's text, and its line in the file.
 * @param index The item's position among all items, from 0.
 * @returns The task, or null if no task matches.
 */
export function taskOf(
  { text, line }: Pick<TaskItem, "text" | "line">,
  index: number,
  items: number,
  tasks: readonly PlanTask[],
): PlanTask | null {
  const around = tasks.find(({ lines: [from, to] }) => line > from && line < to);
  if (around !== undefined) return around;
  if (tasks.length === items) return tasks[index] ?? null;
  const words = text.toLowerCase();
  return tasks.toSorted((left, right) => right.name.length - left.name.length)
    .find(({ name }) => {
      const wanted = name.toLowerCase().split(/\s+/).filter((word) =>
        word.length >= LEAST_WORD_LENGTH
      );
      return wanted.length > 0 && wanted.every((word) => words.includes(word));
    }) ?? null;
}
