/** Notifications from the hooks of the real client. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  inPane,
  Pane,
  readStop,
  say,
  script,
  type Stage,
  startLoop,
  tick,
  waitForEnd,
  waitUntil,
} from "./harness/mod.ts";

const NOTIFY_SEND = "~/bin/notify-send";

async function linesIn(stage: Stage, path: string): Promise<string[]> {
  return (await stage.read(path) ?? "").split("\n").filter((line) => line !== "");
}

inPane.test("the end of a loop rings in the session's terminal, and runs the user's command", async (stage) => {
  await stage.write(NOTIFY_SEND, `#!/bin/sh\nprintf '%s\\n' "$@" >> "$HOME/notified"\n`);
  await Deno.chmod(stage.resolve(NOTIFY_SEND), 0o755);
  await stage.write(
    "~/.claude/ralph/config.json",
    JSON.stringify({ notify: ["bell", 'notify-send "$RALPH_TITLE" "$RALPH_MESSAGE"'] }),
  );
  await startLoop(stage);
  const env = { PATH: `${stage.home}/bin:${stage.env()["PATH"]}` };
  const api = stage.serve(script([
    async () => {
      assertEquals(await pane.hasRung(), false);
      return tick();
    },
    say("Everything is done."),
  ]));
  const pane: Pane = await Pane.atWork(stage, api, { env });
  await waitForEnd(stage);
  const { loop_id: id } = (await readStop(stage))!;
  const notes = async () =>
    (await linesIn(stage, `~/.claude/ralph/loops/${id}/journal.jsonl`))
      .map((line) => JSON.parse(line)).filter(({ code }) => code === "notified");
  await waitUntil(async () => (await notes()).length > 0, () => "no notification was journalled");
  const [note, ...more] = await notes();
  assertEquals(more, []);
  assertStringIncludes(note.sentence, "bell: rang in /dev/pts/");
  assertStringIncludes(note.sentence, ": worked");
  const [title, body] = await linesIn(stage, "~/notified");
  assertEquals(title, "ralph: done");
  assertStringIncludes(body!, "my app: done. All 3 items of PLAN.md are ticked");
  await waitUntil(() => pane.hasRung(), () => "tmux saw no bell");
});
