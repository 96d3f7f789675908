/**
 * What the prompt says of the findings: one line for each kind, with a count. Pure.
 *
 * @module
 */
import { type Category, type Finding, isAtLeast, sortFindings } from "./finding.ts";

/** Places that a line names; the rest is a count. */
const PLACES_SHOWN = 3;

/**
 * What the agent is asked not to do, by kind. The kinds that are missing are read by the agent anyway
 * (rules, deny rules), or are the user's business (hooks), and are only listed by the command.
 */
const FORBIDDEN: Partial<Record<Category, string>> = {
  hardcoded_path:
    "Do not add absolute paths of one user's machine, or rely on those that are there",
  rigid_structure: "Do not tie the code more to fixed folders of the project",
  owned_path: "Do not change what belongs to owners in CODEOWNERS",
  generated_file: "Do not edit generated files by hand; change what they are generated from",
};

/**
 * Makes the lines for the prompt, of findings of severity critical or high.
 *
 * @param findings All findings.
 * @returns Lines in a fixed order, the most severe kind first; the same for the same findings.
 *
 * @example One path of a user's machine
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const finding = { id: "a", file: "a.py", line: 1, text: "", description: "", advice: "" };
 * const lines = promptLinesOf([{ ...finding, category: "hardcoded_path", severity: "high" }]);
 * assertEquals(lines[0]?.endsWith("those that are there (1 found: a.py:1)"), true);
 * ```
 */
export function promptLinesOf(findings: readonly Finding[]): string[] {
  const shown = sortFindings(findings).filter(({ severity }) => isAtLeast(severity, "high"));
  return [...Map.groupBy(shown, ({ category }) => category)].flatMap(([category, found]) => {
    const line = FORBIDDEN[category];
    return line === undefined ? [] : [`${line} (${describePlaces(found)})`];
  });
}

function describePlaces(found: readonly Finding[]): string {
  const places = [
    ...new Set(found.map(({ file, line }) => line === null ? file : `${file}:${line}`)),
  ].map((place) => place ?? "the project");
  const more = places.length > PLACES_SHOWN ? `, … in ${places.length} places` : "";
  return `${found.length} found: ${places.slice(0, PLACES_SHOWN).join(", ")}${more}`;
}
