import { assertEquals } from "@std/assert";
import { stateOfEnd } from "../../src/evidence/end_state.ts";
import type { StateCode } from "../../src/evidence/state_view.ts";

Deno.test("stateOfEnd: the code of each reason has its state, an unknown code is a failure", () => {
  const ends: Record<string, StateCode> = {
    "complete": "done",
    "converged": "done",
    "max-iterations": "limit",
    "max-runtime": "limit",
    "blocked": "blocked",
    "stuck": "stuck",
    "no-tools": "stuck",
    "stopped-by-user": "stopped",
    "kill-switch": "stopped",
    "internal-error": "failed",
  };
  for (const [code, state] of Object.entries(ends)) assertEquals(stateOfEnd(code), state, code);
  assertEquals(stateOfEnd("constructor"), "failed");
});
