/** Masks secrets in text that arrives in pieces, even if a secret is split between two pieces. */
import { MASK, type Secrets } from "./secrets.ts";

/** Maximum length of an incomplete line that is held back, in characters. */
const LONGEST_HELD = 64 * 1024;
const LONGEST_SECRET = 4 * 1024;
/** Maximum number of lines that are masked after a private key without an end. */
const LONGEST_KEY_LINES = 200;

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/g;
const KEY_END = /-----END [A-Z0-9 ]*PRIVATE KEY-----/;

/**
 * Filters an agent's output before anything stores it.
 *
 * Complete lines pass at once. An incomplete line waits until it is complete, or until the agent falls
 * silent. In the latter case all but its last word passes, since that may be the beginning of a secret.
 */
export class SecretFilter {
  #held = "";
  /** Number of lines since the beginning of an unfinished private key; 0 outside of one. */
  #keyLines = 0;

  constructor(private readonly secrets: Secrets) {}

  /** Adds a piece. @returns The text that may pass, masked. */
  push(piece: string): string {
    const breakAt = Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf("\r")) + 1;
    let passed = "";
    if (breakAt > 0) {
      passed = this.#maskLines(this.#held + piece.slice(0, breakAt));
      this.#held = "";
    }
    this.#held += piece.slice(breakAt);
    if (this.#held.length <= LONGEST_HELD) return passed;
    // Masked before the cut, so that the cut can only split an incomplete secret.
    const masked = this.#maskLines(this.#held);
    this.#held = masked.slice(-LONGEST_SECRET);
    return passed + masked.slice(0, -LONGEST_SECRET);
  }

  /** Returns the safe part of an incomplete line; call this when the agent falls silent. */
  release(): string {
    const safe = this.secrets.countSafe(this.#held);
    if (safe === 0) return "";
    const text = this.#held.slice(0, safe);
    this.#held = this.#held.slice(safe);
    return this.#maskLines(text);
  }

  /** Returns the rest at the end of the output. */
  end(): string {
    const masked = this.#maskLines(this.#held);
    this.#held = "";
    return masked;
  }

  /** Masks a text that may begin inside a private key. */
  #maskLines(text: string): string {
    if (this.#keyLines > 0) return this.#maskKey(text);
    if (text.includes("PRIVATE KEY-----")) {
      const begin = [...text.matchAll(KEY_BEGIN)].at(-1);
      if (begin !== undefined && !KEY_END.test(text.slice(begin.index))) this.#keyLines = 1;
    }
    return this.secrets.mask(text);
  }

  /** Drops the lines of a private key up to its end. */
  #maskKey(text: string): string {
    const end = KEY_END.exec(text);
    if (end === null) {
      this.#keyLines += text.split("\n").length - 1;
      if (this.#keyLines > LONGEST_KEY_LINES) this.#keyLines = 0;
      return "";
    }
    this.#keyLines = 0;
    return MASK + this.#maskLines(text.slice(end.index + end[0].length));
  }
}
