import { assert, assertEquals } from "@std/assert";
import { endLeftovers } from "../../src/system/end_family.ts";
import { isOfRun } from "../../src/system/process_table.ts";
import { REAL_CLOCK } from "../../src/run/watchdog/clock.ts";
import { listMarked } from "../_processes.ts";
import { waitUntil } from "../_wait.ts";

function startOrphan(runId: string): Promise<Deno.CommandOutput> {
  // The shell ends at once; what it started lives on without parent and in a session of its own.
  return new Deno.Command("sh", {
    args: [
      "-c",
      "setsid sh -c 'trap \"\" TERM; sleep 600; sleep 600' >/dev/null 2>&1 </dev/null &",
    ],
    env: { RALPH_RUN_ID: runId },
    stdin: "null",
  }).output();
}

Deno.test("leftovers: what a killed run left behind is found by the loop's id and terminated, others are not", async () => {
  const loop = `loop-${crypto.randomUUID().slice(0, 8)}`;
  await startOrphan(`${loop}.7`);
  await startOrphan(`${loop}x.7`);
  await waitUntil(() => listMarked(`${loop}.7`).length >= 2, () => "the orphans had not started");
  const outcome = await endLeftovers(isOfRun(loop), { graceMs: 200, clock: REAL_CLOCK });
  assert(outcome.ended >= 2);
  assertEquals(outcome.survivors, []);
  assertEquals(listMarked(`${loop}.7`), []);
  const others = listMarked(`${loop}x.7`);
  assert(others.length > 0);
  for (const pid of others) Deno.kill(pid, "SIGKILL");
});

Deno.test("leftovers: where nothing is left, nothing is waited for", async () => {
  const sleep = () => Promise.reject(new Error("the grace is for processes that are there"));
  const clock = { ...REAL_CLOCK, sleep };
  const outcome = await endLeftovers(isOfRun("no-such-loop"), { graceMs: 60_000, clock });
  assertEquals(outcome, { ended: 0, survivors: [] });
});
