import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { placesOf } from "../../src/store/places.ts";
import { exploreMemory } from "../../src/explore/head.ts";
import { TestCli } from "../cli/_cli.ts";

class KnowledgeWorld extends TestCli {
  call(...words: string[]) {
    return this.run(["knowledge", ...words]);
  }

  file(path: string, text: string): void {
    this.write(`${this.project}/${path}`, text);
  }
}

function seeded(): KnowledgeWorld {
  const cli = new KnowledgeWorld();
  cli.file("README.md", "# R\n\n[a](gone.md)\n\n`npm run build`\n");
  cli.file("package.json", '{"scripts":{"build":"x","\\u001b[31mred":"x"}}');
  cli.file(".claude/ralph-config.json", '{"explore_tasks":["npm test"]}');
  return cli;
}

function learned(cli: KnowledgeWorld): void {
  cli.file(
    ".claude/ralph-knowledge.json",
    JSON.stringify({
      version: 1,
      checks: {
        "missing-readme": {
          offered: 12,
          acted: 0,
          ignored: 11,
          last_offered: "2026-01-02T03:00:00Z",
        },
        "broken-link": { offered: 4, acted: 3, ignored: 1 },
      },
      tried: [{
        ...{ id: "broken-link-1", check: "broken-link", text: "Broken \u001b[31mlink", offered: 2 },
        ...{ loop_id: "loop 1", iteration: 7, stamp: "", outcome: "acted" },
        ...{ first_at: "2026-01-01T00:00:00Z", last_at: "2026-01-01T00:00:00Z" },
      }],
      ideas: [1],
    }),
  );
}

Deno.test("knowledge: scan prints everything with file and line, and runs nothing", async () => {
  using cli = seeded();
  const { code, stdout } = await cli.call("scan");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Broken links in documents (broken-link, 1)");
  assertStringIncludes(stdout, "Broken link in README.md:3: `gone.md`");
  assertStringIncludes(stdout, "package.json: npm run build, npm run ␛[31mred");
  assertStringIncludes(stdout, "Exploration runs, if you trust it: npm test");
  const json = JSON.parse((await cli.call("scan", "--json", "--check", "broken-link")).stdout);
  assertEquals([json.schema_version, json.opportunities.length], [1, 1]);
  assertEquals([json.opportunities[0].file, json.opportunities[0].line], ["README.md", 3]);
  assertEquals((await cli.call("scan", "--check", "nonsense")).code, 2);
});

Deno.test("knowledge: scan counts what it shows, and many files of tasks are a count", async () => {
  using cli = seeded();
  for (let index = 0; index < 30; index++) {
    cli.file(`apps/a${index}/package.json`, '{"scripts":{"dev":"x"}}');
  }
  const { stdout } = await cli.call("scan");
  assert(stdout.indexOf("  package.json:") < stdout.indexOf("  apps/a0/package.json:"));
  assertStringIncludes(stdout, "… and 11 more files ('--json' has them)");
  const text = (await cli.call("scan", "--check", "broken-link")).stdout;
  assertStringIncludes(text, "Found: 1 in 32 files");
  assertEquals(JSON.parse((await cli.call("scan", "--json")).stdout).tasks.length, 32);
});

Deno.test("knowledge: before anything was learned, show says so", async () => {
  using cli = seeded();
  const { code, stdout } = await cli.call();
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Nothing was tried yet.");
  assertStringIncludes(stdout.replaceAll(/\s+/g, " "), "Not scanned, not shown yet.");
});

Deno.test("knowledge: show counts the tasks that failed when they last ran", async () => {
  using cli = seeded();
  await cli.call("scan");
  const tasks = async () =>
    JSON.parse((await cli.call("--json")).stdout).checks
      .find(({ check }: { check: string }) => check === "project-task").found;
  assertEquals(await tasks(), null, "none ran");
  const places = placesOf(cli.context().context.env);
  const memory = exploreMemory(places, cli.project);
  const head = memory.readHead()!;
  const run = { atMs: 1, stamp: head.stamp };
  const results = { a: { ...run, failure: "x" }, b: { ...run, failure: null } };
  assertEquals(memory.write({ ...head, tasks: results }).kind, "written");
  assertEquals(await tasks(), 1);
});

Deno.test("knowledge: show lists what was found, how often it helped, and what sank", async () => {
  using cli = seeded();
  learned(cli);
  await cli.call("scan");
  const text = (await cli.call("show")).stdout.replaceAll(/\s+/g, " ");
  assertStringIncludes(
    text,
    "1 found by the last scan. 4 shown: 3 acted on, 1 ignored (75 % helped)",
  );
  assertStringIncludes(text, "Off the list: it led to nothing");
  assertStringIncludes(text, "gone after a change: Broken ␛[31mlink (iteration 7 of loop loop 1");
  assert(!text.includes("\u001b"));
  const json = JSON.parse((await cli.call("--json")).stdout);
  const readme = json.checks.find(({ check }: { check: string }) => check === "missing-readme");
  assertEquals([readme.hit_rate, readme.sunk, json.tried.length], [0, true, 1]);
});

Deno.test("knowledge: reset forgets one check, or all, and keeps foreign keys", async () => {
  using cli = seeded();
  learned(cli);
  const kept = () =>
    JSON.parse(Deno.readTextFileSync(`${cli.project}/.claude/ralph-knowledge.json`));
  assertStringIncludes((await cli.call("reset", "missing-readme")).stdout, "Forgotten: what was");
  assertEquals([Object.keys(kept().checks), kept().tried.length], [["broken-link"], 1]);
  assertStringIncludes((await cli.call("reset", "missing-readme")).stdout, "Nothing to do");
  assertEquals(JSON.parse((await cli.call("reset", "--json")).stdout).reset, true);
  assertEquals([kept().checks, kept().tried, kept().ideas], [{}, [], [1]]);
  const slip = await cli.call("reset", "broken-lnik");
  assertEquals(slip.code, 2);
  assertStringIncludes(slip.stderr, "Did you mean 'broken-link'?");
});

Deno.test("knowledge: a broken file is reported by show, and set aside by reset", async () => {
  using cli = seeded();
  cli.file(".claude/ralph-knowledge.json", "{");
  const shown = await cli.call();
  assertEquals(shown.code, 0);
  assertStringIncludes(shown.stderr, "cannot be read");
  const { code, stderr } = await cli.call("reset");
  assertEquals(code, 0);
  assertStringIncludes(stderr, "it is now");
  cli.file(".claude/ralph-knowledge.json", '{"version":9}');
  assertEquals((await cli.call("reset")).code, 1);
});
