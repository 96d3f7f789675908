/** The day that the build plays, so that hooks start from compiled code. */
import { assert } from "@std/assert";
import { writeDay } from "../../scripts/_training_day.ts";
import { listEntries, PLUGIN_GROUPS } from "../../src/registration/hook_list.ts";
import { readHookCommand } from "../../src/registration/ours.ts";

Deno.test("training: every event and every tool that a hook is registered for is played", () => {
  const { scenes, seldom } = writeDay({
    project: "/project",
    fresh: "/fresh",
    finished: "/finished",
    elsewhere: "/elsewhere",
    transcript: "/transcript.jsonl",
  });
  const played = [...scenes.flatMap(({ steps }) => steps), ...seldom].map(({ args, input }) => {
    const { hook_event_name: event, tool_name: tool } = input as Record<string, string>;
    return { action: args[1], event, tool };
  });
  for (const { event, matcher, hook } of listEntries(PLUGIN_GROUPS)) {
    // What is no slash command is answered by the hook of session events.
    const action = readHookCommand(hook.command)!.action.replace("prompt", "session");
    for (const tool of matcher?.split("|") ?? [null]) {
      const isPlayed = played.some((step) =>
        step.action === action && step.event === event &&
        (tool === null || new RegExp(`^${tool}$`).test(step.tool ?? ""))
      );
      assert(isPlayed, `${action} at ${event} of ${tool ?? "anything"}`);
    }
  }
});
