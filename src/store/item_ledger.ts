/** What the record of a loop keeps of its plan's items. */
import { list, object, type ShapeOf, text } from "./records/shape.ts";

/** What was seen of a plan's items, each list bounded. */
export const ItemLedgerSchema = object(() => ({
  /** Titles of the items that were open at the last Stop. */
  open: list(text),
  /** Titles of items that were open and are no longer in the plan. */
  gone: list(text),
  /** Digests of the titles of all others. */
  others: list(text),
}));

/** What was seen of a plan's items. */
export type ItemLedger = ShapeOf<typeof ItemLedgerSchema>;
