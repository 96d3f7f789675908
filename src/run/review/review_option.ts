/**
 * Reads `--review AGENT[:ROUNDS]`. Pure.
 *
 * @module
 */
import { UsageError } from "../../error.ts";

/** The reviewer that `--review` names, and how many rounds it may ask for. */
interface ReviewWish {
  /** A known agent's name, or a command. */
  readonly agent: string;
  /** How often findings go back to a worker, for each item and at the end. */
  readonly rounds: number;
}

const MOST_ROUNDS = 9;

/**
 * Reads the value of `--review`.
 *
 * @param value An agent, and how often findings go back, after a colon (default: 1).
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
