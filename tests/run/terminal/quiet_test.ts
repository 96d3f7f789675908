import { assert } from "@std/assert";
import { Quiet } from "../../../src/run/terminal/_quiet.ts";

Deno.test("quiet: what came while this process had no processor is read before reading stops", async () => {
  const quiet = new Quiet();
  const settled = quiet.settle(new Promise(() => {}));
  let isRead = false;
  // Longer than reading waits; what came meanwhile is read in the next turn.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  setTimeout(() => {
    quiet.noteData();
    isRead = true;
  });
  await settled;
  assert(isRead);
});
