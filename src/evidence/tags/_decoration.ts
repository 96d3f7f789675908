/**
 * The marks that models put around a tag: list bullets, numbers, task boxes, headings, quotation
 * marks, bold and italic, backticks, table bars, emoji.
 */

/** Characters; longer text in front of a tag is not decoration. */
const MAX_DECORATION = 80;

/** A mark in front of a tag, with the space after it. */
const MARKS: readonly (readonly [RegExp, keyof Omit<Decoration, "isAll"> | null])[] = [
  [/^\s+/, null],
  [/^>/, "isQuoted"],
  [/^\[ \](?=\s)/, "isOpenBox"],
  [/^\[[xX]\](?=\s)/, null],
  [/^(?:[-+*•–—]|\(?(?:\d{1,3}|[a-zA-Z])[.)]|#{1,6})(?=\s)/, null],
  [/^[*_]+/, null],
  [/^`+/, "isCode"],
  [/^["'“”„‘’«»‹›]+/, "isQuoted"],
  [/^\|/, "isCode"],
  [/^[\p{Extended_Pictographic}\uFE0F\u200D→⇒]+/u, "isCode"],
];

const TRAILING = /^[\s*_`"'“”„‘’«»‹›|.,;:!)\]\p{Extended_Pictographic}\uFE0F\u200D]*$/u;
const EMPHASIS_ONLY = /^[\s*_]*$/;

interface Decoration {
  /** Whether the text consists only of marks. */
  readonly isAll: boolean;
  /** Quotation marks, or a block quote. */
  readonly isQuoted: boolean;
  /** Backticks, table bars, emoji: marks that a promise may not have. */
  readonly isCode: boolean;
  /** A task box that is not ticked. */
  readonly isOpenBox: boolean;
}

/**
 * Reads the marks in front of a tag.
 *
 * @param before The line's text up to the tag.
 */
export function readDecoration(before: string): Decoration {
  const seen = { isQuoted: false, isCode: false, isOpenBox: false };
  if (before.length > MAX_DECORATION) return { ...seen, isAll: before.trim() === "" };
  let rest = before;
  while (rest !== "") {
    const mark = MARKS.find(([pattern]) => pattern.test(rest));
    if (mark === undefined) return { ...seen, isAll: false };
    const [pattern, kind] = mark;
    if (kind !== null) seen[kind] = true;
    rest = rest.replace(pattern, "");
  }
  return { ...seen, isAll: true };
}

/** Whether only marks and closing punctuation follow a tag. */
export function isTrailing(after: string): boolean {
  return TRAILING.test(after);
}

/** Whether only bold and italic marks follow a tag. */
export function isEmphasisOnly(after: string): boolean {
  return EMPHASIS_ONLY.test(after);
}

/** Words by which a sentence speaks about a tag instead of using it. */
const ABOUT =
  /\b(?:would|will|shall|i'll|i’ll|if|when|once|until|unless|example|e\.g|such as|format|write|say|emit|prompt|instructions?|told|said)\b/i;

/**
 * Whether a complete sentence or a label is in front of a tag, so that the tag is used, not described:
 * `I need it. <blocked>…`, `Blocked: <blocked>…`.
 */
export function isSentenceBefore(before: string): boolean {
  const text = before.replace(/[\s*_`"'“”„‘’«»]+$/u, "");
  if (!/[.!?:…–—-]$/u.test(text)) return false;
  const last = text.slice(0, -1).split(/[.!?…]\s+/).at(-1) ?? "";
  return !ABOUT.test(last);
}
