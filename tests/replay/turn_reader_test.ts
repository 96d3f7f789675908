/** Where the turns of a recorded session end, and what is known there. */
import { assertEquals } from "@std/assert";
import { PROJECT, Session } from "./_session.ts";

const messagesOf = (session: Session) => session.read().stops.map(({ message }) => message);

Deno.test("turns: each answer without a tool call is a Stop, however it is followed", () => {
  const session = new Session().prompt("Work").say("one").stopped().say("two")
    .prompt("more").say("three");
  assertEquals(messagesOf(session), ["one", "two", "three"]);
});

Deno.test("turns: text before a tool call of the same turn is not a Stop", () => {
  const session = new Session().prompt("Work").say("I look first.")
    .line({
      type: "assistant",
      message: {
        id: "msg_0",
        content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }],
      },
    })
    .say("Done.");
  assertEquals(messagesOf(session), ["Done."]);
});

Deno.test("turns: Esc, an API error and the model's limit end no turn", () => {
  const isCut = {
    message: { id: "x", content: [{ type: "text", text: "cut" }], stop_reason: null },
  };
  const interrupted = new Session().prompt("Work").say("half", isCut)
    .prompt("[Request interrupted by user]").prompt("go on").say("whole");
  assertEquals(messagesOf(interrupted), ["whole"]);
  const failed = new Session().prompt("Work").say("API Error", { isApiErrorMessage: true })
    .prompt("again").say("done");
  assertEquals(messagesOf(failed), ["done"]);
  const long = {
    message: { id: "y", content: [{ type: "text", text: "a" }], stop_reason: "max_tokens" },
  };
  assertEquals(messagesOf(new Session().prompt("Work").say("a", long).say("b")), ["b"]);
});

Deno.test("turns: a subagent's lines in the main file are not turns", () => {
  const session = new Session().prompt("Work").say("found it", { isSidechain: true }).say("Done.");
  assertEquals(messagesOf(session), ["Done."]);
});

Deno.test("turns: the first Stop of a prompt differs from a Stop after a continuation", () => {
  const session = new Session().prompt("Work", { promptId: "p1" }).say("one").stopped()
    .say("two").stopped().prompt("more", { promptId: "p2" }).say("three");
  assertEquals(session.read().stops.map((stop) => stop.stopHookActive), [false, true, false]);
});

Deno.test("turns: a loop starts with the first prompt, or where ralph's first text is", () => {
  const briefing = "**IMPLEMENTATION** | Iteration 0/99 | Runtime: 0.0h/9.0h\n\n" +
    `**Focus file**: \`${PROJECT}/PLAN.md\`\n0 of 2 items done.`;
  const session = new Session().prompt("Look around").say("I did.")
    .prompt("Work")
    .line({
      type: "attachment",
      attachment: {
        type: "hook_additional_context",
        hookEvent: "UserPromptSubmit",
        content: [briefing],
      },
    })
    .say("One item is done.");
  const { starts, stops } = session.read();
  assertEquals(starts.map(({ isMarked, task }) => ({ isMarked, task })), [
    { isMarked: false, task: "Look around" },
    { isMarked: true, task: null },
  ]);
  assertEquals(stops.map(({ number }) => number), [1, 1]);
  assertEquals(stops[1]?.project.plan, {
    path: `${PROJECT}/PLAN.md`,
    content: null,
    isOpen: true,
  });
});

Deno.test("turns: work in the background is in flight until the client reports its end", () => {
  const notification = "<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>";
  const session = new Session().prompt("Work")
    .use("Bash", { command: "sleep 9", description: "Build" }, { backgroundTaskId: "b1" })
    .say("It builds.").stopped()
    .prompt(notification, { origin: { kind: "task-notification" }, promptId: "p2" })
    .say("It is built.");
  const { stops } = session.read();
  assertEquals(stops.map(({ background }) => background), [
    [{ id: "b1", type: "shell", description: "Build" }],
    [],
  ]);
});

Deno.test("turns: an end that is written before its beginning counts", () => {
  const session = new Session().prompt("Work")
    .line({
      type: "queue-operation",
      operation: "enqueue",
      content: "<task-notification>\n<task-id>a1</task-id>",
    })
    .use("Agent", { description: "look" }, { isAsync: true, agentId: "a1" })
    .say("Done.");
  assertEquals(session.read().stops[0]?.background, []);
});
