import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { attempt, LockError, StateError } from "../../src/error.ts";
import { withLock, withLockIfPossible } from "../../src/store/files/lock.ts";
import { openCLibrary } from "../../src/system/c_library.ts";
import { placesOf, projectLock } from "../../src/store/places.ts";
import { counterFile } from "./_counter.ts";
import { startChild, withStage } from "./_stage.ts";
import { needsBuild } from "../_tools.ts";

Deno.test("withLock: returns what the work returns and frees the lock", () =>
  withStage(({ root }) => {
    const lock = join(root, "deep/er/x.lock");
    assertEquals(withLock(lock, {}, () => 7), 7);
    assertEquals(withLock(lock, { deadlineMs: 0 }, () => 8), 8);
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
    const { wait } = Atomics;
    const waitsMs: number[] = [];
    const note = (...args: Parameters<typeof wait>) => {
      waitsMs.push(args[3]!);
      return wait(...args);
    };
    Atomics.wait = note as typeof wait;
    try {
      withLock(lock, {}, () => {
        const wanted = { deadlineMs: 60, pollMs: 1_000 };
        const error = assertThrows(() => withLock(lock, wanted, () => 1), LockError);
        assertStringIncludes(String(error), "x.lock");
      });
    } finally {
      Atomics.wait = wait;
    }
    assert(waitsMs.every((ms) => ms <= 60), waitsMs.join(" "));
  }));

Deno.test("lock: the kernel frees it when its holder is killed", () =>
  withStage(async ({ root }) => {
    const lock = join(root, "x.lock");
    const child = startChild("hold_lock", lock);
    const reader = child.stdout.getReader();
    assertEquals(new TextDecoder().decode((await reader.read()).value), "held\n");
    assertThrows(() => withLock(lock, { deadlineMs: 20 }, () => 1), LockError);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    assertEquals(withLock(lock, { deadlineMs: 1_000 }, () => 1), 1);
  }));

Deno.test({
  name: "lock: a child that began before its end does not keep it",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withStage(({ root }) => {
      const lock = join(Deno.realPathSync(root), "x.lock");
      const library = openCLibrary({ dup: { parameters: ["i32"], result: "i32" } })!;
      const fds = "/proc/self/fd";
      withLock(lock, {}, () => {
        const targetOf = (name: string) => attempt(() => Deno.readLinkSync(join(fds, name)));
        const own = [...Deno.readDirSync(fds)].find(({ name }) => targetOf(name) === lock);
        // What a child has between fork and exec; closing it is left to the end of the tests.
        library.symbols.dup(Number(own!.name));
      });
      library.close();
      assertEquals(withLock(lock, { deadlineMs: 0 }, () => 1), 1);
    }),
});

Deno.test("lock: without a home it cannot be had, and what must be done is done without it", () => {
  const places = placesOf({ home: null, claudeConfigDir: null, ralphHome: null });
  const lock = projectLock(places, "/p");
  let called = false;
  assertThrows(() => withLock(lock, {}, () => (called = true)), StateError);
  assertEquals(called, false);
  assertEquals(withLockIfPossible(lock, () => 1), 1);
});

needsBuild().test(
  "lock: fifty processes that read, change and write at once lose no update",
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
      assertEquals(counterFile(file).read()?.count, 150);
      const left = [...Deno.readDirSync(root)].filter(({ name }) => name.endsWith(".tmp"));
      assertEquals(left, []);
    }),
);
