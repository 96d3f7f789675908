import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { LockError, StateError } from "../../src/error.ts";
import { readRecord } from "../../src/store/records/json_record.ts";
import { tryWithLock, withLock } from "../../src/store/files/lock.ts";
import { placesOf, projectLock } from "../../src/store/places.ts";
import { COUNTER } from "./_counter.ts";
import { startChild, withStage } from "./_stage.ts";
import { needsBuild } from "../_tools.ts";

Deno.test("withLock: returns what the work returns and frees the lock", () =>
  withStage(({ root }) => {
    const lock = join(root, "deep/er/x.lock");
    assertEquals(withLock(lock, {}, () => 7), 7);
    assertEquals(tryWithLock(lock, () => 8, { deadlineMs: 0 }), { kind: "done", value: 8 });
    assertEquals((Deno.statSync(join(root, "deep")).mode ?? 0) & 0o777, 0o700);
    assertEquals((Deno.statSync(lock).mode ?? 0) & 0o777, 0o600);
  }));

Deno.test("withLock: what the work throws passes through and frees the lock", () =>
  withStage(({ root }) => {
    const lock = join(root, "x.lock");
    assertThrows(
      () =>
        withLock(lock, {}, () => {
          throw new TypeError("mine");
        }),
      TypeError,
      "mine",
    );
    assertEquals(withLock(lock, { deadlineMs: 0 }, () => 1), 1);
  }));

Deno.test("withLock: gives up at the deadline with an error that names the file", () =>
  withStage(({ root }) => {
    const lock = join(root, "x.lock");
    withLock(lock, {}, () => {
      const began = performance.now();
      const error = assertThrows(
        () => withLock(lock, { deadlineMs: 60, pollMs: 5 }, () => 1),
        LockError,
      );
      assertStringIncludes((error as Error).message, "x.lock");
      assert(performance.now() - began < 2_000);
    });
  }));

Deno.test("lock: the kernel frees it when its holder is killed", () =>
  withStage(async ({ root }) => {
    const lock = join(root, "x.lock");
    const child = startChild("hold_lock", lock);
    const reader = child.stdout.getReader();
    assertEquals(new TextDecoder().decode((await reader.read()).value), "held\n");
    assertEquals(tryWithLock(lock, () => 1, { deadlineMs: 20 }).kind, "busy");
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    assertEquals(tryWithLock(lock, () => 1, { deadlineMs: 1_000 }).kind, "done");
  }));

Deno.test("lock: without a home it cannot be had, as a value and as an error", () => {
  const places = placesOf({ home: null, claudeConfigDir: null, ralphHome: null });
  const lock = projectLock(places, "/p");
  let called = false;
  assertEquals(tryWithLock(lock, () => (called = true)).kind, "impossible");
  assertThrows(() => withLock(lock, {}, () => (called = true)), StateError);
  assertEquals(called, false);
});

Deno.test(
  "lock: fifty processes that read, change and write at once lose no update",
  needsBuild(),
  () =>
    withStage(async ({ root }) => {
      const file = join(root, "count.json");
      const children = Array.from(
        { length: 50 },
        () => startChild("count_up", file, join(root, "x.lock"), "3"),
      );
      for (const { success } of await Promise.all(children.map((child) => child.output()))) {
        assert(success);
      }
      const read = readRecord(file, COUNTER);
      assertEquals(read.kind === "ok" ? read.value.count : read, 150);
      const left = [...Deno.readDirSync(root)].filter(({ name }) => name.endsWith(".tmp"));
      assertEquals(left, []);
    }),
);
