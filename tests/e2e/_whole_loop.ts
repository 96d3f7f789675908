/** What any form of the program has to do. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { continuationOf, makeStage } from "./_stage.ts";

/** A loop from its start to its end: a Stop is continued, the next one ends it. */
export async function keepLoop(program: string): Promise<void> {
  using stage = await makeStage({ program, plan: "# Plan\n\n- [ ] one\n" });
  assertStringIncludes(continuationOf(await stage.turn()) ?? "", "one");
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n");
  assertEquals(await stage.lastTurn(), "complete");
}
