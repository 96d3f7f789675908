import { assertEquals } from "@std/assert";
import { changeLoop } from "../../src/lifecycle/change.ts";
import { LoopProject } from "./_loop.ts";

Deno.test("changeLoop: changes the newest record, not the caller's", () => {
  using project = new LoopProject();
  const { loop } = project.event();
  project.writeRecord({ ...loop.record, iteration: 7 });
  const changed = changeLoop(project, loop, (record) => ({ ...record, wakes: 1 }));
  assertEquals([changed?.iteration, changed?.wakes], [7, 1]);
  assertEquals(project.event().loop.record.wakes, 1);
});

Deno.test("changeLoop: increments the revision of the record on disk", () => {
  using project = new LoopProject();
  const { loop } = project.event();
  const before = loop.record.revision ?? 0;
  changeLoop(project, loop, () => loop.record);
  changeLoop(project, loop, () => loop.record);
  assertEquals(project.event().loop.record.revision, before + 2);
});

Deno.test("changeLoop: a change that returns null, or of an ended loop, writes nothing", () => {
  using project = new LoopProject();
  const { loop } = project.event();
  const state = project.read(".claude/ralph-state.json");
  assertEquals(changeLoop(project, loop, () => null), null);
  assertEquals(project.read(".claude/ralph-state.json"), state);
  Deno.removeSync(project.path(".claude/ralph-state.json"));
  assertEquals(changeLoop(project, loop, (record) => record), null);
  assertEquals(project.read(".claude/ralph-state.json"), "");
});

Deno.test("changeLoop: the record of another loop is not changed", () => {
  using project = new LoopProject();
  const { loop } = project.event();
  project.writeRecord({ ...loop.record, id: "another" });
  assertEquals(changeLoop(project, loop, (record) => record), null);
});
