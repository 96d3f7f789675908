/** What the user is told of an edit of the settings that a running loop cannot use. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { loadLoopSettings } from "../../src/lifecycle/settings.ts";
import { LoopProject } from "./_loop.ts";

Deno.test("settings of a loop: of a minimum above its maximum it is said that the maximum counts", () => {
  using project = new LoopProject();
  const call = project.event();
  project.write(".claude/ralph-config.json", '{"min_hours": 5, "max_hours": 3}');
  const { settings, said } = loadLoopSettings(call, call.loop, call.loop.record);
  assertEquals([settings.min_hours, settings.max_hours, said.length], [3, 3, 1]);
  assertStringIncludes(said[0]!, "; the maximum counts");
});
