import { assertEquals } from "@std/assert";
import { LateWrite } from "../../../src/run/loop/late_write.ts";
import { waitUntil } from "../../_wait.ts";

/** Never reached: a test that waits for it hangs. */
const NEVER_MS = 1_000_000;

Deno.test("late write: changes that follow each other closely are written once, the soonest wish counts", async () => {
  let writes = 0;
  using late = new LateWrite(() => writes++);
  late.within(NEVER_MS);
  late.within(1);
  late.within(NEVER_MS);
  assertEquals(writes, 0);
  await waitUntil(() => writes > 0, () => "it was not written");
  assertEquals(writes, 1);
});

Deno.test("late write: what still waits is written at the end, nothing else is", () => {
  let writes = 0;
  const late = new LateWrite(() => writes++);
  late[Symbol.dispose]();
  assertEquals(writes, 0, "nothing waits");
  late.within(NEVER_MS);
  late[Symbol.dispose]();
  late[Symbol.dispose]();
  assertEquals(writes, 1);
  late.within(NEVER_MS);
  late.cancel();
  late[Symbol.dispose]();
  assertEquals(writes, 1, "it was cancelled");
});
