/**
 * The check `adr-without-implementation`: finds each `docs/adr/{name}.md` with `status: accepted` whose
 * design spec `docs/design/{name}/spec.md` is missing or not implemented.
 */
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import type { TreeView } from "./tree_view.ts";

const DECISION = /^docs\/adr\/([^/]+)\.md$/;
const IMPLEMENTED: readonly string[] = ["completed", "complete", "implemented", "done"];

/**
 * Finds accepted decisions whose design spec is missing or not implemented.
 *
 * @returns An opportunity for each; empty if the project has neither specs nor statuses.
 */
export function findDecisions(view: TreeView): Opportunity[] {
  const opportunities: Opportunity[] = [];
  for (const [file, { status, implementation }] of view.withFacts) {
    const name = DECISION.exec(file)?.[1];
    if (name === undefined || status !== "accepted") continue;
    if (implementation !== undefined && IMPLEMENTED.includes(implementation)) continue;
    const spec = `docs/design/${name}/spec.md`;
    const why = whyOpen(view, spec, implementation ?? null);
    if (why === null) continue;
    opportunities.push(makeOpportunity("adr-without-implementation", {
      key: file,
      file,
      line: 1,
      text: `Accepted, but not implemented: ${file}:1: ${why}`,
    }));
  }
  return opportunities;
}

function whyOpen(view: TreeView, spec: string, implementation: string | null): string | null {
  if (!view.has(spec)) {
    if (implementation !== null) return `implementation-status is ${implementation}`;
    return view.hasFolder("docs/design") ? `${spec} is missing` : null;
  }
  // The spec was not read yet.
  const facts = view.factsOf(spec);
  if (facts === null) return null;
  const state = facts.implementation ?? facts.status ?? null;
  if (state === null) return `${spec} has no implementation-status`;
  return IMPLEMENTED.includes(state) ? null : `${spec} is ${state}`;
}
