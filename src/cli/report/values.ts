/**
 * Renders values for the page, unknown ones as "unknown" and every number with its unit. Pure, except
 * for the machine's time zone.
 */
import { showAmount } from "../../text/human_units.ts";
import { renderInstant } from "../../text/instant.ts";
import type { Items } from "./model.ts";
import { type Markup, markup, type MarkupPart, UNKNOWN } from "./markup.ts";

const HASH_CHARACTERS = 7;

/**
 * Renders a value, or that it is unknown.
 *
 * @param value Null for unknown.
 * @param show Renders a known value. Default: as text.
 */
export function orUnknown<T>(value: T | null, show: (value: T) => MarkupPart = String): MarkupPart {
  return value === null ? UNKNOWN : show(value);
}

/** Shows how many items are done. */
export function itemsOf(items: Items | null): MarkupPart {
  return orUnknown(items, ({ done, total }) => `${done} of ${total}`);
}

/**
 * Names a turn of an agent. The turn of a session's first prompt has no number.
 *
 * @param isShort Whether a label next to it already tells that it is a turn.
 */
export function nameTurn(turn: number, isShort = false): string {
  if (turn === 0) return "first prompt";
  return isShort ? String(turn) : `turn ${turn}`;
}

/** Shows text between backticks as code. */
export function withCode(text: string): MarkupPart {
  return text.split("`").map((part, at) => at % 2 === 1 ? markup`<code>${part}</code>` : part);
}

/** Shows a commit by the beginning of its hash. */
export function hashOf(hash: string): Markup {
  return markup`<code>${hash.slice(0, HASH_CHARACTERS)}</code>`;
}

/** Shows an amount of tokens, with the exact number as its title. */
export function tokensOf(tokens: number): Markup {
  return markup`<span title="${tokens.toLocaleString("en-US")} tokens">${
    showAmount(tokens)
  }</span>`;
}

/** Shows an amount of money, without rounding small ones to zero. */
export function costOf(usd: number): string {
  return usd > 0 && usd < 0.01 ? "under $0.01" : `$${usd.toFixed(2)}`;
}

/** Shows a share of 1 with two decimals. */
export function shareOf(share: number): string {
  return share.toFixed(2);
}

/**
 * Shows an instant in local time, with the exact instant in UTC as its title.
 *
 * @param isShort Whether the zone is named elsewhere.
 */
export function timeOf(ms: number, isShort = true): Markup {
  const exact = renderInstant(ms);
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zoneId());
  const time = local.toPlainTime().toString({ smallestUnit: "second" });
  const date = local.toPlainDate().toString();
  const zone = isShort ? "" : ` ${zoneName(ms)}`;
  return markup`<time title="${exact}">${date} ${time}${zone}</time>`;
}

/** Names the machine's zone with its offset at a moment: `Europe/Berlin, UTC+01:00`. */
export function zoneName(ms: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zoneId());
  return zoneId() === "UTC" ? "UTC" : `${zoneId()}, UTC${local.offset}`;
}

function zoneId(): string {
  return Temporal.Now.timeZoneId();
}
