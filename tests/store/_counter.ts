/**
 * A record to test records with.
 *
 * @module
 */
import { RecordFile, type RecordShape } from "../../src/store/records/json_record.ts";
import { choice, number, object, type ShapeOf, text } from "../../src/store/records/shape.ts";

/** A number that counts up. */
export const CounterSchema = object({ version: choice(1), count: number, pad: text });

const COUNTER: RecordShape<ShapeOf<typeof CounterSchema>> = {
  version: 1,
  schema: CounterSchema,
};

/** The file of a counter. */
export function counterFile(path: string): RecordFile<ShapeOf<typeof CounterSchema>> {
  return new RecordFile(path, COUNTER);
}
