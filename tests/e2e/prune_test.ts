/** A start removes old files of ended loops from the home. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { begin, makeStage, SESSION } from "./_stage.ts";

const LONG_AGO = Date.now() / 1000 - 40 * 24 * 3600;

Deno.test("prune: of a loop of 40 days ago only the files for history and status are kept", async () => {
  using stage = await makeStage();
  const loops: string[] = [];
  for (let round = 0; round < 3; round++) {
    if (round > 0) await begin(stage, ["-f", "PLAN.md", "--until-done"]);
    await stage.turn();
    loops.push(stage.loopDir());
    await stage.ok(["stop"]);
    if (stage.hasLoop()) await stage.ok(["stop"]);
  }
  const [old, , newest] = loops as [string, string, string];
  const stale = [old, newest].map((dir) => join(dir, "ralph-state.json"));
  for (const path of [...stale, stage.inHome("ralph", "pruned")]) {
    Deno.utimeSync(path, LONG_AGO, LONG_AGO);
  }
  await begin(stage, ["-f", "PLAN.md", "--until-done"]);
  const namesIn = (dir: string) => [...Deno.readDirSync(dir)].map(({ name }) => name).sort();
  assertEquals(namesIn(old), ["journal.jsonl", "loop.json", "ralph-state.json"]);
  assertEquals(stage.lines(stage.inHome("ralph", "history.jsonl")).length, 3);
  const sessions = namesIn(stage.inHome("ralph", "sessions"));
  assertEquals(sessions.length, 1, "its record was written again by a later loop");
  assertEquals(sessions[0]?.startsWith(SESSION), true);
});
