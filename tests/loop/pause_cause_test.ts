import { assert, assertEquals } from "@std/assert";
import {
  causeOf,
  CUT_OFF,
  describeCause,
  howToContinue,
  type PauseCause,
} from "../../src/loop/time/pause_cause.ts";
import type { Pause } from "../../src/store/records/loop_record.ts";

const SESSION = "0a1b2c3d";

function pauseOf(over: Partial<Pause>): Pause {
  return {
    why: "session-closed",
    since: Date.UTC(2026, 0, 2, 3, 4, 5),
    until: null,
    detail: "",
    wakesByItself: false,
    ...over,
  };
}

/** Each cause as the record contains it, and what ends the pause. */
const CAUSES: readonly [PauseCause, Partial<Pause>, RegExp][] = [
  ["esc", { why: "interrupted" }, /^type anything/],
  ["refused", { why: "interrupted", detail: CUT_OFF.refused }, /^type anything/],
  ["interrupted", { why: "interrupted", detail: CUT_OFF.unknown }, /^type anything/],
  ["usage-limit", { why: "rate-limited", wakesByItself: true }, /^wakes by itself/],
  ["usage-limit", { why: "rate-limited" }, /^type anything/],
  ["usage-limit", { why: "rate-limited", closed: "print" }, /^claude -p --resume 0a1b2c3d "go on"/],
  ["api-error", { why: "api-error" }, /^type anything/],
  ["esc", { why: "interrupted", closed: "exit" }, /^claude --resume 0a1b2c3d, then type anything/],
  ["exit", { closed: "exit" }, /^claude --resume 0a1b2c3d, then type anything/],
  ["window-closed", { closed: "window" }, /^claude --resume 0a1b2c3d, then type anything/],
  ["window-closed", {}, /type anything/],
  ["clear", { closed: "clear" }, /^\/ralph:start --resume takes it over in/],
  ["switched", { closed: "switched" }, /^\/resume 0a1b2c3d goes back/],
  ["print-ended", { closed: "print" }, /^claude -p --resume 0a1b2c3d "go on"/],
];

for (const [cause, over, way] of CAUSES) {
  Deno.test(`pause: ${cause} ${JSON.stringify(over)} names its cause and what ends it`, () => {
    const pause = pauseOf(over);
    assertEquals(causeOf(pause), cause);
    assert(describeCause(pause) !== "");
    const said = howToContinue(pause, SESSION, null, "plugin");
    assert(way.test(said), said);
  });
}

Deno.test("pause: what the API said is named once", () => {
  const named = (why: Pause["why"], detail: string) => describeCause(pauseOf({ why, detail }));
  assertEquals(
    named("login", "Not logged in · Please run /login"),
    "Not logged in · Please run /login",
  );
  assertEquals(named("login", "OAuth token has expired"), "not logged in: OAuth token has expired");
  assertEquals(named("api-error", "Connection error"), "API error: Connection error");
  assertEquals(named("api-error", ""), "API error");
});
