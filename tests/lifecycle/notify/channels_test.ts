/** The words of notifications. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { variablesOf } from "../../../src/lifecycle/notify/channel.ts";
import { eventOfEnd, type Notice } from "../../../src/lifecycle/announce.ts";
import { NOTIFY_EVENTS } from "../../../src/store/settings/notify_events.ts";

const NOTICE: Notice = {
  event: "blocked",
  code: "blocked",
  sentence: "needs a key",
  next: "ralph explain, then ralph start -f PLAN.md",
  command: "ralph start -f PLAN.md",
  project: "/work/shop",
  loopId: "id",
  iteration: 7,
  untilMs: null,
  channels: [],
  isForeign: false,
  pid: null,
  wait: "",
  delayMs: 0,
};

Deno.test("notify: whatever a reason is, title and message are one line without control characters", () => {
  fc.assert(fc.property(
    fc.constantFrom(...NOTIFY_EVENTS),
    fc.string({ unit: "binary" }),
    fc.string({ unit: "binary" }),
    (event, sentence, project) => {
      const { RALPH_TITLE: title = "", RALPH_MESSAGE: message = "", ...others } = variablesOf({
        ...NOTICE,
        event,
        sentence,
        project,
      });
      // deno-lint-ignore no-control-regex -- what must not be there
      for (const text of [title, message]) assert(!/[\x00-\x1f\x7f-\x9f\u202e]/.test(text));
      assert(title.startsWith("ralph: ") && message.length <= 450);
      assert(!others["RALPH_REASON"]?.includes("\0"), "a variable ends at a zero byte");
    },
  ));
});

Deno.test("notify: a command gets event, code, reason, project, loop and time", () => {
  assertEquals(variablesOf({ ...NOTICE, untilMs: Date.UTC(2026, 0, 2, 3, 10) }), {
    RALPH_EVENT: "blocked",
    RALPH_CODE: "blocked",
    RALPH_REASON: "needs a key",
    RALPH_TITLE: "ralph: blocked, it needs you",
    RALPH_NEXT: "ralph start -f PLAN.md",
    RALPH_MESSAGE: "shop: needs a key → ralph explain, then ralph start -f PLAN.md",
    RALPH_PROJECT: "/work/shop",
    RALPH_LOOP_ID: "id",
    RALPH_ITERATION: "7",
    RALPH_UNTIL: "2026-01-02T03:10:00Z",
  });
});

Deno.test("notify: an end that the user asked for is not an event, an unknown end is a failure", () => {
  const byUser = ["kill-switch", "stopped-by-user", "disabled", "interrupted"];
  assertEquals(byUser.map(eventOfEnd), [null, null, null, null]);
  assertEquals(["agent-failed", "constructor"].map(eventOfEnd), ["failed", "failed"]);
});

Deno.test("notify: a message has its reason, however long the next step is", () => {
  const next = `ralph start --verify '${"x".repeat(500)}'`;
  const { RALPH_MESSAGE: message = "" } = variablesOf({ ...NOTICE, next });
  assert(message.startsWith("shop: needs a key → ralph start"), message);
});

Deno.test("notifications: the project's path has no control characters, and its spaces stay", () => {
  const project = "/home/me/a  b\n\u001b[31mred\u202e";
  assertEquals(variablesOf({ ...NOTICE, project })["RALPH_PROJECT"], "/home/me/a  b[31mred�");
});
