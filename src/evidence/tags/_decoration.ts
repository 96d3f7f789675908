/**
 * The marks that models put around a tag: list bullets, numbers, task boxes, headings, quotation marks,
 * bold and italic, backticks, table bars, emoji.
 */
import { isKnownSeverity } from "../../loop/validation/validation_score.ts";

/** In characters. Longer text in front of a tag is not decoration. */
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

/** The marks in front of a tag. */
export interface Decoration {
  /** True if the text consists only of marks. */
  readonly isAll: boolean;
  /** Quotation marks, or a block quote. */
  readonly isQuoted: boolean;
  /** Backticks, table bars, emoji: marks that are not allowed around a promise. */
  readonly isCode: boolean;
  /** A task box that is not ticked. */
  readonly isOpenBox: boolean;
}

/** Reads the marks in front of a tag. */
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

/** Checks whether only marks and closing punctuation follow a tag. */
export function isTrailing(after: string): boolean {
  return TRAILING.test(after);
}

/** Checks whether only bold and italic marks follow a tag. */
export function isEmphasisOnly(after: string): boolean {
  return EMPHASIS_ONLY.test(after);
}

/** The severity of a finding without one in its attributes. */
const DEFAULT_SEVERITY = "medium";
const MAX_SEVERITY_CHARACTERS = 24;

const SEVERITY =
  /(?:severity|level|priority|type|kind|sev)\s*[=:]\s*["'“”„‘’«»]?\s*([\p{L}][\p{L}|/, -]*)/iu;

/** Texts from ralph's prompts, and from templates that were not filled in. */
const EXAMPLES: ReadonlySet<string> = new Set([
  "what is needed",
  "what and where",
  "what you need",
  "what",
  "text",
  "description",
  "...",
  "…",
  "save() loses data when the disk is full (store.ts:41)",
  "the option --json is not in the readme (readme.md:12)",
  "the error path of load() has no test (load.ts:20)",
  "an approach that worked, and where",
  "a feature that users would want",
]);

const NONE =
  /^(?:none|nothing|no|nil|null|n\/?a|-+|no (?:findings?|issues?|problems?|blockers?)|nothing is needed)(?: (?:left|found|open|remaining|so far))?[.!]?$/i;

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes space, marks and control characters from a tag's text. */
export function cleanText(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(CONTROL, "").trim());
  const joined = lines.join("\n").trim();
  const wrapped = /^(\*\*|__|`)([^*_`][\s\S]*)\1$/.exec(joined)?.[2];
  return (wrapped === undefined || wrapped.includes("`") ? joined : wrapped).trim();
}

/** Checks whether a text has control characters. */
export function hasControl(text: string): boolean {
  return text.search(CONTROL) >= 0;
}

/** Checks whether a text is one of ralph's examples, or a template that was not filled in. */
export function isExample(text: string): boolean {
  const plain = text.toLowerCase().replace(/\s+/g, " ").replace(/^[[{(<"'`]+|[\]})>"'`]+$/g, "");
  return EXAMPLES.has(text.toLowerCase()) || EXAMPLES.has(plain);
}

/** Checks whether a text means "none". */
export function isNone(text: string): boolean {
  return NONE.test(text);
}

/**
 * Reads the severity in a finding's attributes, in lower case.
 *
 * @param attributes The text between the tag's name and its `>`, in any form.
 */
export function readSeverity(attributes: string): string {
  const named = SEVERITY.exec(attributes)?.[1];
  const words = (named ?? attributes).toLowerCase().split(/[^\p{L}]+/u).filter((word) =>
    word !== ""
  );
  const severity = words.find(isKnownSeverity);
  if (severity !== undefined) return severity;
  const first = named === undefined ? undefined : words[0];
  return first?.slice(0, MAX_SEVERITY_CHARACTERS) ?? DEFAULT_SEVERITY;
}
