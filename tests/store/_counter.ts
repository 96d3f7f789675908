/** A record to test records with. */
import { RecordFile } from "../../src/store/records/json_record.ts";
import { number, object, type ShapeOf, text } from "../../src/store/records/shape.ts";

/** A number that counts up. */
export const CounterSchema = object({ count: number, pad: text });

export function counterFile(path: string): RecordFile<ShapeOf<typeof CounterSchema>> {
  return new RecordFile(path, { version: 1, schema: CounterSchema });
}
