/** The lines of a prompt about the findings: one for each kind, with a count. Pure. */
import { type Category, type Finding, isAtLeast, sortFindings } from "./finding.ts";

/** Places that a line names. */
const PLACES_SHOWN = 3;

/**
 * What the agent is asked not to do, by kind. The other kinds are only listed by the command: the
 * agent reads rules and deny rules anyway, and hooks concern the user.
 */
const FORBIDDEN: Partial<Record<Category, string>> = {
  hardcoded_path:
    "Do not add absolute paths of one user's machine, or rely on those that are there",
  rigid_structure: "Do not tie the code more to fixed folders of the project",
  owned_path: "Do not change what belongs to owners in CODEOWNERS",
  generated_file: "Do not edit generated files by hand; change what they are generated from",
};

/**
 * Makes the lines for the prompt, from findings of severity critical or high.
 *
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
  const severe = sortFindings(findings).filter(({ severity }) => isAtLeast(severity, "high"));
  return [...Map.groupBy(severe, ({ category }) => category)].flatMap(([category, group]) => {
    const line = FORBIDDEN[category];
    return line === undefined ? [] : [`${line} (${describePlaces(group)})`];
  });
}

function describePlaces(findings: readonly Finding[]): string {
  const places = [
    ...new Set(findings.map(({ file, line }) => line === null ? file : `${file}:${line}`)),
  ].map((place) => place ?? "the project");
  const more = places.length > PLACES_SHOWN ? `, … in ${places.length} places` : "";
  return `${findings.length} found: ${places.slice(0, PLACES_SHOWN).join(", ")}${more}`;
}
