/**
 * Sections of a plan that the earlier runner knew: a command that checks the whole, and a prompt for
 * a reader beside the agent. Pure.
 *
 * @module
 */

/** What stands in them. */
export interface ExtraSections {
  /** The first code block under `## QA`: it has to pass before the finished plan counts. */
  readonly qa: string | null;
  /** Whether there is a section `## Parallel Reads`. */
  readonly hasParallelReads: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`\s]*)/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
/** Code that a shell runs. */
const SHELLS: ReadonlySet<string> = new Set(["", "bash", "sh", "shell", "console", "zsh"]);

/** Reads them from a plan's text. */
export function readExtraSections(text: string): ExtraSections {
  let qa: string | null = null;
  let hasParallelReads = false;
  let section = "";
  let block: { readonly end: string; readonly isQa: boolean; readonly lines: string[] } | null =
    null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const fence = FENCE.exec(line);
    if (block !== null) {
      if (fence !== null && fence[2] === "" && fence[1]!.startsWith(block.end)) {
        if (block.isQa) qa = block.lines.join("\n").trim() || null;
        block = null;
      } else block.lines.push(line);
      continue;
    }
    if (fence !== null) {
      const isQa: boolean = qa === null && section === "qa" && SHELLS.has(fence[2]!.toLowerCase());
      block = { end: fence[1]!, isQa, lines: [] };
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading === null || heading[1]!.length > 2) continue;
    section = heading[1] === "##" ? heading[2]!.toLowerCase() : "";
    hasParallelReads ||= section === "parallel reads";
  }
  return { qa, hasParallelReads };
}
