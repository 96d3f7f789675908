/** Every event after every cause of a pause has the effect in the table. */
import { assert, assertEquals } from "@std/assert";
import type { PauseCause } from "../../src/loop/time/pause_cause.ts";
import { type Answer, begin, type Fields, makeStage, type Stage, STRANGER } from "./_stage.ts";

type PauseEvent =
  /** A person types into its own session. */
  | "prompt"
  /** A person types a slash command there. */
  | "command"
  /** The client submits something by itself, such as an ended background task. */
  | "notification"
  /** A turn ends there. */
  | "turn-end"
  | "closed"
  /** Its session opens again, with the same id. */
  | "reopened"
  /** Another session begins here or gets a prompt: a new window, or the one after `/clear`. */
  | "other-session"
  /** The kill switch is set, or the marker deleted, and a person types. */
  | "kill-switch";

/** What becomes of the pause; `says-so`: it stays, and the user sees that it does and what ends it. */
type PauseEffect = "resumes" | "stays" | "says-so" | "ends";

type Row = Readonly<Record<PauseEvent, PauseEffect>>;

/** A turn was cut off: the pause outlives a closing of the session. */
const CUT_OFF: Row = {
  prompt: "resumes",
  command: "stays",
  notification: "stays",
  "turn-end": "says-so",
  closed: "stays",
  reopened: "says-so",
  "other-session": "says-so",
  "kill-switch": "ends",
};

/** Only the closing of the session paused the loop: it resumes when the session opens again. */
const CLOSED: Row = { ...CUT_OFF, reopened: "resumes" };

/**
 * A turn that the client only calls idle is paused in what status shows, not in the record; only a run
 * is paused as asked.
 */
type RecordedCause = Exclude<PauseCause, "interrupted" | "asked">;

/** The effect of each event on a paused loop, by the cause of the pause. */
const PAUSE_TABLE: Readonly<Record<RecordedCause, Row>> = {
  esc: CUT_OFF,
  refused: CUT_OFF,
  "usage-limit": CUT_OFF,
  "api-error": CUT_OFF,
  billing: CUT_OFF,
  login: CUT_OFF,
  "no-access": CUT_OFF,
  "context-full": CUT_OFF,
  exit: CLOSED,
  "window-closed": CLOSED,
  clear: CLOSED,
  switched: CLOSED,
  "print-ended": CLOSED,
};

/** How each cause comes about. */
const CAUSES: Readonly<Record<RecordedCause, (stage: Stage) => Promise<unknown>>> = {
  "esc": async (stage) => {
    stage.interrupt();
    await prompt(stage, "/context");
  },
  "refused": async (stage) => {
    const content = "[Request interrupted by user for tool use]";
    stage.write({ type: "user", message: { role: "user", content } });
    await prompt(stage, "/context");
  },
  "usage-limit": (stage) => failTurn(stage, "rate_limit", "Usage limit reached"),
  "api-error": (stage) => failTurn(stage, "overloaded_error", "Overloaded"),
  billing: (stage) => failTurn(stage, "billing_error", "Credit balance is too low"),
  login: (stage) => failTurn(stage, "authentication_failed", "OAuth token has expired"),
  "no-access": (stage) => failTurn(stage, "oauth_org_not_allowed", "Ask your admin"),
  "context-full": (stage) => failTurn(stage, "invalid_request", "Prompt is too long"),
  "exit": (stage) => end(stage, "prompt_input_exit"),
  "window-closed": (stage) => end(stage, "other"),
  "clear": (stage) => end(stage, "clear"),
  "switched": (stage) => end(stage, "resume"),
  "print-ended": (stage) => end(stage, "other", { CLAUDE_CODE_SESSION_ATTENDED: "0" }),
};

/** How each event is raised; a wake, a stop and the takeover have tests of their own. */
const EVENTS: readonly [PauseEvent, (stage: Stage) => Promise<Answer>][] = [
  ["prompt", (stage) => prompt(stage, "go on please")],
  ["command", (stage) => prompt(stage, "/context")],
  ["notification", (stage) => prompt(stage, "<task-notification>x</task-notification>")],
  ["turn-end", (stage) => stage.turn()],
  ["reopened", (stage) => session(stage, "SessionStart", { source: "resume" })],
  [
    "other-session",
    (stage) => session(stage, "SessionStart", { source: "startup", session_id: STRANGER }),
  ],
  ["closed", (stage) => end(stage, "other")],
  ["kill-switch", (stage) => {
    stage.kill();
    return prompt(stage, "and now?");
  }],
];

function session(stage: Stage, name: string, fields: Fields, env = {}): Promise<Answer> {
  return stage.raise(name, fields, { env });
}

function prompt(stage: Stage, text: string): Promise<Answer> {
  stage.newPrompt();
  return session(stage, "UserPromptSubmit", { prompt: text });
}

function end(stage: Stage, reason: string, env = {}): Promise<Answer> {
  return session(stage, "SessionEnd", { reason }, env);
}

/** In `-p` no hook sleeps until the limit is over. */
function failTurn(stage: Stage, error: string, words: string): Promise<Answer> {
  const env = { CLAUDE_CODE_SESSION_ATTENDED: "0" };
  return session(stage, "StopFailure", { error, last_assistant_message: words }, env);
}

for (const [cause, pause] of Object.entries(CAUSES)) {
  Deno.test(`pause table: ${cause}, then every event`, async () => {
    using stage = await makeStage();
    await stage.turn();
    await pause(stage);
    const paused = stage.record();
    assertEquals(paused["state"], "paused");
    const row = PAUSE_TABLE[cause as RecordedCause];
    for (const [event, raise] of EVENTS) {
      stage.patchRecord(paused);
      const answer = await raise(stage);
      const effect = row[event];
      const what = `${event}: ${effect}, answered ${JSON.stringify(answer)}`;
      if (effect === "ends") {
        assert(!stage.hasLoop(), what);
        assertEquals(stage.stopRecord()?.["code"], "kill-switch", what);
        assertEquals(answer["decision"], undefined, "the prompt passes");
        assertEquals(answer["continue"], undefined, "the prompt passes");
        continue;
      }
      assertEquals(stage.record()["state"], effect === "resumes" ? "running" : "paused", what);
      if (effect === "stays") assertEquals(answer, {}, what);
      else assert(typeof answer["systemMessage"] === "string", what);
    }
  });
}

Deno.test("pause table: Esc stays the cause when the session is closed and opened again", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.interrupt();
  await end(stage, "prompt_input_exit");
  assertEquals([stage.record()["pause"].why, stage.record()["pause"].closed], [
    "interrupted",
    "exit",
  ]);
  assert("systemMessage" in await session(stage, "SessionStart", { source: "resume" }));
  assertEquals(stage.record()["state"], "paused");
  await prompt(stage, "go on");
  assertEquals(stage.record()["state"], "running");
});

Deno.test("pause table: a session closed during a usage limit is not woken", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.patchRecord({
    state: "paused",
    pause: {
      why: "rate-limited",
      since: "2026-01-02T03:04:05Z",
      until: "2036-01-02T03:04:05Z",
      detail: "",
      wakes_by_itself: true,
    },
  });
  await end(stage, "other");
  const { pause } = stage.record();
  assertEquals([pause.why, pause.wakes_by_itself, pause.closed], ["rate-limited", false, "window"]);
});

Deno.test("pause table: start --resume hands a paused loop over to another session", async () => {
  using stage = await makeStage();
  await stage.turn();
  await end(stage, "clear");
  await begin(stage, ["--resume"], STRANGER);
  assertEquals([stage.record()["state"], stage.record()["owner_session"]], ["running", STRANGER]);
});

Deno.test("pause table: the kill switch after Esc ends the loop, and the prompt passes", async () => {
  using stage = await makeStage();
  await stage.turn();
  stage.interrupt();
  stage.kill();
  const answer = await prompt(stage, "and now?");
  assertEquals(Object.keys(answer), ["systemMessage"]);
  assertEquals([stage.hasLoop(), stage.stopRecord()?.["code"]], [false, "kill-switch"]);
});
