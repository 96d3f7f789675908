/** A stop record of the earlier plugin is shown as what it says. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { TestCli } from "./_cli.ts";

function writeStop(cli: TestCli, reason: string, timestamp: string): void {
  const record = {
    timestamp,
    reason,
    decision: "stop",
    type: "normal",
    session_id: "unknown",
    project_dir: cli.project,
  };
  cli.write("~/.claude/ralph-stop-reason.json", JSON.stringify(record));
}

for (
  const [reason, label, code] of [
    ["Maximum runtime (9h) reached", "LIMIT", 21],
    ["Maximum iterations (99) reached", "LIMIT", 21],
    [
      "Task complete (all_checkboxes_checked, confidence=0.90) and all requirements met",
      "DONE",
      20,
    ],
    ["No-focus mode converged: Adapter (patience, confidence=0.50)", "DONE", 20],
    ["Adapter override: converged", "DONE", 20],
    ["Loop detected: agent producing near-identical outputs", "STUCK", 23],
    ["Loop stopped via kill switch (.claude/STOP_LOOP)", "STOPPED", 24],
    ["Loop stopped via state transition (DRAINING → STOPPED)", "STOPPED", 24],
    ["Loop not enabled for this repo", "ENDED", 26],
    ["Some other words", "ENDED", 26],
  ] as const
) {
  Deno.test(`earlier plugin: its stop "${reason}" is shown as ${label}`, async () => {
    using cli = new TestCli();
    writeStop(cli, reason, "2026-01-01T12:00:00Z");
    const ran = await cli.run(["status", "--exit-code"]);
    assertMatch(ran.stdout, new RegExp(`^${label} `));
    assertStringIncludes(ran.stdout.replaceAll(/\s+/g, " "), reason);
    assertEquals(ran.code, code);
  });
}

Deno.test("earlier plugin: a stop's time without a zone is local", async () => {
  using cli = new TestCli();
  const at = new Date("2026-01-01T12:00:00.123456");
  writeStop(cli, "Maximum runtime (9h) reached", "2026-01-01T12:00:00.123456");
  const { state_since: since, last_stop: stop } = await cli.json(["status"]);
  const wanted = at.toISOString().slice(0, 19);
  assertEquals([String(since ?? stop.timestamp).slice(0, 19)], [wanted]);
});
