/** Writes a record and appends a line over and over until it is killed; says when it has begun. */
import { appendLine } from "../../../src/store/files/atomic_file.ts";
import { withLock } from "../../../src/store/files/lock.ts";

import { counterFile } from "../_counter.ts";

const [file = "", lockFile = "", log = ""] = Deno.args;
for (let count = 1;; count++) {
  withLock(lockFile, { deadlineMs: 5_000 }, () => {
    counterFile(file).write({ count, pad: "y".repeat(1 + count * 7919 % 200_000) });
    appendLine(log, JSON.stringify({ at: count, event: "Stop", pad: "z".repeat(3_000) }));
  });
  if (count === 1) Deno.stdout.writeSync(new TextEncoder().encode("begun\n"));
}
