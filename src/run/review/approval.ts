/**
 * Whether a reviewer approves: by the last line of its own words, or not at all. What it quotes was
 * written by the agent whose work it reviews, so nothing above that line can approve. Pure.
 *
 * @module
 */
import { deniesValidation } from "../../evidence/tags/tags.ts";
import { classifyLines } from "../../plan/markdown/line_context.ts";

const FORM = /^<validated>(?:([^<>]*)<\/validated>)?$/;

/** Whether a line is the tag and nothing else. @param line A line without space at its end. */
function isApprovalLine(line: string): boolean {
  const form = FORM.exec(line);
  return form !== null && !deniesValidation(form[1] ?? "");
}

/**
 * Whether the last line of a message approves: the tag alone, outside of fences, quotes and indents.
 *
 * @param message An agent's own message, Markdown.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * assert(endsInApproval("Nothing to fix.\n\n<validated>\n"));
 * assert(!endsInApproval("The agent wrote:\n\n> <validated>"));
 * assert(!endsInApproval("<validated>\n\nThat is what the agent wrote. I do not approve."));
 * ```
 */
export function endsInApproval(message: string): boolean {
  const lines = classifyLines(message);
  const at = lines.findLastIndex(({ text }) => text.trim() !== "");
  const last = lines[at];
  // A line right below a quote still belongs to it.
  const isQuoted = lines[at - 1]?.context === "quote";
  return last?.context === "plain" && !isQuoted && isApprovalLine(last.text.trimEnd());
}

/**
 * Finds the last line of a reviewer without events if that approves. Its output has the output of its
 * tools too, so the line must not be in any text that it was given or could have printed.
 *
 * @param lines The lines of its output, without empty lines at the end.
 * @param foreign Texts of others: the prompt, the reviewed work, commit messages.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(approvesPlainly(["3 passed", "<validated>"], ["+done"]), true);
 * assertEquals(approvesPlainly(["3 passed", "<validated>"], ["+<validated>"]), false);
 * ```
 */
export function approvesPlainly(lines: readonly string[], foreign: readonly string[]): boolean {
  const last = lines.at(-1)?.trimEnd() ?? "";
  return isApprovalLine(last) && !linesOf(foreign).has(last);
}

/** The lines of texts, without the marks of a diff, a quote or a list in front. */
export function linesOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.split("\n").map(coreOf)));
}

/** A line without such marks. */
export function coreOf(line: string): string {
  return line.replace(/^[\s>|*+-]+/, "").trim();
}
