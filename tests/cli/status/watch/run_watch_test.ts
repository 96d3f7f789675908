/** Which documents count as changed. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { statusDocument } from "../../../../src/cli/status/json.ts";
import { withoutClocks } from "../../../../src/cli/status/watch/run_watch.ts";
import { STATUS_STATES } from "../../_status_states.ts";

for (const [name, status] of Object.entries(STATUS_STATES)) {
  Deno.test(`change: the state "${name}" is the same a minute later`, () => {
    const later = {
      ...status,
      atMs: status.atMs + 60_000,
      state: { ...status.state, what: status.state.what.replace("2 min", "1 h 3 min") },
      loop: status.loop && {
        ...status.loop,
        runtimeHours: status.loop.runtimeHours + 1 / 60,
        wallHours: status.loop.wallHours + 1 / 60,
        silentHours: status.loop.silentHours + 1 / 60,
        toMaxHours: status.loop.toMaxHours - 1 / 60,
      },
    };
    assertEquals(withoutClocks(statusDocument(later)), withoutClocks(statusDocument(status)));
  });
}

Deno.test("change: another state, sentence, item or guidance is a change", () => {
  const status = STATUS_STATES["working"]!;
  const loop = status.loop!;
  const before = withoutClocks(statusDocument(status));
  const changed = [
    { ...status, killSwitch: "/x" },
    { ...status, state: { ...status.state, what: "turn 8, for 2 min" } },
    { ...status, state: { ...status.state, code: "stopping" as const } },
    { ...status, loop: { ...loop, lastSign: { ...loop.lastSign, what: "Bash make" } } },
    { ...status, loop: { ...loop, completion: { ...loop.completion, done: 4 } } },
    { ...status, loop: { ...loop, usage: { tokens: 1_250_001, costUsd: null } } },
    { ...status, guidance: STATUS_STATES["busy"]!.guidance },
  ];
  for (const after of changed) assertNotEquals(withoutClocks(statusDocument(after)), before);
});
