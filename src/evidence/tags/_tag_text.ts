/** The text inside a tag, and texts that do not count: the examples of our prompts, and "none". */
import { isKnownSeverity } from "../../loop/validation/validation_score.ts";

/** The severity of a finding whose attributes name none. */
const DEFAULT_SEVERITY = "medium";
const MAX_SEVERITY_CHARACTERS = 24;

const SEVERITY =
  /(?:severity|level|priority|type|kind|sev)\s*[=:]\s*["'“”„‘’«»]?\s*([\p{L}][\p{L}|/, -]*)/iu;

/** Texts of our prompts, and of templates that were not filled in. */
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

/** Whether a text has control characters. */
export function hasControl(text: string): boolean {
  return text.search(CONTROL) >= 0;
}

/** Whether a text is an example of ours, or a template that was not filled in. */
export function isExample(text: string): boolean {
  const plain = text.toLowerCase().replace(/\s+/g, " ").replace(/^[[{(<"'`]+|[\]})>"'`]+$/g, "");
  return EXAMPLES.has(text.toLowerCase()) || EXAMPLES.has(plain);
}

/** Whether a text means "none". */
export function isNone(text: string): boolean {
  return NONE.test(text);
}

/**
 * The severity that a finding's attributes name, in lower case.
 *
 * @param attributes All between the tag's name and its `>`, in whatever form.
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
