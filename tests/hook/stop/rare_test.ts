/** Which Stop events get no ordinary judgement, and what their answers are made from. */
import { assertEquals } from "@std/assert";
import {
  findBrokenStop,
  findRareStop,
  isCutOff,
  type RareStop,
} from "../../../src/hook/stop/rare.ts";
import type { LoopRecord, Pause } from "../../../src/store/records/loop_record.ts";
import { loopRecord } from "../../store/_records.ts";

const OWNER = "owner";
const SWITCH = "/app/.claude/STOP_LOOP";
const PAUSE: Pause = { why: "asked", since: 0, until: null, detail: "", wakesByItself: false };
const MARKED = { hasMarker: true, killSwitch: null };

function find(
  record: Partial<LoopRecord>,
  marks: Partial<Parameters<typeof findRareStop>[1]> = {},
) {
  const whole = { ...loopRecord("/app"), ownerSession: OWNER, ...record };
  return describe(findRareStop(whole, { ...MARKED, ...marks }, OWNER));
}

/** The kind and, of an end, its reason and whether it is in a turn. */
function describe(rare: RareStop | null): string {
  if (rare?.kind === "end") return `end ${rare.decision.reason.code} ${rare.isInTurn}`;
  if (rare?.kind === "broken-end") return `broken-end ${rare.reason.code} ${rare.isOurs}`;
  return rare?.kind ?? "judged";
}

Deno.test("rare Stops: a turn of a running loop is judged", () => {
  assertEquals(find({}), "judged");
});

Deno.test("rare Stops: ownership comes first, then a wish to end the loop, then the pause", () => {
  for (
    const [record, marks, expected] of [
      [{ ownerSession: "another" }, { killSwitch: SWITCH }, "stranger"],
      [{ ownerSession: null }, {}, "stranger"],
      [{ driver: "runner" }, {}, "stranger"],
      [{ state: "stopped" }, { hasMarker: false }, "stranger"],
      [{ state: "paused", pause: PAUSE }, {}, "paused"],
      [{ state: "paused", pause: PAUSE }, { killSwitch: SWITCH }, "end kill-switch false"],
      [{ state: "paused", pause: PAUSE }, { hasMarker: false }, "end disabled false"],
      [{ state: "paused", pause: null }, { killSwitch: SWITCH }, "silent"],
      [{ state: "draining" }, {}, "end stopped-by-user true"],
      [{}, { killSwitch: SWITCH, hasMarker: false }, "end kill-switch true"],
      [{}, { hasMarker: false }, "end disabled true"],
    ] as const
  ) {
    assertEquals(find(record, marks), expected, JSON.stringify([record, marks]));
  }
});

Deno.test("rare Stops: broken files never keep the user from ending the loop, and only its sessions are told", () => {
  const broken = (marks: Partial<typeof MARKED | { killSwitch: string }>, isOurs: boolean) =>
    describe(findBrokenStop({ ...MARKED, ...marks }, "its record is missing", isOurs));
  assertEquals(broken({}, true), "broken");
  assertEquals(broken({}, false), "silent");
  assertEquals(broken({ killSwitch: SWITCH }, true), "broken-end kill-switch true");
  assertEquals(broken({ hasMarker: false }, false), "broken-end disabled false");
});

Deno.test("rare Stops: a turn after Esc is cut off unless a person typed after it", () => {
  const turn = { state: "running", since: 100 } as const;
  const after = (interruptedAtMs: number | null, humanPromptsMs: readonly number[]) =>
    isCutOff({ turn }, { interruptedAtMs, refusedAtMs: null, humanPromptsMs });
  assertEquals(after(null, []), false);
  assertEquals(after(50, []), false, "an earlier turn was cut off");
  assertEquals(after(150, [120]), true);
  assertEquals(after(150, [160]), false);
});
