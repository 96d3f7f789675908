import { assert, assertEquals } from "@std/assert";
import { SECOND_MS } from "../../../src/text/time.ts";
import { dirname, fromFileUrl } from "@std/path";
import fc from "fast-check";
import {
  cursorAtEnd,
  readTranscript,
  START_OF_TRANSCRIPT,
} from "../../../src/evidence/transcript/transcript.ts";
import {
  answer,
  attachment,
  call,
  jsonl,
  prompt,
  result,
  T0,
  testTranscript,
  words,
} from "./_entries.ts";

const FIXTURES = fromFileUrl(new URL("../../fixtures/transcripts/", import.meta.url));
const usage = (input: number, output: number) => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: 10,
  cache_creation_input_tokens: 1,
});

function read(path: string, offset = 0) {
  return readTranscript(path, { offset, subagents: {} });
}

function append(path: string, text: string): void {
  Deno.writeTextFileSync(path, text, { append: true });
}

Deno.test("transcript: a real client's file gives calls, tokens, cost, version and last words", () => {
  const reading = read(`${FIXTURES}headless_run.jsonl`);
  assertEquals(reading.clientVersion, "2.1.328");
  assertEquals(reading.lastText, "Done.");
  assertEquals(reading.permissionMode, "bypassPermissions");
  assertEquals(reading.toolCalls.map(({ label, timeoutMs }) => [label, timeoutMs]), [
    ["Bash echo hi; ls", 120_000],
  ]);
  assertEquals(reading.tokens, 240);
  assertEquals(reading.humanPromptsMs.length, 1);
  assertEquals(reading.brokenLines, 0);
  assertEquals(reading.cursor.offset, Deno.statSync(`${FIXTURES}headless_run.jsonl`).size);
});

Deno.test("transcript: a real pane's file tells prompts, refusals, permissions and Esc apart", () => {
  const reading = read(`${FIXTURES}interactive_session.jsonl`);
  // "Work", and "more", which was queued; the Stop hook's feedback is not a prompt.
  assertEquals(reading.humanPromptsMs.length, 2);
  assert(reading.interruptedAtMs !== null);
  assertEquals(reading.permissionMode, "default");
  assertEquals(
    reading.toolCalls.map(({ id, endedAtMs, waitedForPerson }) => [
      id,
      endedAtMs !== null,
      waitedForPerson,
    ]),
    [["toolu_4_0", true, true], ["toolu_6_0", true, true]],
  );
  assertEquals(reading.lastText, "end");
  assertEquals(reading.tokens, 7 * (100 + 20));
});

testTranscript(
  "transcript: the mode is known from a line without a time",
  jsonl({ type: "permission-mode", permissionMode: "acceptEdits" }),
  (path) => {
    assertEquals(read(path).permissionMode, "acceptEdits");
  },
);

testTranscript(
  "transcript: reads only what is new since the stored offset",
  jsonl(prompt(0, "go"), words(5, "one")),
  (path) => {
    const first = read(path);
    assertEquals(first.pointsMs, [T0, T0 + 5_000]);
    append(path, jsonl(words(9, "two")));
    const second = readTranscript(path, first.cursor);
    assertEquals([second.pointsMs, second.lastText], [[T0 + 9_000], "two"]);
    assertEquals(second.humanPromptsMs, []);
    const third = readTranscript(path, second.cursor);
    assertEquals([third.pointsMs, third.lastText, third.tokens], [[], null, null]);
  },
);

testTranscript(
  "transcript: a line that is still being written waits for the next event",
  jsonl(words(0, "whole")),
  (path) => {
    const line = new TextEncoder().encode(jsonl(words(3, "naïve 👍 café")));
    // In the middle of a sign of several bytes.
    const cut = line.indexOf(0xf0) + 2;
    const whole = read(path);
    Deno.writeFileSync(path, line.subarray(0, cut), { append: true });
    const half = readTranscript(path, whole.cursor);
    assertEquals([half.cursor, half.brokenLines, half.pointsMs], [whole.cursor, 0, []]);
    Deno.writeFileSync(path, line.subarray(cut), { append: true });
    assertEquals(readTranscript(path, half.cursor).lastText, "naïve 👍 café");
  },
);

testTranscript(
  "transcript: any cut of the file in two readings gives what one reading gives",
  "",
  (path) => {
    const text = new TextEncoder().encode(jsonl(
      prompt(0, "tu's, größer"),
      call(1, "a", "Bash", { timeout: 5000 }),
      result(4, "a"),
      answer(6, { type: "text", text: "x" }, {}, { id: "m", usage: usage(7, 1) }),
      answer(7, { type: "text", text: "y 👍" }, {}, { id: "m", usage: usage(7, 30) }),
    ));
    Deno.writeFileSync(path, text);
    const whole = read(path);
    fc.assert(fc.property(fc.nat(text.length), (cut) => {
      Deno.writeFileSync(path, text.subarray(0, cut));
      const first = read(path);
      Deno.writeFileSync(path, text);
      const second = readTranscript(path, first.cursor);
      assertEquals([...first.pointsMs, ...second.pointsMs], whole.pointsMs);
      const parts = [first.tokens, second.tokens].map((tokens) => tokens ?? 0);
      assertEquals(parts[0]! + parts[1]!, whole.tokens);
      const ended = [...first.toolCalls, ...second.toolCalls].filter(({ endedAtMs }) =>
        endedAtMs !== null
      );
      assertEquals(ended, whole.toolCalls);
      assertEquals(second.cursor, whole.cursor);
      assertEquals(first.brokenLines + second.brokenLines, 0);
    }));
  },
);

testTranscript(
  "transcript: an answer of several lines counts its tokens once, the largest report",
  jsonl(
    answer(0, { type: "thinking", thinking: "…" }, {}, { id: "m1", usage: usage(100, 1) }),
    answer(1, { type: "text", text: "a" }, {}, { id: "m1", usage: usage(100, 1) }),
    answer(2, { type: "text", text: "b" }, {}, { id: "m1", usage: usage(100, 50) }),
    answer(3, { type: "text", text: "c" }, {}, { id: "m2", usage: usage(5, 5) }),
    words(4, "API Error", { isApiErrorMessage: true }, {
      model: "<synthetic>",
      usage: usage(0, 0),
    }),
  ),
  (path) => {
    assertEquals(read(path).tokens, 182);
    assertEquals(read(path).lastText, "c");
  },
);

testTranscript(
  "transcript: without any usage the tokens are unknown, not 0",
  jsonl(prompt(0, "go"), words(1, "ok")),
  (path) => {
    const reading = read(path);
    assertEquals([reading.tokens, reading.costUsd], [null, null]);
  },
);

testTranscript(
  "transcript: an empty usage is unknown, not 0, and takes nothing from the others",
  jsonl(words(0, "a", {}, { usage: {} }), words(1, "b", {}, { id: "m", usage: {} })),
  (path) => {
    assertEquals(read(path).tokens, null);
    const more = jsonl(words(2, "c", {}, { id: "m", usage: usage(3, 4) }));
    Deno.writeTextFileSync(path, more, { append: true });
    assertEquals(read(path).tokens, 18);
  },
);

testTranscript(
  "transcript: the first reading of a long session costs what is newer than the loop",
  "",
  (path) => {
    const old = words(0, "x".repeat(10_000), {}, { usage: usage(9, 9) });
    const lines = jsonl(...Array.from({ length: 1_000 }, () => old));
    const news = jsonl(words(60, "new", {}, { usage: usage(1, 2) }));
    Deno.writeTextFileSync(path, lines + news);
    const reading = readTranscript(path, START_OF_TRANSCRIPT, {
      sinceMs: T0 + 30_000,
      maxBytes: 1_000_000,
    });
    assert(reading.pointsMs.length < 60, `${reading.pointsMs.length} lines were parsed`);
    assertEquals(reading.tokens, 14);
    assertEquals(reading.cursor.offset, lines.length + news.length);
  },
);

testTranscript(
  "transcript: a first reading finds its place behind lines longer than a block",
  "",
  (path) => {
    const old = jsonl(words(0, "x".repeat(700_000)), words(1, "y"));
    const news = jsonl(words(60, "z".repeat(700_000)), words(61, "new"));
    Deno.writeTextFileSync(path, old + news);
    const reading = readTranscript(path, START_OF_TRANSCRIPT, { sinceMs: T0 + 30_000 });
    assertEquals(reading.lastText, "new");
    assert(reading.pointsMs.includes(T0 + 60_000));
  },
);

testTranscript(
  "transcript: tokens and cost of lines older than the loop are not its own",
  jsonl(
    words(0, "old", { costUSD: 1 }, { usage: usage(1000, 1000) }),
    words(60, "new", { costUSD: 0.25 }, { usage: usage(1, 2) }),
  ),
  (path) => {
    const reading = readTranscript(path, START_OF_TRANSCRIPT, { sinceMs: T0 + 30_000 });
    assertEquals(reading.tokens, 14);
    assertEquals(reading.costUsd, 0.25);
  },
);

testTranscript(
  "transcript: subagents' tokens, calls and times count, in their own files and in side chains",
  jsonl(
    words(0, "main", {}, { usage: usage(1, 1) }),
    words(2, "aside", { isSidechain: true }, { usage: usage(2, 2) }),
  ),
  (path) => {
    const folder = path.replace(/\.jsonl$/, "/subagents");
    Deno.mkdirSync(folder, { recursive: true });
    const file = `${folder}/agent-a1.jsonl`;
    Deno.writeTextFileSync(
      file,
      jsonl(words(4, "sub", { isSidechain: true }, { usage: usage(4, 4) })),
    );
    Deno.writeTextFileSync(`${folder}/notes.txt`, "no transcript");
    const first = read(path);
    assertEquals(first.tokens, 13 + 15 + 19);
    assertEquals(first.pointsMs, [T0, T0 + 2_000, T0 + 4_000]);
    assertEquals(first.lastText, "main");
    append(file, jsonl(call(9, "s", "Bash", {}, { isSidechain: true })));
    const second = readTranscript(path, first.cursor);
    assertEquals(second.pointsMs, [T0 + 9_000]);
    assertEquals(second.toolCalls.map(({ id }) => id), ["s"]);
    assertEquals([second.lastToolCallAtMs, second.lastAgentAtMs, second.tokens], [
      null,
      null,
      null,
    ]);
  },
);

testTranscript(
  "transcript: only what a person typed is a prompt",
  jsonl(
    prompt(1, "go on"),
    prompt(2, [{ type: "text", text: "look" }, { type: "image", source: {} }]),
    prompt(3, "<task-notification>\n<task-id>b1</task-id>"),
    prompt(4, "Stop hook feedback:\nIteration 3", { isMeta: true }),
    prompt(5, "Stop hook feedback:\nIteration 3"),
    prompt(6, "<local-command-stdout>ok</local-command-stdout>"),
    prompt(7, "summary", { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
    prompt(8, "to the subagent", { isSidechain: true }),
    prompt(9, "wake", { origin: { kind: "auto-continuation" } }),
    prompt(10, "<command-name>/ralph:start</command-name>"),
    prompt(11, "typed", { origin: { kind: "human" } }),
    result(12, "x"),
    prompt(13, ""),
  ),
  (path) =>
    assertEquals(read(path).humanPromptsMs, [1, 2, 10, 11].map((at) => T0 + at * SECOND_MS)),
);

testTranscript(
  "transcript: Esc is an interruption, the end of the session is not",
  jsonl(prompt(3, [{ type: "text", text: "[Request interrupted by user]" }])),
  (path) => {
    const first = read(path);
    assertEquals([first.interruptedAtMs, first.humanPromptsMs], [T0 + 3_000, []]);
    append(
      path,
      jsonl(prompt(9, [{ type: "text", text: "[Request interrupted by user for tool use]" }])),
    );
    assertEquals(readTranscript(path, first.cursor).interruptedAtMs, T0 + 9_000);
    append(
      path,
      jsonl(
        prompt(11, [{ type: "text", text: "[Request interrupted by user]" }], {
          interruptedByShutdown: true,
        }),
        prompt(12, "[Request interrupted: the session ended before this agent finished.]"),
        words(13, "The text [Request interrupted by user] is a mark."),
      ),
    );
    assertEquals(read(path).interruptedAtMs, T0 + 9_000);
    assertEquals(read(path).humanPromptsMs, []);
  },
);

testTranscript(
  "transcript: a tool call that straddles two readings keeps its start",
  jsonl(call(1, "a", "Bash", { timeout: 600_000 })),
  (path) => {
    const first = read(path);
    assertEquals(first.toolCalls[0]?.endedAtMs, null);
    append(path, jsonl(result(400, "a")));
    const [done] = readTranscript(path, first.cursor).toolCalls;
    assertEquals([done?.startedAtMs, done?.endedAtMs, done?.timeoutMs], [
      T0 + 1_000,
      T0 + 400_000,
      600_000,
    ]);
    assertEquals(readTranscript(path, first.cursor).lastToolCallAtMs, null);
    assertEquals(readTranscript(path, cursorAtEnd(path)).toolCalls, []);
  },
);

testTranscript(
  "transcript: the permission mode of the last prompt is found",
  jsonl(
    attachment(1, { type: "plan_mode", planFilePath: "/home/dev/.claude/plans/slug.md" }),
    call(2, "a", "Edit", { file_path: "/home/dev/app/.claude/plans/b.md" }),
    call(3, "b", "Read", { file_path: "/home/dev/app/src/plans/c.md" }),
    call(4, "c", "Grep", { file_path: "/home/dev/app/.claude/plans/d.md" }),
    prompt(5, "plan it", { permissionMode: "plan" }),
  ),
  (path) => {
    const reading = read(path);
    assertEquals(reading.permissionMode, "plan");
  },
);

testTranscript(
  "transcript: broken and unknown lines are passed over, broken ones counted",
  jsonl(
    '{"type":"assistant","message":{"content":[{"type":"text","text":"half',
    "not json",
    "[1,2]",
    "null",
    "",
    { type: "from-the-future", timestamp: "yesterday", message: 5 },
    { type: "assistant", timestamp: new Date(T0 + 1_000).toISOString(), message: { content: 7 } },
    { type: "user", timestamp: new Date(T0 + 2_000).toISOString() },
    words(3, "fine"),
  ).replaceAll("\n", "\r\n"),
  (path) => {
    const reading = read(path);
    assertEquals(reading.brokenLines, 4);
    assertEquals(reading.lastText, "fine");
    assertEquals(reading.pointsMs, [T0 + 1_000, T0 + 2_000, T0 + 3_000]);
  },
);

testTranscript(
  "transcript: a file that became shorter is read again near its end, without its tokens",
  jsonl(words(1, "after the rotation", {}, { usage: usage(5, 5) })),
  (path) => {
    const reading = readTranscript(path, { offset: 10_000_000, subagents: {} });
    assertEquals(reading.lastText, "after the rotation");
    assertEquals(reading.tokens, null);
    assertEquals(reading.cursor.offset, Deno.statSync(path).size);
  },
);

testTranscript(
  "transcript: more than may be parsed is jumped over",
  jsonl(...Array.from({ length: 400 }, (_, at) => words(at, "x".repeat(500)))),
  (path) => {
    const reading = readTranscript(path, START_OF_TRANSCRIPT, { maxBytes: 20_000 });
    const size = Deno.statSync(path).size;
    assertEquals(reading.cursor.offset, size);
    assertEquals(reading.brokenLines, 0);
    assert(reading.pointsMs.length > 10 && reading.pointsMs.length < 40);
    assertEquals(reading.pointsMs.at(-1), T0 + 399_000);
  },
);

testTranscript(
  "transcript: what is not a readable file gives an empty reading and keeps the cursor",
  "",
  (transcript) => {
    const folder = dirname(transcript);
    const cursor = { offset: 77, subagents: { "agent-x.jsonl": 5 } };
    const fifo = `${folder}/fifo`;
    new Deno.Command("mkfifo", { args: [fifo] }).outputSync();
    for (const path of [null, `${folder}/absent.jsonl`, folder, fifo, "", "a\0b"]) {
      const reading = readTranscript(path, cursor);
      assertEquals(reading.cursor, cursor, String(path));
      assertEquals([reading.isReadable, reading.pointsMs, reading.tokens], [false, [], null]);
    }
  },
);

testTranscript("transcript: follows a symlink", jsonl(words(1, "there")), (path) => {
  Deno.symlinkSync(path, `${path}.link`);
  assertEquals(read(`${path}.link`).lastText, "there");
});

testTranscript(
  "transcript: binary garbage without a line break is paid for once",
  new Uint8Array(17 * 1024 * 1024).fill(0xff),
  (path) => {
    const reading = read(path);
    assertEquals([reading.cursor.offset, reading.brokenLines], [17 * 1024 * 1024, 1]);
    append(path, "\n" + jsonl(words(1, "after it")));
    assertEquals(readTranscript(path, reading.cursor).lastText, "after it");
  },
);

testTranscript("transcript: no bytes make it fail", "", (path) => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat(4000), (bytes, offset) => {
    Deno.writeFileSync(path, bytes);
    const { cursor } = readTranscript(path, { offset, subagents: {} });
    assert(cursor.offset <= bytes.length);
  }));
});
