/** Adds one to a record under the lock; as often as asked. */
import { counterFile } from "../_counter.ts";

const [path = "", lockFile = "", times = "0"] = Deno.args;
for (let time = 0; time < Number(times); time++) {
  counterFile(path).change({ file: lockFile, deadlineMs: 60_000 }, (present) => ({
    count: (present?.count ?? 0) + 1,
    pad: "x".repeat(5_000),
  }));
}
