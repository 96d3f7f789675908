/**
 * Counts tokens and cost once per answer: the client writes a line for each content block and repeats the
 * answer's usage on each, with fewer output tokens on the first lines.
 */
import { addAmounts, addKnown, type Amounts } from "../../loop/usage.ts";
import { asAmount, asFields, asText, type Fields } from "./fields.ts";

const KINDS = [
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
] as const;

/** Unknown amounts are never 0. */
export const UNKNOWN_USAGE: Amounts = { tokens: null, costUsd: null };

/** Counts the answers of one transcript. */
export class UsageMeter {
  readonly #before = new Map<string, Amounts>();
  readonly #seen = new Map<string, Amounts>();

  /** Records an answer that an earlier reading has counted already. */
  noteCounted(entry: Fields): void {
    addTo(this.#before, entry);
  }

  count(entry: Fields): void {
    addTo(this.#seen, entry);
  }

  /** The new amounts: null if no answer reported them. Only older clients write the cost. */
  get total(): Amounts {
    const fresh = [...this.#seen].map(([id, { tokens, costUsd }]): Amounts => {
      const before = this.#before.get(id);
      return {
        tokens: tokens && Math.max(0, tokens - (before?.tokens ?? 0)),
        costUsd: before === undefined ? costUsd : null,
      };
    });
    return fresh.reduce(addAmounts, UNKNOWN_USAGE);
  }
}

/** Adds an entry's usage. The largest figures of an answer's lines count. */
function addTo(reports: Map<string, Amounts>, entry: Fields): void {
  const message = asFields(entry["message"]);
  const usage = asFields(message?.["usage"]);
  if (!message || !usage || message["model"] === "<synthetic>") return;
  const id = asText(message["id"]) ?? asText(entry["uuid"]) ?? `line ${reports.size}`;
  const earlier = reports.get(id);
  const tokens = KINDS.map((kind) => asAmount(usage[kind])).reduce(addKnown, null);
  reports.set(id, {
    tokens: tokens === null ? earlier?.tokens ?? null : Math.max(tokens, earlier?.tokens ?? 0),
    costUsd: asAmount(entry["costUSD"]) ?? earlier?.costUsd ?? null,
  });
}
