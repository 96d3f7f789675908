/**
 * Work that keeps a loop busy and brings a project nowhere: the predecessor's ten kinds. It is listed,
 * never forbidden.
 *
 * @module
 */
import type { Finding } from "./finding.ts";

const KINDS: readonly (readonly [name: string, what: string])[] = [
  ["lint", "Fixing style and lint remarks"],
  ["docs", "Rewriting documentation and comments"],
  ["types", "Adding type annotations"],
  ["todo", "Clearing TODO comments"],
  ["security", "Running security scans without a finding to fix"],
  ["tests", "Adding tests for the sake of coverage"],
  ["git", "Tidying commits, branches and ignore files"],
  ["refactor", "Refactoring without a need"],
  ["deps", "Upgrading dependencies"],
  ["cicd", "Changing pipelines"],
];

/** The list, as findings of low severity. */
export const BUSYWORK: readonly Finding[] = KINDS.map(([name, what]) => ({
  id: `busywork-${name}`,
  category: "busywork",
  severity: "low",
  file: null,
  line: null,
  text: name,
  description: what,
  advice: "Forbid it with 'ralph forbid' where the loop should keep to its task",
}));
