import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
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

Deno.test("knowledge: twelve hooks at once lose nothing", async () => {
  using project = new Explored();
  const program = join(project.root, "one.ts");
  const store = new URL("../../src/ideas/", import.meta.url).href;
  Deno.writeTextFileSync(
    program,
    `
    import { changeKnowledge } from "${store}knowledge/store.ts";
    import { noteShown } from "${store}knowledge/knowledge.ts";
    import { makeOpportunity } from "${store}opportunity.ts";
    import { placesOf } from "${new URL("../../src/store/places.ts", import.meta.url).href}";
    const [home, project, loopId] = Deno.args;
    const shown = [makeOpportunity("broken-link", { key: loopId, text: loopId })];
    const places = placesOf({ home, claudeConfigDir: null, ralphHome: null });
    const { isKept } = changeKnowledge(places, project, (knowledge) => noteShown(knowledge, {
      loopId, iteration: 1, nowMs: 0, shown, isGone: () => false,
    }));
    Deno.exit(isKept ? 0 : 1);
  `,
  );
  const config = fromFileUrl(new URL("../../deno.json", import.meta.url));
  const runs = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--no-check",
          "--quiet",
          "--config",
          config,
          program,
          project.home,
          project.project,
          `loop ${index}`,
        ],
      }).output()),
  );
  const failed = runs.find(({ success }) => !success);
  assert(failed === undefined, new TextDecoder().decode(failed?.stderr));
  const { knowledge } = readKnowledge(project.project);
  assertEquals(knowledge.checks["broken-link"]?.offered, 12);
  assertEquals(knowledge.tried.length, 12);
});
