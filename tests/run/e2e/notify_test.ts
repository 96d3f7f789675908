/** Notifications of `ralph run`. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { attempt } from "../../../src/error.ts";
import {
  exits,
  runPlan,
  runStage,
  script,
  type Stage,
  startRun,
  TICK,
  waitFor,
} from "./_run_stage.ts";

/** Lets the user be notified by a command that adds the process's id, the event and the message. */
function notify(stage: Stage, channel: (log: string) => string): () => string[] {
  const log = join(stage.root, "log");
  Deno.mkdirSync(stage.inHome("ralph"), { recursive: true });
  const settings = { notify: [channel(log)] };
  Deno.writeTextFileSync(stage.inHome("ralph", "config.json"), JSON.stringify(settings));
  return () =>
    (attempt(() => Deno.readTextFileSync(log)) ?? "").split("\n").filter((line) => line !== "");
}

/** Waits until a process has ended and was reaped. */
const hasEnded = (pid: number) =>
  waitFor(() => !existsSync(`/proc/${pid}`), "the end of the sender, reaped");

const logEvent = (log: string) => `echo "$PPID $RALPH_EVENT: $RALPH_MESSAGE" >> '${log}'`;

Deno.test("run: its end is notified once, after a limit that came near", async () => {
  using stage = await runStage();
  const lines = notify(stage, logEvent);
  await exits(0, runPlan(stage, "job-tick", ["--max-iterations", "6"]));
  await waitFor(() => lines().length >= 2, "two notifications");
  const shown = lines().map((line) => line.replace(/^\d+ /, "")).sort();
  assertStringIncludes(shown[0]!, "complete: project: ");
  assertStringIncludes(shown[1]!, "limit-near: project: ");
  await waitFor(
    () => stage.journal().filter(({ code }) => code === "notified").length === 2,
    "both in the journal",
  );
});

Deno.test("run: a notification that hangs neither delays the run nor leaves a zombie", async () => {
  using stage = await runStage();
  const lines = notify(stage, (log) => `${logEvent(log)}; exec sleep 600`);
  await exits(0, runPlan(stage, "job-tick"));
  await waitFor(() => lines().length > 0, "a notification");
  // The process that sends it; its channel is a child of it.
  const sender = Number(lines()[0]!.split(" ")[0]);
  const ps = new Deno.Command("ps", { args: ["-o", "pid=,ppid=", "-A"] }).outputSync();
  const children = new TextDecoder().decode(ps.stdout).split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === sender);
  assertEquals(children.length, 1);
  Deno.kill(-children[0]![0]!, "SIGKILL");
  await hasEnded(sender);
});

Deno.test("run: what has sent a notification is no zombie of a run that goes on", async () => {
  using stage = await runStage("- [ ] one\n- [ ] two\n- [ ] three\n- [ ] four\n");
  const lines = notify(stage, logEvent);
  const slow = script(stage, `${TICK}\n[ -e once ] && exec sleep 600\ntouch once`);
  const run = startRun(stage, ["PLAN.md", "--agent", slow, "--max-iterations", "5"]);
  try {
    await waitFor(() => lines().length > 0, "the limit that is near");
    const zombies = () => {
      const ps = new Deno.Command("ps", {
        args: ["-o", "stat=,args=", "--ppid", `${run.child.pid}`],
      })
        .outputSync();
      return new TextDecoder().decode(ps.stdout).split("\n").filter((row) => /^Z/.test(row.trim()));
    };
    await hasEnded(Number(lines()[0]!.split(" ")[0]));
    await waitFor(() => zombies().length === 0, "the last process of the sender to be reaped");
  } finally {
    await stage.ralph(["stop"]);
    await run.done;
  }
});
