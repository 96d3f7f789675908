/**
 * Tokens and money, counted once an answer: the client writes a line for each content block and
 * repeats the answer's usage on each, the early ones with fewer output tokens (contract §8).
 *
 * @module
 */
import { asAmount, asFields, asText, type Fields } from "./_fields.ts";

/** Tokens by kind. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheCreation: number;
}

/** Tokens of all kinds together. */
export function sumTokens(usage: TokenUsage): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheCreation;
}

/** What one answer reports. */
interface Report {
  readonly tokens: TokenUsage;
  readonly costUsd: number | null;
}

const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 };

/** Counts the answers of one transcript. */
export class UsageMeter {
  readonly #before = new Map<string, Report>();
  readonly #seen = new Map<string, Report>();

  /** Notes an answer that an earlier reading counted already. */
  noteCounted(entry: Fields): void {
    addTo(this.#before, entry);
  }

  /** Counts an answer. */
  count(entry: Fields): void {
    addTo(this.#seen, entry);
  }

  /** Tokens that are new; null where no answer reported any. */
  get tokens(): TokenUsage | null {
    if (this.#seen.size === 0) return null;
    const total = { ...NOTHING };
    for (const [id, { tokens }] of this.#seen) {
      const before = this.#before.get(id)?.tokens ?? NOTHING;
      total.input += Math.max(0, tokens.input - before.input);
      total.output += Math.max(0, tokens.output - before.output);
      total.cacheRead += Math.max(0, tokens.cacheRead - before.cacheRead);
      total.cacheCreation += Math.max(0, tokens.cacheCreation - before.cacheCreation);
    }
    return total;
  }

  /** Money that is new, in US dollars; null where the lines name none (older clients did). */
  get costUsd(): number | null {
    let total: number | null = null;
    for (const [id, { costUsd }] of this.#seen) {
      if (costUsd !== null && !this.#before.has(id)) total = (total ?? 0) + costUsd;
    }
    return total;
  }
}

function addTo(reports: Map<string, Report>, entry: Fields): void {
  const message = asFields(entry["message"]);
  const usage = asFields(message?.["usage"]);
  if (!message || !usage || message["model"] === "<synthetic>") return;
  const id = asText(message["id"]) ?? asText(entry["uuid"]) ?? `line ${reports.size}`;
  const known = reports.get(id);
  const amount = (field: string, before: number | undefined) =>
    Math.max(asAmount(usage[field]) ?? 0, before ?? 0);
  reports.set(id, {
    tokens: {
      input: amount("input_tokens", known?.tokens.input),
      output: amount("output_tokens", known?.tokens.output),
      cacheRead: amount("cache_read_input_tokens", known?.tokens.cacheRead),
      cacheCreation: amount("cache_creation_input_tokens", known?.tokens.cacheCreation),
    },
    costUsd: asAmount(entry["costUSD"]) ?? known?.costUsd ?? null,
  });
}
