/**
 * Work that a plan names without boxes. It may still be part of the task after all boxes are ticked,
 * so the agent is asked once before the plan counts as complete.
 */
import {
  chainOf,
  type Document,
  type Heading,
  type Paragraph,
} from "../../focus/items/document.ts";
import { findSteps } from "../../focus/items/steps.ts";
import { toPlainText } from "../../markdown/inline.ts";

/** Headings of work that is left, each alone or with an explanation. */
const LEFT =
  /^(?:(?:roadmap|remaining|outstanding|pending|upcoming|backlog|(?:still )?(?:left )?to[- ]?dos?|to be done|what(?:['’]s| is) (?:left|next|missing)|not (?:yet )?(?:done|started|implemented)|(?:open|known|remaining) (?:bugs?|issues?|tasks?|items?|work|todos?|problems?|gaps?))\b|(?:next|bugs)(?=\s*(?:$|[^\p{L}\s]))|next (?:up|(?:\p{L}+ )?(?:steps?|tasks?|items?|actions?|iterations?|phases?|priorit(?:y|ies)|milestones?))\b|bugs to fix\b)(?! (?:for|by) (?:the |a |your )?(?:users?|you|humans?|reviewers?|operators?|maintainers?|team|customers?|clients?)\b)/iu;
/** Words after it that change its meaning: "Remaining risks", "Next steps (manual)". */
const NOT_WORK =
  /\b(?:risks?|questions?|limitations?|notes?|considerations?|budget|time|references?|links?|options?|ideas?|manual(?:ly)?|users?|humans?|you|your|recommend\w*|suggest\w*|advice|tips?|fixed|done|completed?|resolved|closed|none|approved?|approval|rules?|process|workflow|how|guidelines?|template|example|format|steps? to)\b/i;
/** Entries that say that nothing is left, or that they are done. */
const SETTLED =
  /^\W*(?:none|nothing|n\/a|no (?:known|open|remaining|outstanding|further|more)\b|all (?:done|complete|items|tasks)\b|empty|done\b|completed?\b|fixed\b|resolved\b|implemented\b|—|-)|[✅☑✓✔]|~~\S|\[x\]|\((?:done|completed?|fixed|resolved|implemented|deferred|optional|future|later)\b/i;
/** Words of a section that is done. */
const SETTLED_SECTION =
  /^\W*status\W+(?:implemented|done|completed?|shipped|released|merged|resolved|fixed)\b/i;
/** Entries for a person, not for the agent. */
const FOR_A_PERSON =
  /\b(?:you|your|yourself|users? (?:should|can|may|must|needs?)|manual(?:ly)?|stakeholders?|optional(?:ly)?)\b/i;

/**
 * Lists work that has no box.
 *
 * @param document The focus file, without open items.
 * @returns The words of each piece of work, in order.
 */
export function findRemaining(document: Document): string[] {
  const { paragraphs } = document;
  const settled = new Set(
    paragraphs.filter(({ source }) => SETTLED_SECTION.test(source)).map(({ section }) => section),
  );
  const plain = paragraphs.filter((paragraph) => {
    if (!paragraph.isItem || paragraph.optional || isSettled(paragraph)) return false;
    if (paragraph.followsTicked) return true;
    const { section } = paragraph;
    if (paragraph.depth > 0 || section === null || section.hasBoxes) return false;
    if (FOR_A_PERSON.test(paragraph.announcement ?? "") || settled.has(section)) return false;
    const left = findLeftHeading(section);
    // A nested list after such a line has the details of a part.
    return left !== null && (left === section || paragraph.announcement === null);
  });
  const steps = findSteps(document).filter(({ state }) => state === "open");
  const work = [
    ...plain.map(({ source, line }) => ({ text: toPlainText(source.split("\n", 1)[0]!), line })),
    ...steps,
  ].sort((left, right) => left.line - right.line);
  return work.map(({ text }) => text).filter((text) => text !== "");
}

function isSettled({ source }: Paragraph): boolean {
  return SETTLED.test(source) || FOR_A_PERSON.test(source);
}

/** The heading that names a section as work that is left: its own, or one above it. */
function findLeftHeading(section: Heading): Heading | null {
  for (const heading of chainOf(section)) {
    const words = heading.text.replace(/^[^\p{L}]+/u, "");
    if (heading.isTitle) continue;
    if (NOT_WORK.test(words)) return null;
    if (LEFT.test(words)) return heading;
  }
  return null;
}
