/** The plan's items as the record of a loop keeps them. */
import { list, object, type ShapeOf, text } from "./records/shape.ts";

/** The items that were seen in a plan, each list bounded. */
export const ItemLedgerSchema = object(() => ({
  /** Titles of the items that were open at the last Stop. */
  open: list(text),
  /** Titles of items that were open and are no longer in the plan. */
  gone: list(text),
  /** Digests of the titles of all other items. */
  others: list(text),
}));

/** The items that were seen in a plan. */
export type ItemLedger = ShapeOf<typeof ItemLedgerSchema>;
