/**
 * Reads a reviewer's answer. Pure.
 *
 * @module
 */
import { findTags } from "../../evidence/tags/_tag_elements.ts";
import { readTags } from "../../evidence/tags/tags.ts";
import type { Finding } from "../../loop/facts.ts";
import { oneLine } from "../../text/shorten.ts";
import { UsageError } from "../../error.ts";

/** The findings of a review, or why its answer does not count. */
export type Review =
  /** `serious` findings send the work back; `minor` findings are only noted. */
  | {
    readonly kind: "reviewed";
    readonly serious: readonly Finding[];
    readonly minor: readonly Finding[];
  }
  /** The answer does not count, in particular not as an approval. */
  | { readonly kind: "none"; readonly why: string };

/** Severities that are only noted. */
const MINOR: readonly string[] = ["low", "documentation", "coverage"];

/** Checks whether a finding sends the work back. */
export function isSerious({ severity }: Finding): boolean {
  return !MINOR.includes(severity);
}

/**
 * The code that approves in one review. It is new for each review and split into two parts, so that neither
 * the reviewed work nor the prompt contains it. Whatever a reviewer quotes from them cannot approve.
 */
export type ReviewCode = readonly [string, string];

/** Creates the code of a review. */
export function newReviewCode(): ReviewCode {
  const [one = "", two = ""] = crypto.randomUUID().split("-").slice(1);
  return [one, two];
}

/** Returns the line that approves. */
export function approvalOf(code: ReviewCode): string {
  return `<validated>${code.join("-")}</validated>`;
}

/**
 * Reads the last message of a reviewer.
 *
 * @returns Its findings; `none` if it neither ends with the approval nor reports a serious finding.
 *
 * @example Silence is not approval
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readReview("Looks good to me!", ["ab", "cd"]).kind, "none");
 * assertEquals(readReview("<validated>ab-cd</validated>", ["ab", "cd"]).kind, "reviewed");
 * ```
 */
export function readReview(message: string, code: ReviewCode): Review {
  const { findings, unread } = readTags(withoutFence(message));
  const serious = findings.filter(isSerious);
  const minor = findings.filter((finding) => !isSerious(finding));
  if (serious.length > 0) return { kind: "reviewed", serious, minor };
  if (unread.length > 0) {
    return { kind: "none", why: `its answer cannot be read: ${unread[0]?.line ?? ""}` };
  }
  // For example a request to log in.
  const last = message.split("\n").findLast((line) => line.trim() !== "");
  if (last?.trim() === approvalOf(code)) return { kind: "reviewed", serious, minor };
  const end = last === undefined ? "" : `; it ends with "${oneLine(last, 120)}"`;
  return { kind: "none", why: `its answer does not end with the approval of this review${end}` };
}

/** A message that consists of one code block. */
const FENCED = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n[ \t]*\1\s*$/;

/** Removes the fence from an answer that is one code block. An approval inside of it does not count. */
function withoutFence(message: string): string {
  const [, fence = "", text = ""] = FENCED.exec(message) ?? [];
  return fence === "" || text.includes(fence) ? message : text;
}

/**
 * Drops tags that the reviewed work contains too, since a program that prints a file does not thereby give
 * an answer. Only whole tags are dropped: the beginning of a tag alone does not show what a reviewer writes
 * into it.
 *
 * @param lines The output of a reviewer without events.
 * @param work The reviewed texts: the item and the change.
 *
 * @example A printed change
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const finding = "<finding>wrong</finding>";
 * assertEquals(withoutEcho([finding, "done"], [`+${finding}\n`]), "done");
 * assertEquals(withoutEcho([finding], ["+other\n"]), finding);
 * assertEquals(withoutEcho(["<finding>", "wrong"], ["+<finding>\n"]), "<finding>\nwrong");
 * ```
 */
export function withoutEcho(lines: readonly string[], work: readonly string[]): string {
  // Ignores leading marks of a diff, a quote or a list.
  const coreOf = (line: string) => line.replace(/^[\s>|*+-]+/, "").trim();
  const seen = new Set(["", ...work.flatMap((text) => text.split("\n").map(coreOf))]);
  const kept: string[] = [];
  let at = 0;
  while (at < lines.length) {
    const isEcho = seen.has(coreOf(lines[at]!));
    let end = at + 1;
    while (end < lines.length && seen.has(coreOf(lines[end]!)) === isEcho) end++;
    const run = lines.slice(at, end);
    at = end;
    kept.push(...isEcho ? withoutWholeTags(run) : run);
  }
  return kept.join("\n");
}

/** Drops lines with tags, but keeps lines with only the beginning or the end of a finding. */
function withoutWholeTags(lines: readonly string[]): string[] {
  const whole = findTags(lines.join("\n")).elements.filter(({ closing }) => closing !== null);
  const isInWhole = (at: number) =>
    whole.some(({ line, lastLine }) => line <= at && at <= lastLine);
  return lines.filter((line, at) =>
    !/<|&lt;/.test(line) || /finding/i.test(line) && !isInWhole(at)
  );
}

/** The reviewer that `--review` names, and the number of rounds it may ask for. */
interface ReviewWish {
  /** A known agent's name, or a command. */
  readonly agent: string;
  /** Maximum number of times that findings go back to a worker, for each item and at the end. */
  readonly rounds: number;
}

const MOST_ROUNDS = 9;

/**
 * Reads the value of `--review`.
 *
 * @param value An agent and, after a colon, how many times findings go back (default: 1).
 * @throws {UsageError} If the number is not from 1 to 9, or the agent is missing.
 *
 * @example Rounds after the last colon
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readReviewWish("codex:2"), { agent: "codex", rounds: 2 });
 * assertEquals(readReviewWish("my-agent --url http://x"), {
 *   agent: "my-agent --url http://x",
 *   rounds: 1,
 * });
 * ```
 */
export function readReviewWish(value: string): ReviewWish {
  const match = /^(.*?)(?::(-?[\d.]+))?$/s.exec(value.trim());
  const agent = match?.[1]?.trim() ?? "";
  const rounds = match?.[2] === undefined ? 1 : Number(match[2]);
  const isPossible = Number.isInteger(rounds) && rounds >= 1 && rounds <= MOST_ROUNDS;
  if (agent !== "" && isPossible) return { agent, rounds };
  throw new UsageError(
    `Expected AGENT or AGENT:ROUNDS with 1 to ${MOST_ROUNDS} rounds for --review, found "${value}"`,
    { hint: "For example: --review claude, or --review 'codex:2'." },
  );
}
