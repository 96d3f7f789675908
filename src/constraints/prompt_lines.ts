/**
 * What the prompt says of the findings: one line for each kind, with a count. Pure.
 *
 * @module
 */
import { type Category, type Finding, isAtLeast, sortFindings } from "./finding.ts";

/** Places that a line names; the rest is a count. */
const PLACES_SHOWN = 3;

/**
 * What the agent is told not to do, by kind. The kinds that are missing are read by the agent anyway
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
 * The lines for the prompt: findings of severity critical or high.
 *
 * @param findings all findings
 * @returns lines in a fixed order, the most severe kind first; the same for the same findings
 */
export function promptLinesOf(findings: readonly Finding[]): string[] {
  const kinds = new Map<Category, Finding[]>();
  for (const finding of sortFindings(findings)) {
    if (!isAtLeast(finding.severity, "high") || FORBIDDEN[finding.category] === undefined) continue;
    const known = kinds.get(finding.category);
    if (known === undefined) kinds.set(finding.category, [finding]);
    else known.push(finding);
  }
  return [...kinds].map(([category, found]) => `${FORBIDDEN[category]} (${describePlaces(found)})`);
}

function describePlaces(found: readonly Finding[]): string {
  const places = [...new Set(found.map(({ file, line }) => describePlace(file, line)))];
  const shown = places.slice(0, PLACES_SHOWN).join(", ");
  const more = places.length > PLACES_SHOWN ? `, … in ${places.length} places` : "";
  return `${found.length} found: ${shown}${more}`;
}

function describePlace(file: string | null, line: number | null): string {
  if (file === null) return "the project";
  return line === null ? file : `${file}:${line}`;
}
