/** Reads the section of a plan with the command that checks the finished plan. Pure. */
import { findFenceEnd, readFence, readHeading, splitLines } from "../../plan/markdown/line.ts";

const SHELLS = ["", "bash", "sh", "shell", "console", "zsh"];

/** Reads the first code block under `## QA`, which must pass for a finished plan; null without one. */
export function readQaCommand(text: string): string | null {
  const lines = splitLines(text);
  let isQa = false;
  for (let index = 0; index < lines.length; index++) {
    const fence = readFence(lines[index]!);
    const heading = readHeading(lines[index]!);
    if (fence !== null) {
      const end = findFenceEnd(lines, index + 1, fence);
      const language = fence.info.trim().split(/[`\s]/)[0]!.toLowerCase();
      const command = lines.slice(index + 1, end).join("\n").trim();
      const isCommand = isQa && SHELLS.includes(language) && end < lines.length && command !== "";
      if (isCommand) return command;
      index = end;
    } else if (heading !== null && heading.depth <= 2) {
      isQa = heading.depth === 2 && heading.source.toLowerCase() === "qa";
    }
  }
  return null;
}
