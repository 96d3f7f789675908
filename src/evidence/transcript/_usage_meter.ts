/**
 * Tokens and cost, counted once per answer: the client writes a line for each content block and repeats
 * the answer's usage on each, with fewer output tokens on the first lines.
 */
import { asAmount, asFields, asText, type Fields } from "./fields.ts";

/** The tokens of one answer or of many, by kind. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheCreation: number;
}

/** Sums tokens of all kinds. */
export function sumTokens(usage: TokenUsage): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheCreation;
}

/** Adds two counts; an unknown count does not change the other. */
export function addTokens(one: TokenUsage | null, other: TokenUsage | null): TokenUsage | null {
  if (one === null || other === null) return one ?? other;
  return ofEachKind((kind) => one[kind] + other[kind]);
}

interface UsageReport {
  /** Null where the answer has no tokens: unknown is never 0. */
  readonly tokens: TokenUsage | null;
  readonly costUsd: number | null;
}

const FIELDS: Readonly<Record<keyof TokenUsage, string>> = {
  input: "input_tokens",
  output: "output_tokens",
  cacheRead: "cache_read_input_tokens",
  cacheCreation: "cache_creation_input_tokens",
};

function ofEachKind(count: (kind: keyof TokenUsage) => number): TokenUsage {
  return {
    input: count("input"),
    output: count("output"),
    cacheRead: count("cacheRead"),
    cacheCreation: count("cacheCreation"),
  };
}

/** Counts the answers of one transcript. */
export class UsageMeter {
  readonly #before = new Map<string, UsageReport>();
  readonly #seen = new Map<string, UsageReport>();

  /** Notes an answer that an earlier reading counted already. */
  noteCounted(entry: Fields): void {
    addTo(this.#before, entry);
  }

  count(entry: Fields): void {
    addTo(this.#seen, entry);
  }

  /** New tokens; null where no answer reported any. */
  get tokens(): TokenUsage | null {
    let total: TokenUsage | null = null;
    for (const [id, { tokens }] of this.#seen) {
      if (tokens === null) continue;
      const before = this.#before.get(id)?.tokens;
      const fresh = ofEachKind((kind) => Math.max(0, tokens[kind] - (before?.[kind] ?? 0)));
      total = addTokens(total, fresh);
    }
    return total;
  }

  /** New cost in US dollars; null where the lines have none (only older clients write it). */
  get costUsd(): number | null {
    let total: number | null = null;
    for (const [id, { costUsd }] of this.#seen) {
      if (costUsd !== null && !this.#before.has(id)) total = (total ?? 0) + costUsd;
    }
    return total;
  }
}

/** Of an answer's lines the largest figures count. */
function addTo(reports: Map<string, UsageReport>, entry: Fields): void {
  const message = asFields(entry["message"]);
  const usage = asFields(message?.["usage"]);
  if (!message || !usage || message["model"] === "<synthetic>") return;
  const id = asText(message["id"]) ?? asText(entry["uuid"]) ?? `line ${reports.size}`;
  const earlier = reports.get(id);
  const isNamed = Object.values(FIELDS).some((field) => asAmount(usage[field]) !== null);
  const tokens = ofEachKind((kind) =>
    Math.max(asAmount(usage[FIELDS[kind]]) ?? 0, earlier?.tokens?.[kind] ?? 0)
  );
  reports.set(id, {
    tokens: isNamed ? tokens : earlier?.tokens ?? null,
    costUsd: asAmount(entry["costUSD"]) ?? earlier?.costUsd ?? null,
  });
}
