import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { hashMessage } from "../../../src/evidence/twin.ts";
import { isAnswered, openStop } from "../../../src/hook/stop/session.ts";
import { sessionFile } from "../../../src/store/places.ts";
import { writeSessionRecord } from "../../../src/store/records/session_record.ts";
import { LoopProject, NOW, OWNER } from "../../lifecycle/_loop.ts";

Deno.test("openStop: a new session gets a new record", async () => {
  using project = new LoopProject();
  const { session, said, settings } = await openStop(
    project.event({ transcriptPath: "/t.jsonl" }),
  );
  assertEquals([session.sessionId, session.loopId], [OWNER, project.id]);
  assertEquals([session.transcriptPath, session.answered], ["/t.jsonl", null]);
  assertEquals([said, settings.max_iterations], [[], 99]);
});

Deno.test("openStop: reads the record of an earlier Stop, with the present transcript", async () => {
  using project = new LoopProject();
  const { session } = await openStop(project.event());
  writeSessionRecord(project.places, { ...session, toollessAtMs: [1_000, 2_000] });
  const again = await openStop(project.event({ transcriptPath: "/new.jsonl" }));
  assertEquals(again.session.toollessAtMs, [1_000, 2_000]);
  assertEquals(again.session.transcriptPath, "/new.jsonl");
});

Deno.test("openStop: an unreadable record is set aside and journalled", async () => {
  using project = new LoopProject();
  const file = project.write(sessionFile(project.places, OWNER, project.project), "{ broken");
  const { session } = await openStop(project.event());
  assertEquals(session.answered, null);
  const names = [...Deno.readDirSync(file.slice(0, file.lastIndexOf("/")))].map(({ name }) => name);
  assertEquals(names.length, 1);
  assert(names[0] !== file.slice(file.lastIndexOf("/") + 1));
  const journal = project.read(`~/.claude/ralph/loops/${project.id}/journal.jsonl`);
  assertStringIncludes(journal, '"code":"set-aside"');
});

Deno.test("openStop: the user sees a problem of the settings once per loop", async () => {
  const files = { ".claude/ralph-config.json": '{"max_hours": "nine"}' };
  using project = new LoopProject({}, { files });
  const { said } = await openStop(project.event());
  assertEquals(said.length, 1);
  const { record } = project.event().loop;
  project.writeRecord({ ...record, said: [...said] });
  assertEquals((await openStop(project.event())).said, []);
});

Deno.test("isAnswered: the same prompt and message, answered after this process began", async () => {
  using project = new LoopProject();
  const stop = await openStop(project.event());
  const answered = {
    promptId: "prompt-1",
    messageHash: hashMessage("Worked on it.", false),
    atMs: NOW,
  };
  const ask = (change: Partial<typeof answered>, receivedAtMs = NOW - 1_000) =>
    isAnswered(
      { ...stop, session: { ...stop.session, answered: { ...answered, ...change } } },
      receivedAtMs,
    );
  assertEquals(isAnswered(stop, NOW), false, "nothing was answered");
  assertEquals(ask({}), true);
  assertEquals(ask({ promptId: "prompt-0" }), false, "another turn");
  assertEquals(ask({ messageHash: "0" }), false, "other words");
  assertEquals(ask({}, NOW + 60_000), false, "long after the answer");
  assertEquals(ask({}, NOW + 1_000), false, "without a transcript a doubt is not a twin");
});
