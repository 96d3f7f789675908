/** Reads the section of a plan with the command that checks the finished plan. Pure. */
import { splitLines } from "../../plan/markdown/line.ts";
import { readPage } from "../../plan/markdown/read_page.ts";

const SHELLS = ["", "bash", "sh", "shell", "console", "zsh"];

/** Reads the first code block under `## QA`, which must pass for a finished plan; null without one. */
export function readQaCommand(text: string): string | null {
  const lines = splitLines(text);
  const { blocks, fences } = readPage(lines);
  const sections = blocks.filter((block) => block.kind === "heading" && block.depth <= 2);
  for (const { info, isClosed, start, end } of fences) {
    const above = sections.findLast(({ line }) => line <= start);
    const isQa = above?.depth === 2 && above.source.toLowerCase() === "qa";
    const language = info.trim().split(/[`\s]/)[0]!.toLowerCase();
    const command = lines.slice(start + 1, end).join("\n").trim();
    if (isQa && isClosed && SHELLS.includes(language) && command !== "") return command;
  }
  return null;
}
