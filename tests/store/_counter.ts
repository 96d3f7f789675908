/**
 * A record to test records with.
 *
 * @module
 */
import * as v from "valibot";
import type { RecordShape } from "../../src/store/records/json_record.ts";

/** A number that counts up. */
export const CounterSchema = v.object({
  version: v.literal(1),
  count: v.number(),
  pad: v.string(),
});

/** Its shape, without migration. */
export const COUNTER: RecordShape<v.InferOutput<typeof CounterSchema>> = {
  version: 1,
  schema: CounterSchema,
};
