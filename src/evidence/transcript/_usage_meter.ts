/**
 * Tokens and money, counted once an answer: the client writes a line for each content block and
 * repeats the answer's usage on each, the early ones with fewer output tokens.
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
  /** Null where it names no tokens: unknown is never 0. */
  readonly tokens: TokenUsage | null;
  readonly costUsd: number | null;
}

const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 };

const KINDS = [
  ["input", "input_tokens"],
  ["output", "output_tokens"],
  ["cacheRead", "cache_read_input_tokens"],
  ["cacheCreation", "cache_creation_input_tokens"],
] as const satisfies readonly (readonly [keyof TokenUsage, string])[];

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
    let isKnown = false;
    const total = { ...NOTHING };
    for (const [id, { tokens }] of this.#seen) {
      if (tokens === null) continue;
      isKnown = true;
      const before = this.#before.get(id)?.tokens ?? NOTHING;
      total.input += Math.max(0, tokens.input - before.input);
      total.output += Math.max(0, tokens.output - before.output);
      total.cacheRead += Math.max(0, tokens.cacheRead - before.cacheRead);
      total.cacheCreation += Math.max(0, tokens.cacheCreation - before.cacheCreation);
    }
    return isKnown ? total : null;
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
  reports.set(id, {
    tokens: tokensOf(usage, known?.tokens ?? null),
    costUsd: asAmount(entry["costUSD"]) ?? known?.costUsd ?? null,
  });
}

/** The larger figures of an answer's lines; null where none names any. */
function tokensOf(usage: Fields, known: TokenUsage | null): TokenUsage | null {
  const amounts = KINDS.map(([kind, field]) => [kind, asAmount(usage[field])] as const);
  if (amounts.every(([, amount]) => amount === null)) return known;
  const before = known ?? NOTHING;
  const largest = amounts.map(([kind, amount]) => [kind, Math.max(amount ?? 0, before[kind])]);
  return { ...NOTHING, ...Object.fromEntries(largest) };
}
