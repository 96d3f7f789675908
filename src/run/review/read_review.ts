/**
 * Reads a reviewer's answer. Pure.
 *
 * @module
 */
import { readTags } from "../../evidence/tags/tags.ts";
import type { Finding } from "../../loop/facts.ts";
import { oneLine } from "../../text/shorten.ts";
import { coreOf, endsInApproval, linesOf } from "./approval.ts";

/** The findings of a review, or why its answer does not count. */
export type Review =
  /** `serious` findings send the work back, the others are only noted. */
  | {
    readonly kind: "reviewed";
    readonly serious: readonly Finding[];
    readonly minor: readonly Finding[];
  }
  /** The answer does not count: never an approval. */
  | { readonly kind: "none"; readonly why: string };

/** Severities that are only noted. */
const MINOR: readonly string[] = ["low", "documentation", "coverage"];

/** Whether a finding sends the work back. */
export function isSerious({ severity }: Finding): boolean {
  return !MINOR.includes(severity);
}

/**
 * Reads the last message of a reviewer.
 *
 * @param message The message, Markdown.
 * @param isApproved Whether its last line says that the review is complete.
 * @returns Its findings; `none` where it neither says so nor reports a serious finding.
 *
 * @example Silence is not approval
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readReview("Looks good to me!").kind, "none");
 * assertEquals(readReview("<validated>").kind, "reviewed");
 * ```
 */
export function readReview(message: string, isApproved = endsInApproval(message)): Review {
  const { findings, unread } = readTags(message);
  const serious = findings.filter(isSerious);
  const minor = findings.filter((finding) => !isSerious(finding));
  if (serious.length > 0) return { kind: "reviewed", serious, minor };
  if (unread.length > 0) {
    return { kind: "none", why: `its answer cannot be read: ${unread[0]?.line ?? ""}` };
  }
  if (isApproved) return { kind: "reviewed", serious, minor };
  // Such as a request to log in, or a line of the work that it shows.
  const last = message.split("\n").findLast((line) => line.trim() !== "");
  const end = last === undefined ? "" : `; it ends with "${oneLine(last, 120)}"`;
  return { kind: "none", why: `its answer does not end with a <validated> of its own${end}` };
}

/**
 * Drops lines with tags that the reviewed work contains too: a program that prints its prompt, or a
 * file, does not answer by it.
 *
 * @param lines The output of a reviewer without events.
 * @param work The reviewed texts: the item and the change.
 *
 * @example A printed change
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(withoutEcho(["<validated>", "done"], ["+<validated>\n"]), "done");
 * assertEquals(withoutEcho(["<validated>"], ["+other\n"]), "<validated>");
 * ```
 */
export function withoutEcho(lines: readonly string[], work: readonly string[]): string {
  const isTagged = (line: string) => line.includes("<") || line.includes("&lt;");
  const seen = linesOf(work);
  return lines.filter((line) => !isTagged(line) || !seen.has(coreOf(line))).join("\n");
}
