import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { continueWith, type HookResult } from "../../../src/hook/answer.ts";
import { gather } from "../../../src/hook/stop/gather.ts";
import { judgeStop, satisfyBy } from "../../../src/hook/stop/judge.ts";
import {
  howToContinue,
  renderAnswer,
  renderWait,
  withNotes,
} from "../../../src/hook/stop/render.ts";
import { openStop } from "../../../src/hook/stop/session.ts";
import type { Decision } from "../../../src/loop/decision.ts";
import type { SessionRecord } from "../../../src/store/records/session_record.ts";
import { LoopProject } from "../../lifecycle/_loop.ts";

async function rendered(
  project: LoopProject,
  decision: Decision | null,
  session: Partial<SessionRecord> = {},
): Promise<HookResult> {
  const stop = await openStop(project.event());
  const judged = await judgeStop(stop, await gather(stop), satisfyBy(stop));
  return await renderAnswer(
    stop,
    {
      ...judged,
      session: { ...judged.session, ...session },
      outcome: { ...judged.outcome, ...decision === null ? {} : { decision } },
    },
    judged.outcome.record,
  );
}

Deno.test("renderAnswer: a continuation blocks an old client and gives context to a new one", async () => {
  using project = new LoopProject();
  const blocked = await rendered(project, null);
  assertEquals([blocked.answer["decision"], blocked.exitCode], ["block", 0]);
  assertStringIncludes(String(blocked.answer["reason"]), "Turn 1 of 99");
  const quiet = await rendered(project, null, { clientVersion: "2.1.163" });
  const output = quiet.answer["hookSpecificOutput"] as Record<string, string>;
  assertEquals([output["hookEventName"], quiet.answer["decision"]], ["Stop", undefined]);
  assertStringIncludes(output["additionalContext"] ?? "", "Turn 1 of 99");
});

Deno.test("renderAnswer: a wait allows the stop, and the user sees it once", async () => {
  using project = new LoopProject();
  const wait = { kind: "wait", code: "background", on: "a build", evidence: [] } as const;
  const { answer } = await rendered(project, wait);
  assertEquals(answer, { systemMessage: "ralph: The loop waits for a build" });
  assertEquals(renderWait("a build", { said: ["a build"] }, []).answer, {});
  assertEquals(renderWait("a build", { said: ["a build"] }, ["note"]).answer, {
    systemMessage: "ralph: note",
  });
});

for (
  const [name, version, how, isQuiet] of [
    ["the first client that honours context", "2.1.163", "auto", true],
    ["a later client", "3.0.0", "auto", true],
    ["an earlier client", "2.1.162", "auto", false],
    ["an unknown version", "", "auto", false],
    ["an earlier client, forced to context", "2.0.0", "context", true],
    ["a later client, forced to block", "2.1.328", "block", false],
  ] as const
) {
  Deno.test(`continueWith: ${name} gets ${isQuiet ? "additional context" : "a block"}`, () => {
    const answer = continueWith("Go on", how, version);
    assertEquals(["hookSpecificOutput" in answer, answer["decision"]], [
      isQuiet,
      isQuiet ? undefined : "block",
    ]);
  });
}

Deno.test("howToContinue: a client that ignored additional context gets a block", () => {
  const unhonoured = (by: "cap" | "another-hook" | "client") => ({
    unhonoured: { atMs: 1, by, sentence: "" },
  });
  assertEquals(howToContinue({ continue_with: "auto" }, unhonoured("client")), "block");
  assertEquals(howToContinue({ continue_with: "auto" }, unhonoured("cap")), "auto");
  assertEquals(howToContinue({ continue_with: "context" }, unhonoured("client")), "context");
});

Deno.test("withNotes: the agent's notes are saved once the answer is written", async () => {
  using project = new LoopProject();
  const stop = await openStop(project.event());
  const result = { answer: {}, talk: [], exitCode: 0 } as const;
  assert(withNotes(stop, { worked: [], ideas: [] }, result) === result);
  const order: string[] = [];
  const before = { ...result, afterwards: () => Promise.resolve(void order.push("answered")) };
  const noted = withNotes(stop, { worked: ["a smaller batch"], ideas: [] }, before);
  assertEquals(project.read(".claude/ralph-knowledge.json"), "", "not before the answer");
  await noted.afterwards?.();
  assertEquals(order, ["answered"]);
  assertStringIncludes(project.read(".claude/ralph-knowledge.json"), "a smaller batch");
});
