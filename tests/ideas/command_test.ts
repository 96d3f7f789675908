import { assert, assertEquals, assertStringIncludes } from "@std/assert";
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
  const at = { loop_id: "loop 1", iteration: 7, last_at: "2026-01-01T00:00:00Z" };
  cli.file(
    ".claude/ralph-knowledge.json",
    JSON.stringify({
      version: 1,
      checks: {
        "missing-readme": { offered: 12, done: 0 },
        "broken-link": { offered: 4, done: 3 },
      },
      tried: [{
        ...{ id: "broken-link-1", check: "broken-link", text: "Broken \u001b[31mlink", offered: 2 },
        ...{ ...at, is_done: true },
      }],
      noted_worked: [{ text: "small steps", loop_id: "loop 1", iteration: 7, at: at.last_at }],
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
  assertStringIncludes(text, "Found: 1 in 33 files");
  assertEquals(JSON.parse((await cli.call("scan", "--json")).stdout).tasks.length, 32);
});

Deno.test("knowledge: show counts what was found, shown and gone, and lists notes", async () => {
  using cli = seeded();
  assertEquals(JSON.parse((await cli.call("--json")).stdout).scanned_at, null);
  learned(cli);
  await cli.call("scan");
  const text = (await cli.call("show")).stdout.replaceAll(/\s+/g, " ");
  assertStringIncludes(text, "1 found by the last scan. 4 shown, 3 of them gone since.");
  assertStringIncludes(text, "gone since: Broken ␛[31mlink");
  assertStringIncludes(text, "2026-01-01 small steps");
  assert(!text.includes("\u001b"));
  const json = JSON.parse((await cli.call("--json")).stdout);
  const rows = new Map(json.checks.map((row: { check: string }) => [row.check, row]));
  assertEquals(rows.get("missing-readme"), {
    check: "missing-readme",
    title: "Folders of source without README",
    found: 0,
    offered: 12,
    done: 0,
  });
  assertEquals((rows.get("project-task") as { found: unknown }).found, null, "none ran");
  assertEquals([json.tried[0].is_done, json.worked.length], [true, 1]);
});

Deno.test("knowledge: reset forgets one check, or all, and keeps foreign keys", async () => {
  using cli = seeded();
  learned(cli);
  const kept = () =>
    JSON.parse(Deno.readTextFileSync(`${cli.project}/.claude/ralph-knowledge.json`));
  assertStringIncludes((await cli.call("reset", "missing-readme")).stdout, "Forgotten: the counts");
  assertEquals([Object.keys(kept().checks), kept().tried.length], [["broken-link"], 1]);
  assertStringIncludes((await cli.call("reset", "missing-readme")).stdout, "Nothing to do");
  assertEquals(JSON.parse((await cli.call("reset", "--json")).stdout).reset, true);
  assertEquals([kept().checks, kept().tried, kept().ideas], [{}, [], [1]]);
  const slip = await cli.call("reset", "broken-lnik");
  assertEquals(slip.code, 2);
  assertStringIncludes(slip.stderr, "Did you mean 'broken-link'?");
});
