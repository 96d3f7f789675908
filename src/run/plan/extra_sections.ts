/**
 * Reads sections of a plan from the earlier runner: a command that checks the finished plan, and a
 * prompt for a reader beside the agent. Pure.
 */

import { findFenceEnd, readFence, readHeading, splitLines } from "../../plan/markdown/line.ts";

interface ExtraSections {
  /** The first code block under `## QA`, which must pass for a finished plan. */
  readonly qa: string | null;
  /** Whether there is a section `## Parallel Reads`. */
  readonly hasParallelReads: boolean;
}

const SHELLS = ["", "bash", "sh", "shell", "console", "zsh"];

/** Reads the sections from a plan's text. */
export function readExtraSections(text: string): ExtraSections {
  const lines = splitLines(text);
  let qa: string | null = null;
  let hasParallelReads = false;
  let section = "";
  for (let index = 0; index < lines.length; index++) {
    const fence = readFence(lines[index]!);
    if (fence !== null) {
      const end = findFenceEnd(lines, index + 1, fence);
      const language = fence.info.trim().split(/[`\s]/)[0]!.toLowerCase();
      if (qa === null && section === "qa" && SHELLS.includes(language) && end < lines.length) {
        qa = lines.slice(index + 1, end).join("\n").trim() || null;
      }
      index = end;
      continue;
    }
    const heading = readHeading(lines[index]!);
    if (heading === null || heading.depth > 2) continue;
    section = heading.depth === 2 ? heading.source.toLowerCase() : "";
    hasParallelReads ||= section === "parallel reads";
  }
  return { qa, hasParallelReads };
}
