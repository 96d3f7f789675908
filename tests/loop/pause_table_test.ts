import { assert, assertEquals } from "@std/assert";
import {
  causeOf,
  describeCause,
  effectOn,
  PAUSE_TABLE,
  type PauseCause,
  wayOn,
} from "../../src/loop/time/pause_table.ts";
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
  ["usage-limit", { why: "rate-limited", wakesByItself: true }, /^wakes by itself/],
  ["usage-limit", { why: "rate-limited" }, /^type anything/],
  ["usage-limit", { why: "rate-limited", closed: "print" }, /^claude -p --resume 0a1b2c3d "go on"/],
  ["api-error", { why: "api-error" }, /^type anything/],
  ["esc", { why: "interrupted", closed: "exit" }, /^claude --resume 0a1b2c3d, then type anything/],
  ["exit", { closed: "exit" }, /^claude --resume 0a1b2c3d, then type anything/],
  ["window-closed", { closed: "window" }, /^claude --resume 0a1b2c3d, then type anything/],
  ["window-closed", {}, /type anything/],
  ["clear", { closed: "clear" }, /^\/ralph:start --resume/],
  ["switched", { closed: "switched" }, /^\/resume 0a1b2c3d goes back/],
  ["print-ended", { closed: "print" }, /^claude -p --resume 0a1b2c3d "go on"/],
];

for (const [cause, over, way] of CAUSES) {
  Deno.test(`pause: ${cause} ${JSON.stringify(over)} names its cause and what ends it`, () => {
    const pause = pauseOf(over);
    assertEquals(causeOf(pause), cause);
    assert(describeCause(pause) !== "");
    const said = wayOn(pause, SESSION, null);
    assert(way.test(said), said);
  });
}

Deno.test("pause: typing resumes wherever the message says so", () => {
  for (const [, over] of CAUSES) {
    const pause = pauseOf(over);
    if (!wayOn(pause, SESSION, null).includes("type anything")) continue;
    assertEquals(effectOn(pause, "prompt"), "resumes");
  }
});

Deno.test("pause: the message names a wake only where a wake resumes", () => {
  for (const [, over] of CAUSES) {
    const pause = pauseOf({ ...over, wakesByItself: true });
    if (pause.closed !== undefined || pause.why === "interrupted") continue;
    if (pause.why === "session-closed") continue;
    assertEquals(effectOn(pause, "wake"), "resumes");
  }
});

Deno.test("pause: no cause is resumed by a slash command, a notification or a turn's end", () => {
  for (const row of Object.values(PAUSE_TABLE)) {
    assertEquals([row.command, row.notification, row["turn-end"]], ["stays", "stays", "says-so"]);
    assertEquals([row.stop, row["kill-switch"], row["start-resume"]], [
      "ends",
      "ends",
      "hands-over",
    ]);
  }
});
