/**
 * Rules in CLAUDE.md and AGENTS.md of the form never, must not, do not. Pure.
 *
 * @module
 */
import type { Draft } from "./_draft.ts";

const STRICT = /\b(?:never|must not|mustn['’]t|may not|shall not)\b/i;
const RULE = /\b(?:never|must not|mustn['’]t|may not|shall not|do not|don['’]t)\b/i;

/** Files that hold such rules, by their last name. */
export const RULE_FILES: ReadonlySet<string> = new Set([
  "CLAUDE.md",
  "CLAUDE.local.md",
  "AGENTS.md",
]);

/**
 * Finds the rules; code blocks and comments hold none.
 *
 * @param file its path from the project's root
 * @param text its text
 * @returns one draft a line: high for never and must not, medium for do not
 */
export function findRules(file: string, text: string): Draft[] {
  const drafts: Draft[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
      continue;
    }
    if (fence !== null || /^\s*<!--.*-->\s*$/.test(line) || !RULE.test(line)) continue;
    drafts.push({
      category: "project_rule",
      severity: STRICT.test(line) ? "high" : "medium",
      file,
      line: index + 1,
      text: line.replace(/^\s*(?:#+|[-*+]|\d+[.)]|>)?\s*/, "").trim(),
      description: `Rule in ${file}:${index + 1}`,
      advice: "The agent reads it by itself; a task that needs it broken should say so",
    });
  }
  return drafts;
}
