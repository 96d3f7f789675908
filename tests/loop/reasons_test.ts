import { assertEquals } from "@std/assert";
import { nextOf, stateOfEnd } from "../../src/loop/reasons.ts";

Deno.test("reasons: the code of another version is a failure, no code an end", () => {
  for (const code of ["constructor", "from-tomorrow"]) {
    assertEquals([stateOfEnd(code), nextOf(code)], ["failed", null], code);
  }
  assertEquals(stateOfEnd(""), "ended");
  assertEquals([stateOfEnd("complete"), stateOfEnd("stuck")], ["done", "stuck"]);
});

Deno.test("reasons: a limit names the option that raises it", () => {
  assertEquals(nextOf("max-iterations"), "`--max-iterations` raises it");
  assertEquals(nextOf("max-iterations", "runner"), nextOf("max-iterations"));
});

Deno.test("reasons: what a session begins again, a run resumes", () => {
  assertEquals(nextOf("stopped-by-user"), "`ralph start` begins again");
  assertEquals(nextOf("stopped-by-user", "runner"), "`ralph run --resume` goes on");
  assertEquals(nextOf("complete", "runner"), null);
});
