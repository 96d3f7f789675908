/** A command that is shown outside of its project works if it is pasted. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { taskComplete } from "../../src/loop/reason.ts";
import { noticeOfEnd } from "../../src/lifecycle/end.ts";
import { type ReasonCode, REASONS } from "../../src/loop/reasons.ts";
import { TestCli } from "./_cli.ts";
import { endLoopOf } from "./_ended.ts";

const DONE = taskComplete({ name: "all_checkboxes", confidence: 0.9, detail: "" });
const STOPPED = { code: "stopped-by-user", sentence: "Loop stopped on request" } as const;

Deno.test("elsewhere: 'history --all' names the folder or the id of each other project's loop", async () => {
  using cli = new TestCli();
  const blog = `${cli.root}/my blog`;
  cli.write("PLAN.md", "- [ ] one\n");
  cli.write(`${blog}/PLAN.md`, "- [ ] two\n");
  const items = { done: 1, total: 1, next: null };
  const done = endLoopOf(cli, { project: blog, reason: DONE, record: { items } });
  endLoopOf(cli, { reason: STOPPED, atMs: Date.parse("2026-01-02T02:10:00Z") });
  const { stdout } = await cli.run(["history", "--all"]);
  assertMatch(stdout, /^ {2}→ ralph start -f PLAN\.md --until-done$/m);
  assertStringIncludes(stdout, `  → ralph report ${done.id} --open`);
  endLoopOf(cli, { project: blog, reason: STOPPED, atMs: Date.parse("2026-01-02T02:20:00Z") });
  const cd = `cd '${blog}' && ralph start -f PLAN.md --until-done`;
  const { loops } = await cli.json(["history", "--all"]);
  assertEquals(loops[0].next, cd);
  const { stdout: why } = await cli.run(["explain", loops[0].id]);
  assertStringIncludes(why.replaceAll(/\s+/g, " "), `→ ${cd}`);
  // In that project the same loop needs no folder.
  const { context, read } = cli.context();
  const { runCli } = await import("../../src/cli/core/dispatch.ts");
  const { COMMANDS } = await import("../../src/cli/registry.ts");
  await runCli(["history", "--all"], { ...context, env: { ...context.env, cwd: blog } }, COMMANDS);
  assertMatch(read().stdout, /^ {2}→ ralph start -f PLAN\.md --until-done$/m);
});

Deno.test("elsewhere: how a waiting loop goes on says in which folder", async () => {
  using cli = new TestCli();
  cli.write("PLAN.md", "- [ ] one\n");
  await cli.run(["hooks", "install"]);
  await cli.run(["start", "-f", "PLAN.md", "--until-done"]);
  const { context, read } = cli.context();
  const { runCli } = await import("../../src/cli/core/dispatch.ts");
  const { COMMANDS } = await import("../../src/cli/registry.ts");
  const cwd = Deno.realPathSync(Deno.makeTempDirSync({ dir: cli.root }));
  await runCli(["history", "--all"], { ...context, env: { ...context.env, cwd } }, COMMANDS);
  assertStringIncludes(read().stdout.replaceAll(/\s+/g, " "), `→ in ${cli.project}: run claude`);
});

Deno.test("elsewhere: a notification's RALPH_NEXT is a command alone, whatever ended the loop", () => {
  using cli = new TestCli();
  cli.write("PLAN.md", "- [ ] one\n");
  const record = endLoopOf(cli, { reason: STOPPED });
  for (const code of Object.keys(REASONS) as ReasonCode[]) {
    const notice = noticeOfEnd(record, { code, sentence: "Because" }, 0);
    if (notice === null) continue;
    assert(/^ralph (?:start|report|run) [^,]*$/.test(notice.command), `${code}: ${notice.command}`);
    assertStringIncludes(notice.next, notice.command);
  }
});
