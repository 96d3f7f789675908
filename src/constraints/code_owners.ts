/**
 * Paths with owners in CODEOWNERS. Pure.
 *
 * @module
 */
import type { Draft } from "./_draft.ts";

/** Where the file may stand; the first that exists counts, as for GitHub and GitLab. */
export const CODE_OWNERS_FILES: readonly string[] = [
  ".github/CODEOWNERS",
  "CODEOWNERS",
  "docs/CODEOWNERS",
  ".gitlab/CODEOWNERS",
];

/**
 * Finds the owned paths.
 *
 * @param file its path from the project's root
 * @param text its text
 * @returns one draft a line with owners; a rule for everything is low, any other medium
 */
export function findOwnedPaths(file: string, text: string): Draft[] {
  return text.split(/\r?\n/).flatMap((raw, index): Draft[] => {
    const line = raw.replace(/(?:^|\s)#.*$/, "").trim();
    if (line === "" || /^\^?\[/.test(line)) return [];
    const [pattern = "", ...owners] = line.split(/(?<!\\)\s+/);
    if (owners.length === 0) return [];
    return [{
      category: "owned_path",
      severity: pattern === "*" || pattern === "/**" ? "low" : "medium",
      file,
      line: index + 1,
      text: line,
      description: `${pattern} is owned by ${owners.join(", ")}`,
      advice: "A change there needs their review",
    }];
  });
}
