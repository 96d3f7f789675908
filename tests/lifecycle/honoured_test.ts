import { assertEquals } from "@std/assert";
import { judgeHonouring } from "../../src/lifecycle/unhonoured.ts";
import { readTranscript, START_OF_TRANSCRIPT } from "../../src/evidence/transcript/transcript.ts";
import {
  answer,
  call,
  jsonl,
  prompt,
  T0,
  withTranscript,
  words,
} from "../evidence/transcript/_entries.ts";

type Line = Record<string, unknown>;

/** A line of the client's own, as 2.1.328 writes them. */
function system(at: number, subtype: string, rest: Line = {}): Line {
  return { ...answer(at, {}), type: "system", message: undefined, subtype, ...rest };
}

const CAP = "A hook blocked the turn from ending 9 consecutive times—overriding and ending turn. " +
  "For Stop/SubagentStop hooks, check stop_hook_active in the input and return success while it's true.";
const capped = (at: number) => system(at, "informational", { content: CAP, level: "warning" });
const summary = (at: number, preventedContinuation: boolean) =>
  system(at, "stop_hook_summary", { preventedContinuation, hookErrors: [], hasOutput: true });
const over = (at: number) => system(at, "turn_duration", { durationMs: 100 });
const interrupted = (at: number, rest: Line = {}) =>
  prompt(at, [{ type: "text", text: "[Request interrupted by user]" }], rest);

/** The answer "continue" came ten seconds after T0; the agent's words before it stand in the file. */
function judge(
  lines: readonly Line[],
  isTurnOver = false,
  lastToolCallAtMs: number | null = null,
): string | null {
  let by: string | null = "not judged";
  withTranscript(jsonl(words(9, "turn is over"), ...lines), (path) => {
    const reading = readTranscript(path, START_OF_TRANSCRIPT);
    by = judgeHonouring({ continuedAtMs: T0 + 10_000, reading, lastToolCallAtMs, isTurnOver });
  })();
  return by;
}

Deno.test("honoured: an agent that went on, by words, thoughts or a tool, was continued", () => {
  for (
    const line of [
      words(12, "on it"),
      answer(12, { type: "thinking", thinking: "hm" }),
      call(12, "toolu_1", "Bash"),
    ]
  ) {
    assertEquals(judge([summary(11, false), line], true), null);
  }
});

Deno.test("honoured: a call that only the guard has seen counts where the transcript lags", () => {
  assertEquals(judge([], true, T0 + 12_000), null);
  assertEquals(judge([], true, T0 + 9_000), "client");
});

Deno.test("honoured: the client's cap is named", () => {
  assertEquals(judge([summary(11, false), capped(11.1)]), "cap");
  assertEquals(judge([summary(11, false), capped(11.1), over(11.2)]), "cap");
});

Deno.test("honoured: another hook that ended the turn is named", () =>
  assertEquals(judge([summary(11, true), over(11.1)]), "another-hook"));

Deno.test("honoured: a turn that the client marks as ended was not continued", () =>
  assertEquals(judge([summary(11, false), over(11.1)]), "client"));

Deno.test("honoured: an agent that only thinks leaves no line, which proves nothing", () =>
  assertEquals(judge([summary(11, false)]), null));

Deno.test("honoured: a prompt after silence shows that the continuation was not honoured", () =>
  assertEquals(judge([summary(11, false), prompt(40, "what is going on?")], true), "client"));

Deno.test("honoured: an interruption is the user's own, and so is a closed terminal", () => {
  assertEquals(judge([summary(11, false), interrupted(13)], true), null);
  assertEquals(judge([interrupted(13, { interruptedByShutdown: true })]), null);
});

Deno.test("honoured: an error of the API is an answer of its own", () =>
  assertEquals(judge([words(12, "API Error", { isApiErrorMessage: true })], true), null));

Deno.test("honoured: an end that was noted before the answer, or before the agent went on, does not count", () => {
  assertEquals(judge([capped(9.5)]), null);
  assertEquals(judge([capped(11), prompt(20, "go on"), words(21, "on it")]), null);
});

Deno.test("honoured: the end of an earlier turn is not taken for the end of this turn", () => {
  const earlier = [words(2, "earlier"), capped(3), over(3.1), prompt(5, "go on")];
  withTranscript(jsonl(...earlier, words(9, "turn is over"), over(11)), (path) => {
    const reading = readTranscript(path, START_OF_TRANSCRIPT);
    assertEquals(reading.turnEnd, { atMs: T0 + 11_000, by: "client" });
  })();
});

Deno.test("honoured: lines of subagents neither go on nor end anything", () => {
  const aside = { isSidechain: true };
  assertEquals(judge([{ ...over(11), ...aside }]), null);
  assertEquals(judge([words(12, "a subagent's words", aside), over(13)]), "client");
});

Deno.test("honoured: without a transcript the answer is unknown", () => {
  const reading = { ...readTranscript(null, START_OF_TRANSCRIPT) };
  const judged = judgeHonouring({
    continuedAtMs: T0,
    reading,
    lastToolCallAtMs: null,
    isTurnOver: true,
  });
  assertEquals(judged, null);
});
