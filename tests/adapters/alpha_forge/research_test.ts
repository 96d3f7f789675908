import { assertEquals } from "@std/assert";
import { saysConverged } from "../../../src/adapters/alpha_forge/adapter.ts";

const LOGS: readonly [line: string, says: boolean][] = [
  ["CONVERGED", true],
  ["**Status**: CONVERGED", true],
  ["## ✅ CONVERGED", true],
  ["- State: **CONVERGED** (three sessions without gain)", true],
  ["The research has CONVERGED.", true],
  ["Session 12: CONVERGED", true],
  ["Status: NOT CONVERGED", false],
  ["Not yet: CONVERGED", false],
  ["not yet CONVERGED", false],
  ["NOT CONVERGED", false],
  ["Status: UNCONVERGED", false],
  ["Status: CONVERGED?", false],
  ["Status: EXPLORING | CONVERGED", false],
  ["Status: CONVERGED | EXPLORING", false],
  ["CONVERGED means no gain for three sessions", false],
  ["Go on until CONVERGED", false],
  ["Status: converged", false],
];

for (const [line, says] of LOGS) {
  Deno.test(`alpha-forge: the log's line "${line}" ${says ? "says" : "does not say"} it`, () =>
    assertEquals(saysConverged(`# Research\n\n${line}\n`), says));
}

Deno.test("alpha-forge: the state is in the log's first thirty lines", () => {
  assertEquals(saysConverged(`${"x\n".repeat(29)}CONVERGED`), true);
  assertEquals(saysConverged(`${"x\n".repeat(30)}CONVERGED`), false);
});
