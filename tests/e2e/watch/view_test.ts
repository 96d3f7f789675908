/** `ralph status --watch` in a real terminal: what it shows, its keys, its sizes. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { needs } from "../../_tools.ts";
import { waitUntil } from "../../_wait.ts";
import { makeStage } from "../_stage.ts";
import { enter, openShell, rowsOf, startWatch } from "./_window.ts";
import { RALPH } from "../_stage.ts";

const tmux = needs("tmux");

tmux.test("watch: each size of the window is drawn for, in the middle of a phrase too", async () => {
  using stage = await makeStage({ folder: "a b/projekt é" });
  await stage.turn();
  await using terminal = await startWatch(stage, { columns: 100, rows: 30 });
  const first = await rowsOf(terminal);
  assertMatch(first[0] ?? "", /^WORKING +turn 1/);
  assertMatch(first.join("\n"), /0 of 3 items done[\s\S]*1 of 99/);
  for (const [columns, rows] of [[60, 12], [200, 50], [40, 10]] as const) {
    await terminal.resize(columns, rows);
    await waitUntil(
      async () =>
        (await rowsOf(terminal)).length === rows &&
        (await rowsOf(terminal)).at(-1)!.includes("q quit"),
      () => `no view of ${columns} x ${rows}`,
    );
  }
  await terminal.type("ehello");
  await terminal.waitFor("Encourage: hello");
  await terminal.resize(90, 20);
  await terminal.waitFor("Encourage (Enter sends, Esc cancels): hello");
});

tmux.test("watch: what happens to the loop is seen without a key", async () => {
  using stage = await makeStage();
  await stage.turn();
  await using terminal = await startWatch(stage);
  await stage.turn();
  await terminal.waitFor("2 of 99");
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [ ] two\n- [ ] three\n");
  await terminal.waitFor("1 of 3 items done");
});

tmux.test("watch: an encouragement that is typed is really written, and shown with its age", async () => {
  using stage = await makeStage();
  await stage.turn();
  await using terminal = await startWatch(stage, { columns: 120, rows: 30 });
  await terminal.type("e");
  await terminal.waitFor("Encourage");
  await terminal.type('--clear 漢字 first "q"');
  await terminal.keys("Enter");
  await terminal.waitFor('Added to encouraged list: --clear 漢字 first "q"');
  await terminal.waitFor(/^encouraged +1\. --clear 漢字 first "q"$/m);
  await terminal.type("f");
  await terminal.waitFor("Forbid");
  await terminal.type("new dependencies");
  await terminal.keys("Enter");
  await terminal.waitFor("Added to forbidden list");
  const { guidance } = await stage.status();
  assertEquals(guidance.map(({ list, text }: Record<string, string>) => [list, text]), [
    ["encouraged", '--clear 漢字 first "q"'],
    ["forbidden", "new dependencies"],
  ]);
});

tmux.test("watch: o writes the report, says where it is, and the view goes on", async () => {
  using stage = await makeStage();
  await stage.turn();
  await using terminal = await startWatch(stage, { columns: 200 });
  await terminal.type("o");
  const shown = await terminal.waitFor(/ralph-report-.*\.html/);
  const [file = ""] = /\/\S*ralph-report-\S*\.html/.exec(shown) ?? [];
  assertStringIncludes(Deno.readTextFileSync(file), "</html>");
  await stage.turn();
  await terminal.waitFor("2 of 99");
});

tmux.test("watch: a stop is asked for again, ends the loop, and the view stays with its end", async () => {
  using stage = await makeStage();
  await using terminal = await startWatch(stage, { columns: 120 });
  await terminal.type("s");
  await terminal.waitFor(/Stop the loop in .*\? y\/n/);
  await terminal.type("n");
  await terminal.waitFor("q quit");
  assert(stage.hasLoop());
  await terminal.type("sy");
  await terminal.waitFor("STOPP");
  await stage.turn();
  await terminal.waitFor(/^STOPPED.*as you asked/m);
  assertEquals(stage.hasLoop(), false);
  await terminal.type("e");
  await terminal.keys("Escape");
  assertMatch((await rowsOf(terminal))[0] ?? "", /^STOPPED/);
  await terminal.keys("Enter");
  await terminal.waitFor("code 0");
});

tmux.test("watch: three loops in a list, one is chosen and opened; one that ends stays with its end", async () => {
  using stage = await makeStage({ folder: "first" });
  const projects = ["second", "third"].map((name) => `${stage.root}/${name}`);
  for (const project of projects) {
    Deno.mkdirSync(project);
    Deno.writeTextFileSync(`${project}/PLAN.md`, "- [ ] a\n- [ ] b\n");
    await stage.ok(["start", "-f", "PLAN.md", "--until-done"], { cwd: project });
  }
  const all = JSON.parse(await stage.ok(["status", "--all", "--json"]));
  assertEquals(all.loops.length, 3);
  await using terminal = await startWatch(stage, { columns: 120 }, "--all");
  const shown = await terminal.waitFor("second");
  assertStringIncludes(shown, "third");
  const order = shown.split("\n").filter((row) => / (first|second|third) /.test(row));
  assertMatch(order[0] ?? "", /^›/);
  await terminal.keys("Down", "Enter");
  const [, name = ""] = / (first|second|third) /.exec(order[1] ?? "") ?? [];
  await terminal.waitFor(new RegExp(`^project .*/${name}$`, "m"));
  await terminal.keys("Escape");
  await terminal.waitFor(new RegExp(`^› .* ${name} `, "m"));
  await stage.ok(["stop"], { cwd: projects[1]! });
  await terminal.waitFor(/STOPPED +third/);
  await terminal.type("q");
  await terminal.waitFor("code 0");
});

Deno.test({
  name: "watch: colours where the terminal has them and NO_COLOR does not say otherwise",
  ...tmux,
  fn: async () => {
    using stage = await makeStage();
    await stage.turn();
    // deno-lint-ignore no-control-regex -- a colour
    const color = /\x1b\[(?:\d+;)*(?:2|3[0-8])m/;
    await using plain = await startWatch(stage);
    assertEquals((await plain.styled()).match(color), null);
    await using colored = await startWatch(stage, { env: { NO_COLOR: "" } });
    assertMatch(await colored.styled(), color);
  },
});

tmux.test("watch: TERM=dumb prints each change without keys", async () => {
  using stage = await makeStage();
  await using dumb = await openShell(stage, { columns: 100 });
  await enter(dumb, `TERM=dumb '${RALPH}' status --watch; echo "code $?"`);
  await dumb.waitFor("WORKING");
  await stage.ok(["stop"]);
  await stage.turn();
  await dumb.waitFor("code 0");
  assertMatch(await dumb.history(), /WORKING[\s\S]*STOPPED/);
});
