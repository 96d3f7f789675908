import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { changeKnowledge, readKnowledge } from "../../src/ideas/knowledge/store.ts";
import { addNotes, type Knowledge } from "../../src/ideas/knowledge/knowledge.ts";
import { projectPlaces } from "../../src/store/places.ts";
import { Explored } from "./_project.ts";

function note(knowledge: Knowledge): Knowledge {
  const noted = { loopId: "loop 9", iteration: 9, nowMs: 0 };
  return addNotes(knowledge, { ...noted, worked: ["small steps"], ideas: [] });
}

function notesIn(project: Explored): string[] {
  return (kept(project)["noted_worked"] as { text: string }[]).map(({ text }) => text);
}

function kept(project: Explored): Record<string, unknown> {
  return JSON.parse(Deno.readTextFileSync(projectPlaces(project.project).knowledge));
}

Deno.test("knowledge: foreign keys are kept, at the top and among the checks", () => {
  using project = new Explored();
  const mine = { offered: 1, done: 0 };
  project.write(
    ".claude/ralph-knowledge.json",
    JSON.stringify({
      version: 1,
      checks: { "broken-link": mine, "check-of-tomorrow": mine },
      tried: [],
      feature_ideas: ["a", { b: 1 }],
    }),
  );
  assertEquals(changeKnowledge(project.places, project.project, note), { isKept: true, said: [] });
  const { checks, feature_ideas } = kept(project);
  assertEquals([notesIn(project), feature_ideas], [["small steps"], ["a", { b: 1 }]]);
  assertEquals(Object.keys(checks as object), ["broken-link", "check-of-tomorrow"]);
});

Deno.test("knowledge: a file that cannot be read is set aside and reported, never lost", () => {
  for (const text of ["{", "[]", '{"version":1}', '{"commit_patterns":{}}', "\u0000", ""]) {
    using project = new Explored({ ".claude/ralph-knowledge.json": text });
    const { knowledge, problem } = readKnowledge(project.project);
    assertEquals([knowledge.tried, knowledge.checks], [[], {}]);
    assertStringIncludes(problem ?? "", "cannot be read");
    const { isKept, said } = changeKnowledge(project.places, project.project, note);
    assertEquals([isKept, said.length], [true, 1]);
    const aside = [...Deno.readDirSync(join(project.project, ".claude"))].map(({ name }) => name)
      .find((name) => name.includes("broken"));
    assertEquals(Deno.readTextFileSync(join(project.project, ".claude", aside ?? "?")), text);
    assertEquals(notesIn(project), ["small steps"]);
  }
});

Deno.test("knowledge: the file of a later ralph is not changed", () => {
  const text = '{"version":2,"x":1}';
  using project = new Explored({ ".claude/ralph-knowledge.json": text });
  assertStringIncludes(readKnowledge(project.project).problem ?? "", "later ralph");
  assertEquals(changeKnowledge(project.places, project.project, note).isKept, false);
  assertEquals(Deno.readTextFileSync(projectPlaces(project.project).knowledge), text);
});

Deno.test("knowledge: nothing is written through a .claude that leads out of the project", () => {
  using project = new Explored();
  Deno.mkdirSync(join(project.root, "elsewhere"));
  Deno.symlinkSync(join(project.root, "elsewhere"), join(project.project, ".claude"));
  assertEquals(changeKnowledge(project.places, project.project, note).isKept, false);
  assertEquals([...Deno.readDirSync(join(project.root, "elsewhere"))], []);
});
