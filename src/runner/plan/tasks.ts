/** Reads the tasks of a plan: `### Task 1: Name` with the files that it changes. */
import type { Document } from "../../focus/items/document.ts";

/** A task of a plan. */
export interface PlanTask {
  readonly number: number;
  readonly name: string;
  /** Paths of its `- Create:`, `- Modify:`, `- Test:` and `- Delete:` lines, as written. */
  readonly files: readonly string[];
}

const TASK = /^Task (\d+):\s*(\S.*)$/;
const FILES = /^(?:Create|Modify|Test|Delete):\s/;
const IN_BACKTICKS = /`([^`]+)`/g;
const LEAST_WORD_LENGTH = 3;

/** Reads the tasks of a document, in order. */
export function readTasks({ headings, paragraphs }: Document): PlanTask[] {
  return headings.flatMap((heading, index) => {
    const match = heading.depth === 3 ? TASK.exec(heading.text.trim()) : null;
    if (match === null) return [];
    const end = headings.slice(index + 1)
      .find(({ depth, text }) => depth <= 2 || depth === 3 && TASK.test(text.trim()))?.line ??
      Infinity;
    const files = paragraphs
      .filter(({ line, source }) => line > heading.line && line < end && FILES.test(source))
      .flatMap(({ source }) => [...source.matchAll(IN_BACKTICKS)].map(([, path]) => path ?? ""));
    return [{ number: Number(match[1]), name: match[2] ?? "", files: [...new Set(files)] }];
  });
}

/**
 * Finds the task of an item: by position if there are as many tasks as items, else by the words of
 * the task's name, the longest name first.
 *
 * @param index Its position among all items, from 0.
 * @returns The task, or null if no task matches.
 */
export function taskOf(
  text: string,
  index: number,
  items: number,
  tasks: readonly PlanTask[],
): PlanTask | null {
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
