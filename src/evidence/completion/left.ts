/**
 * Recognizes the parts that a page itself marks as left (by a section's heading, a list's title, or a
 * label), and the parts that it marks as done, dropped or empty. The subject of a text never decides: an
 * unnecessary question costs one turn, but a wrong end loses the work.
 */
import { chainOf, type Heading, type Paragraph } from "../../plan/items/document.ts";

/** First words of a heading for work that is left. The words that follow do not change that. */
const LEFT =
  /^(?:(?:roadmap|remaining|outstanding|pending|upcoming|backlog|left ?overs?|loose ends|(?:still )?(?:left )?to[- ]?dos?(?! (?:this|that|so|it)\b)|(?:still |yet )?to be done|yet to do|must[- ]fix|in[- ]progress|still (?:open|missing|pending|needed)|unfinished|unresolved|work left|what remains|what(?:['’]s| is) (?:left|next|missing|open)|not (?:yet )?(?:done|started|implemented)|(?:tasks?|items?|work|steps?) (?:left|remaining|outstanding|pending)|follow[- ]?ups?|action items|things (?:left )?to (?:do|fix|finish)|(?:open|known|remaining) (?:bugs?|ends|issues?|tasks?|items?|points?|work|todos?|problems?|gaps?))\b|(?:next|bugs|to fix|gaps|missing|incomplete|unimplemented)(?=\s*(?:$|[^\p{L}\s]))|missing (?:features?|parts?|pieces|tests?|work)\b|next (?:up|(?:\p{L}+ )?(?:steps?|tasks?|items?|actions?|iterations?|phases?|priorit(?:y|ies)|milestones?))\b|bugs to fix\b)/iu;
/** The only words that may follow outside of a heading, since prose can continue in other ways. */
const LEAD_REST =
  /^(?: (?:work|tasks?|items?|steps?|todos?|issues?|phases?|parts?|things?|for|in|on|before|after|is|are|here|now)\b[^,;.]{0,40})?$/i;
/** In characters. A longer line is not a list's title. */
const MAX_LEAD_LENGTH = 60;

/** Finds the heading that names a section as work that is left: its own heading, or one above it. */
export function findLeftHeading(section: Heading | null): Heading | null {
  for (const heading of chainOf(section)) {
    if (heading.isTitle) continue;
    const words = withoutMarks(heading.text);
    const left = LEFT.exec(words)?.[0];
    const rest = left === undefined ? null : words.slice(left.length);
    if (isSettledHeading(heading.text, rest)) return null;
    if (rest !== null) return heading;
  }
  return null;
}

/** Finds the list entries that a line announces as work that is left: "**Remaining:**". */
export function findAnnounced(paragraphs: readonly Paragraph[]): Set<Paragraph> {
  const announced = new Set<Paragraph>();
  let lead = null as { readonly depth: number; readonly section: Heading | null } | null;
  for (const paragraph of paragraphs) {
    const { isItem, depth, section, source } = paragraph;
    const below: number = isItem && lead !== null && lead.section === section
      ? depth - lead.depth
      : -1;
    if (below === 0) announced.add(paragraph);
    if (below >= 0) continue;
    lead = announcesWork(source.slice(source.lastIndexOf("\n") + 1))
      ? { depth: isItem ? depth + 1 : depth, section }
      : null;
  }
  return announced;
}

/** Finds the lines that name work after a label: "Remaining: export the rows". */
export function findLabelled({ source, line }: Paragraph): { text: string; line: number }[] {
  return source.split("\n").flatMap((text, index) => {
    const colon = text.indexOf(":");
    if (colon === -1 || colon > MAX_LEAD_LENGTH) return [];
    const behind = text.slice(colon + 1).replace(/^[*_]+/, "");
    const isWork = /^\s+\S/.test(behind) && isLead(text.slice(0, colon)) &&
      !isSettledEntry(behind.trim()) && !isSettledEntry(text.trim()) &&
      !isSettledHeading(text, `:${behind}`);
    return isWork ? [{ text, line: line + index }] : [];
  });
}

/** Checks whether a line is a list's title: it ends in a colon, or is bold as a whole. */
function announcesWork(line: string): boolean {
  if (line.length > MAX_LEAD_LENGTH) return false;
  const isTitle = /:[*_]{0,3}\s*$/.test(line) || /^\s*(\*\*|__)[^*_]+\1\s*$/.test(line);
  return isTitle && isLead(line.replace(/[\s:*_]+$/, ""));
}

function isLead(title: string): boolean {
  const words = withoutMarks(title).replace(/[\s*_]+$/, "").replace(/^the /i, "");
  const left = LEFT.exec(words)?.[0];
  return left !== undefined && LEAD_REST.test(words.slice(left.length));
}

function withoutMarks(title: string): string {
  return title.replace(/^[^\p{L}]+/u, "");
}

const FINISHED =
  "(?:done|completed?|finished|fixed|resolved|implemented|shipped|released|merged|closed|skipped|dropped|cancel?led)";
/** A state that settles work if it is the whole text, or alone in brackets. */
const STATE = `(?:${FINISHED}|deferred|optional|future|later|n/a)`;
/** Words for a time or a version: "fixed in 0.3", "done 2026-01-05". Each contains a number. */
const WHEN = "(?:,? (?:(?:in|on|by|at|since|with|for) )?\\S*\\d\\S*)?";
/** A text that says there is nothing. */
const NOTHING =
  "(?:none|nothing|n/a|empty|all (?:(?:items|tasks|work|steps|issues) )?(?:(?:are|is) )?(?:done|completed?|fixed|resolved)|no(?: (?:known|open|remaining|outstanding|further|more))*(?: (?:bugs?|issues?|items?|work|tasks?|todos?|problems?|gaps?|steps?))?)" +
  "(?: (?:known|open|remaining|outstanding|left|remains?|yet|currently|so far|more|to do|at (?:this time|present|the moment)))*";

const SIGN = /^[\s*_]*(?:[✅☑✓✔🚫⏭🎉]|\[x\])/iu;
const STRUCK_OUT = /^\W{0,3}~~[^~]+~~\W*$/;
const LABEL = new RegExp(`^[*_]{0,3}${FINISHED}[*_]{0,3}:`, "i");
const IN_BRACKETS = new RegExp(`[(\\[][*_\\s]*${STATE}${WHEN}[*_\\s]*[)\\]]\\W*$`, "i");
const ALONE = new RegExp(`^[^\\p{L}\\p{N}]*(?:(?:${STATE}${WHEN}|${NOTHING})\\W*)?$`, "iu");
const BEHIND_DASH = new RegExp(`^\\s*(?::|[–—-])\\s*(?:${STATE}${WHEN}|${NOTHING})\\W*$`, "i");
const STATUS = new RegExp(`^\\W*status\\W+${STATE}${WHEN}\\s*(?:$|[.;:(–—-])`, "i");

/** Checks whether a list entry is done or dropped, or says there is nothing. */
export function isSettledEntry(source: string): boolean {
  return SIGN.test(source) || STRUCK_OUT.test(source) || IN_BRACKETS.test(source) ||
    LABEL.test(source) || ALONE.test(source);
}

/**
 * Checks whether a heading says that its section is done or empty.
 *
 * @param rest The words after the first words for work that is left; null without any.
 */
function isSettledHeading(text: string, rest: string | null): boolean {
  return SIGN.test(text) || /[✅☑✔]\W*$/u.test(text) || IN_BRACKETS.test(text) ||
    (rest === null ? ALONE.test(text) : BEHIND_DASH.test(rest));
}

/** Checks whether a paragraph is the status of a finished section: "Status: implemented in 0.3". */
export function isSettledStatus(source: string): boolean {
  return STATUS.test(source);
}
