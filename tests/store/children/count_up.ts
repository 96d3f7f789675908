/** Reads a record, adds one, writes it, under the lock; as often as asked. */
import { readRecord, writeRecord } from "../../../src/store/records/json_record.ts";
import { withLock } from "../../../src/store/files/lock.ts";
import { COUNTER } from "../_counter.ts";

const [file = "", lockFile = "", times = "0"] = Deno.args;
for (let time = 0; time < Number(times); time++) {
  withLock(lockFile, { deadlineMs: 60_000 }, () => {
    const read = readRecord(file, COUNTER);
    const count = read.kind === "ok" ? read.value.count : 0;
    const outcome = writeRecord(
      file,
      { version: 1, count: count + 1, pad: "x".repeat(5_000) },
      COUNTER,
    );
    if (outcome.kind === "failed") throw new Error(outcome.why);
  });
}
