import { assertEquals } from "@std/assert";
import { rowOf, stateOfEnd } from "../../src/loop/reasons.ts";

Deno.test("reasons: the code of another version is a failure, no code an end", () => {
  for (const code of ["constructor", "from-tomorrow"]) {
    assertEquals([stateOfEnd(code), rowOf(code)], ["failed", null], code);
  }
  assertEquals(stateOfEnd(""), "ended");
  assertEquals([stateOfEnd("complete"), stateOfEnd("stuck")], ["done", "stuck"]);
});
