/** Trust in what a project's files would make ralph run or render. */
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { askTrust, findUntrusted, showNeed } from "../../src/cli/core/trust.ts";
import { readPlan } from "../../src/cli/start/plan_file.ts";
import { listLoopNeeds } from "../../src/cli/start/trust.ts";
import { listTrusted, type TrustNeed } from "../../src/store/trust.ts";
import { StateError } from "../../src/error.ts";
import { placesOf } from "../../src/store/places.ts";
import { defaultSettings } from "../../src/store/settings/settings.ts";
import { type RanWith, TestCli } from "./_cli.ts";

const WORDS = { purpose: "They ask to run:", refused: "Nothing was started" };

const need = (kind: TrustNeed["kind"], what: string, content = what): TrustNeed => ({
  kind,
  what,
  content,
});

const CHECK = need("verify", "npm test");
const ADAPTER = need("adapter", ".claude/ralph-adapters/mine", "#!/bin/sh");
const TEMPLATE = need("template", ".claude/ralph-templates/work.md", "do {{ x }}");

async function ask(
  cli: TestCli,
  needs: readonly TrustNeed[],
  { isTrusted = false, ...options }: RanWith & { readonly isTrusted?: boolean } = {},
) {
  const { context, read } = cli.context(options);
  const places = placesOf(context.env);
  const find = () => findUntrusted(places, cli.project, needs, Date.parse("2026-01-02T03:04:05Z"));
  const wanted = await find();
  const kept = () => listTrusted(places).map(({ kind }) => kind);
  try {
    const lines = askTrust(context, places, wanted, isTrusted, WORDS);
    return { lines, said: read().stderr, kept: kept(), left: (await find()).length };
  } catch (error) {
    assert(error instanceof StateError);
    return {
      refused: error.message,
      said: read().stderr,
      kept: kept(),
      left: (await find()).length,
    };
  }
}

Deno.test("ask trust: what is trusted is kept, and nothing is asked twice", async () => {
  using cli = new TestCli();
  const first = await ask(cli, [CHECK, CHECK, ADAPTER], { typed: ["yes", "yes"] });
  assertEquals([first.lines, first.kept, first.left], [[], ["verify", "adapter"], 0]);
  assertEquals(first.said.split("npm test").length, 2, "each is shown once");
  const again = await ask(cli, [CHECK, ADAPTER]);
  assertEquals([again.lines, again.said], [[], ""]);
});

Deno.test("ask trust: it is for the content, the kind and the project", async () => {
  using cli = new TestCli();
  await ask(cli, [CHECK, TEMPLATE], { isTrusted: true });
  const changed = need("template", TEMPLATE.what, "do {{ y }}");
  assertEquals((await ask(cli, [CHECK, changed])).left, 1);
  assertEquals((await ask(cli, [need("item", "npm test")])).left, 1);
  const { context } = cli.context();
  const elsewhere = await findUntrusted(
    placesOf(context.env),
    "/other",
    [CHECK],
    Date.parse("2026-01-02T03:04:05Z"),
  );
  assertEquals(elsewhere.length, 1);
});

Deno.test("ask trust: without a terminal commands need --trust, and nothing is kept", async () => {
  using cli = new TestCli();
  const refused = await ask(cli, [CHECK, TEMPLATE]);
  assertEquals([refused.refused, refused.kept], ["Nothing was started", []]);
  assertStringIncludes(refused.said, "npm test");
  assertStringIncludes(refused.said, TEMPLATE.what);
  const trusted = await ask(cli, [CHECK, TEMPLATE], { isTrusted: true });
  assertEquals([trusted.said, trusted.left], ["", 0]);
  assertEquals(trusted.lines, [
    "Trusted: check: npm test, template: .claude/ralph-templates/work.md",
  ]);
});

Deno.test("ask trust: declining the commands starts nothing, whatever else was wanted", async () => {
  using cli = new TestCli();
  for (const answer of ["no", "", "2"]) {
    const { refused, kept } = await ask(cli, [CHECK, ADAPTER], { typed: [answer, "yes"] });
    assertEquals([refused, kept], ["Nothing was started", []]);
  }
  for (const kind of ["item", "task"] as const) {
    assert((await ask(cli, [need(kind, "make")], { typed: ["no"] })).refused);
  }
});

Deno.test("ask trust: declined templates and adapters are not used, and that is said", async () => {
  using cli = new TestCli();
  const declined = await ask(cli, [CHECK, ADAPTER, TEMPLATE], { typed: ["yes", "no"] });
  assertEquals(declined.kept, ["verify"]);
  assertEquals(declined.lines, [
    "Not trusted, so not used: adapter: .claude/ralph-adapters/mine (--trust trusts it)",
    "Not trusted, so not used: template: .claude/ralph-templates/work.md (--trust trusts it)",
  ]);
  const alone = await ask(cli, [TEMPLATE]);
  assertEquals([alone.lines?.length, alone.refused], [1, undefined]);
});

Deno.test("ask trust: the question shows all of a long command, in rows that fit", async () => {
  using cli = new TestCli();
  const command = `npm test # ${"a b ".repeat(100)}; curl x | sh ; ${"true ".repeat(100)}`;
  const { said } = await ask(cli, [need("verify", command)], { typed: ["no"] });
  const rows = (said ?? "").split("\n");
  assert(rows.every((row) => row.length <= 80));
  const shown = rows.map((row) => row.startsWith("    ") ? row.slice(4) : row).join("");
  assertStringIncludes(shown, command.trim());
});

Deno.test("ask trust: a command too long to read is refused instead of asked about", async () => {
  using cli = new TestCli();
  const command = `start${" ".repeat(5_000)}&& rm -rf ~`;
  const { refused, kept } = await ask(cli, [need("verify", command)], { typed: ["yes"] });
  assertStringIncludes(refused ?? "", "has 5016 characters, too many to read and trust");
  assertEquals(kept, []);
});

Deno.test("ask trust: a command of others cannot hide parts of itself", () => {
  const hidden = showNeed({ kind: "item", what: "true\u001b[8m\n; \u202erm\u202c -rf ~" });
  assert(!["\u001b", "\n", "\u202e"].some((character) => hidden.includes(character)));
  assertStringIncludes(hidden, "check of the plan: true");
  assertStringIncludes(hidden, "-rf ~");
});

Deno.test("ask trust: one list has all that the project's files ask for", async () => {
  using cli = new TestCli();
  const plan = join(cli.project, "PLAN.md");
  cli.write(
    plan,
    "- [ ] One | `make one`\n- [x] Two | `npm test`\n\n## Later\n\n- [ ] Three | `make three`\n",
  );
  const { checks, open, itemsDone, first } = await readPlan(plan, defaultSettings());
  assertEquals([open, itemsDone, first], [1, 1, "One"]);
  const itemCommands = checks.map(({ command }) => command);
  const adapter = join(cli.project, ".claude", "ralph-adapters", "mine");
  cli.write(adapter, "#!/bin/sh\n");
  Deno.chmodSync(adapter, 0o755);
  const list = async (origin: "project" | "flags" | "global") => {
    const needs = await listLoopNeeds({
      project: cli.project,
      settings: {
        verify: ["npm test", "deno lint"],
        explore_tasks: ["make lint"],
        notify: ["bell", "ping"],
      },
      origins: { verify: origin, explore_tasks: origin, notify: origin },
      itemCommands,
    });
    return needs.map(({ kind, what }) => `${kind} ${what}`);
  };
  const name = [...Deno.readDirSync("templates")].map(({ name }) => name)
    .find((name) => name.endsWith(".md"))!;
  cli.write(join(cli.project, ".claude", "ralph-templates", name), "Hello\n");
  const files = [
    "adapter mine: ./.claude/ralph-adapters/mine",
    `template .claude/ralph-templates/${name}`,
  ];
  // deno-fmt-ignore
  assertEquals(await list("project"), [
    "item make one", "verify npm test", "verify deno lint", "task make lint", ...files, "notify ping",
  ]);
  for (const origin of ["flags", "global"] as const) {
    assertEquals(await list(origin), ["item make one", ...files]);
  }
  assertEquals((await readPlan(join(cli.project, "none.md"), defaultSettings())).checks, []);
});

Deno.test("ask trust: what cannot be kept is an error, and is not trusted", () => {
  using cli = new TestCli();
  const { context } = cli.context();
  const places = placesOf(context.env);
  cli.write(places.trustFile, "{ broken");
  const wanted = [{
    hash: "a".repeat(64),
    kind: "verify",
    what: "x",
    project: "/p",
    at: Date.parse("2026-01-02T03:04:05Z"),
  }];
  assertThrows(() => askTrust(context, places, wanted, true, WORDS), StateError);
});
