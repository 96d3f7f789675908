/**
 * Masks secrets in text that comes in pieces, also where a secret is split between two.
 *
 * @module
 */
import { MASK, type Secrets } from "./secrets.ts";

/** A line longer than this is let through in parts, in characters. */
const LONGEST_HELD = 64 * 1024;
/** No secret is longer than this, in characters. */
const LONGEST_SECRET = 4 * 1024;
/** A private key whose end never comes masks no more lines than this. */
const LONGEST_KEY_LINES = 200;

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/g;
const KEY_END = /-----END [A-Z0-9 ]*PRIVATE KEY-----/;

/**
 * A filter between an agent's output and everything that keeps it.
 *
 * Complete lines pass at once; of a line that is not complete nothing passes until it is, or until
 * the agent falls silent: then all but its last word, which may be the beginning of a secret.
 */
export class SecretFilter {
  readonly #secrets: Secrets;
  #held = "";
  /** Lines since the beginning of a private key whose end has not come; 0 outside. */
  #keyLines = 0;

  /** @param secrets See `findSecrets`. */
  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /**
   * Takes a piece.
   *
   * @returns What may pass, masked.
   */
  push(piece: string): string {
    const breakAt = Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf("\r")) + 1;
    let passed = "";
    if (breakAt > 0) {
      passed = this.#maskLines(this.#held + piece.slice(0, breakAt));
      this.#held = "";
    }
    this.#held += piece.slice(breakAt);
    if (this.#held.length <= LONGEST_HELD) return passed;
    // Masked first: so the cut goes through no secret but one that is incomplete itself.
    const masked = this.#maskLines(this.#held);
    this.#held = masked.slice(-LONGEST_SECRET);
    return passed + masked.slice(0, -LONGEST_SECRET);
  }

  /** Lets through what can be of an incomplete line; to be called when the agent falls silent. */
  release(): string {
    const safe = this.#secrets.countSafe(this.#held);
    if (safe === 0) return "";
    const text = this.#held.slice(0, safe);
    this.#held = this.#held.slice(safe);
    return this.#maskLines(text);
  }

  /** Lets through all that is held; nothing comes after. */
  end(): string {
    const masked = this.#maskLines(this.#held);
    this.#held = "";
    return masked;
  }

  /** Masks a text, knowing whether it begins inside a private key. */
  #maskLines(text: string): string {
    if (this.#keyLines > 0) return this.#maskKey(text);
    if (text.includes("PRIVATE KEY-----")) {
      const begin = [...text.matchAll(KEY_BEGIN)].at(-1);
      if (begin !== undefined && !KEY_END.test(text.slice(begin.index))) this.#keyLines = 1;
    }
    return this.#secrets.mask(text);
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
