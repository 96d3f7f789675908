import { assertEquals, assertMatch } from "@std/assert";
import {
  AlreadyRunningError,
  ConfigError,
  LockError,
  messageOf,
  NoLoopError,
  RalphError,
  StateError,
  UsageError,
} from "../../src/error.ts";

Deno.test("errors: each has its name, its code and its exit code", () => {
  const classes = [
    UsageError,
    ConfigError,
    StateError,
    LockError,
    NoLoopError,
    AlreadyRunningError,
  ];
  const errors: RalphError[] = classes.map((Kind) => new Kind("Wanted x, found y"));
  assertEquals(errors.map(({ exitCode }) => exitCode), [2, 2, 1, 1, 5, 6]);
  assertEquals(new Set(errors.map(({ code }) => code)).size, classes.length);
  assertEquals(errors.map(({ name }) => name), classes.map(({ name }) => name));
});

Deno.test("errors: keep what caused them and say what to do", () => {
  const cause = new TypeError("deep.");
  const error = new StateError("Cannot write", { hint: "Free some space.", cause });
  assertEquals([error.cause, error.hint], [cause, "Free some space."]);
  assertEquals("cause" in new StateError("x"), false);
  assertEquals([messageOf(cause), messageOf("text")], ["deep", "text"]);
  assertMatch(String(error), /^StateError: Cannot write$/);
});
