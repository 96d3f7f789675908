import { assertEquals } from "@std/assert";
import { judgeTurn, SILENCE_MS, type TurnFacts } from "../../src/evidence/turn_state.ts";
import { CUT_OFF } from "../../src/loop/time/pause_cause.ts";
import type { UserWait } from "../../src/store/records/loop_record.ts";
import { SECOND_MS } from "../../src/text/time.ts";

const BEGUN = Date.parse("2026-01-02T03:00:00Z");
const NOW = BEGUN + 60 * SECOND_MS;

function factsOf(more: Partial<TurnFacts> = {}, userWait: UserWait | null = null): TurnFacts {
  return {
    record: { turn: { state: "running", since: BEGUN }, lastDecision: null, userWait },
    nowMs: NOW,
    lastSignAtMs: NOW,
    interruptedAtMs: null,
    refusedAtMs: null,
    isWaitOver: false,
    client: null,
    openCall: null,
    isChildBusy: false,
    ...more,
  };
}

const wait = (since: number): UserWait => ({
  kind: "permission",
  what: "Bash npm install",
  since,
  call: "Bash 1",
});

const waiting = (sinceMs: number, waitingFor: string | null = "dialog open") =>
  ({ state: "waiting", sinceMs, waitingFor }) as const;

Deno.test("turn: ten minutes without a sign and without a busy child are silence", () => {
  const silent = { nowMs: BEGUN + SILENCE_MS, lastSignAtMs: BEGUN };
  assertEquals(judgeTurn(factsOf(silent)), { kind: "silent", forMs: SILENCE_MS });
  assertEquals(judgeTurn(factsOf({ ...silent, isChildBusy: true })).kind, "working");
  assertEquals(judgeTurn(factsOf({ ...silent, lastSignAtMs: BEGUN + 1 })).kind, "working");
});

Deno.test("turn: a turn that began later than the last sign is not silent", () =>
  assertEquals(judgeTurn(factsOf({ lastSignAtMs: BEGUN - SILENCE_MS })).kind, "working"));

Deno.test("turn: what the client waits for is asked, in the record's words where it has them", () => {
  const since = NOW - 5 * SECOND_MS;
  assertEquals(judgeTurn(factsOf({ client: waiting(since) })), {
    kind: "asks",
    sinceMs: since,
    wait: { kind: "dialog", what: "dialog open" },
  });
  const known = judgeTurn(factsOf({ client: waiting(since) }, wait(since)));
  assertEquals(known.kind === "asks" && known.wait.what, "Bash npm install");
});

Deno.test("turn: a prompt after the one of the record is named by its open call", () => {
  const facts = factsOf({
    client: waiting(NOW, "permission prompt"),
    openCall: "Bash npm publish",
  }, wait(BEGUN + SECOND_MS));
  const turn = judgeTurn(facts);
  assertEquals(turn.kind === "asks" && turn.wait, { kind: "permission", what: "Bash npm publish" });
});

Deno.test("turn: a client that works since the prompt was answered", () => {
  const busy = { state: "busy", sinceMs: NOW, waitingFor: null } as const;
  assertEquals(judgeTurn(factsOf({ client: busy }, wait(BEGUN))).kind, "working");
  const before = { ...busy, sinceMs: BEGUN - SECOND_MS };
  assertEquals(judgeTurn(factsOf({ client: before }, wait(BEGUN))).kind, "asks");
});

Deno.test("turn: a client that rests since the turn began has ended it without a Stop", () => {
  const idle = (sinceMs: number) => ({ state: "idle", sinceMs, waitingFor: null }) as const;
  assertEquals(judgeTurn(factsOf({ client: idle(NOW) })), {
    kind: "interrupted",
    sinceMs: NOW,
    detail: CUT_OFF.unknown,
  });
  assertEquals(judgeTurn(factsOf({ client: idle(BEGUN - SECOND_MS) })).kind, "working");
});

Deno.test("turn: Esc and a No are told apart", () => {
  const detail = (facts: Partial<TurnFacts>) => {
    const turn = judgeTurn(factsOf(facts));
    return turn.kind === "interrupted" ? turn.detail : null;
  };
  assertEquals(detail({ interruptedAtMs: NOW }), CUT_OFF.esc);
  assertEquals(detail({ interruptedAtMs: NOW, refusedAtMs: NOW }), CUT_OFF.refused);
  assertEquals(detail({ interruptedAtMs: NOW, refusedAtMs: BEGUN }), CUT_OFF.esc);
  assertEquals(detail({ interruptedAtMs: BEGUN - 1 }), null);
});
