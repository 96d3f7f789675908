import { assertEquals, assertStringIncludes } from "@std/assert";
import { judgeBackground } from "../../src/evidence/background.ts";

const subagent = { id: "a1", type: "subagent", status: "running", description: "look around" };
const server = { id: "b1", type: "shell", status: "running", description: "serve" };

Deno.test("background: without work in flight no turn stays open", () =>
  assertEquals(judgeBackground([], 0, []), { waitsOn: null, shellsSeen: [], named: [] }));

Deno.test("background: a subagent and a scheduled wake-up are waited for, every time", () => {
  assertEquals(judgeBackground([subagent], 0, ["a1"]).waitsOn, "1 subagent (look around)");
  assertEquals(judgeBackground([], 2, []).waitsOn, "2 scheduled wake-ups");
});

Deno.test("background: a shell is waited for at the Stop that sees it first, then only named", () => {
  const first = judgeBackground([server], 0, []);
  assertEquals(first, { waitsOn: "1 background command (serve)", shellsSeen: ["b1"], named: [] });
  const second = judgeBackground([server], 0, first.shellsSeen);
  assertEquals(second, { waitsOn: null, shellsSeen: ["b1"], named: ["serve"] });
});

Deno.test("background: an old server does not hide a new build", () => {
  const build = { id: "b2", type: "shell", status: "running", description: "build" };
  const work = judgeBackground([server, build], 0, ["b1"]);
  assertEquals(work.waitsOn, "1 background command (build)");
  assertEquals([work.shellsSeen, work.named], [["b1", "b2"], ["serve"]]);
});

Deno.test("background: what has ended keeps no turn open, what is unknown counts as a shell", () => {
  assertEquals(judgeBackground([{ ...subagent, status: "completed" }], 0, []).waitsOn, null);
  const monitor = { id: "m", type: "monitor", status: "running", description: "logs" };
  assertStringIncludes(judgeBackground([monitor], 0, []).waitsOn ?? "", "logs");
  assertEquals(judgeBackground([monitor], 0, ["m"]).waitsOn, null);
});

Deno.test("background: a description is one short line", () => {
  const long = { ...server, description: `npm\u001b[31m\nstart ${"👍".repeat(200)}` };
  const [named] = judgeBackground([long], 0, ["b1"]).named;
  assertEquals([...named!].length, 80);
  assertEquals(named!.startsWith("npm [31m start 👍"), true);
  assertEquals(judgeBackground([{ ...server, description: "" }], 0, ["b1"]).named, ["shell b1"]);
});
