/** An agent that repeats itself is stuck only if nothing else explains it. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { continuationOf, makeStage } from "./_stage.ts";

const BUILD = { id: "b1", type: "shell", status: "running", description: "make release" };

Deno.test("repetition: an agent that looks at its running build again and again is waited for", async () => {
  using stage = await makeStage();
  for (let turn = 1; turn <= 8; turn++) {
    const message = `The build still runs, ${turn} of 400 targets are compiled.`;
    await stage.turn({ message, fields: { background_tasks: [BUILD] } });
    assert(stage.hasLoop(), `after ${turn} turns`);
  }
  const { kind, sentence } = stage.record()["last_decision"];
  assertEquals([kind, sentence], ["wait", "waits for a command in the background"]);
  // The build has ended, and nothing else is in flight.
  const message = "The build still runs, 9 of 400 targets are compiled.";
  await stage.turn({ message });
  assert(!stage.hasLoop());
});

Deno.test("repetition: what a person types begins the window anew", async () => {
  using stage = await makeStage();
  const message = "I looked at the failing build once more and found no cause.";
  for (let turn = 0; turn < 4; turn++) await stage.turn({ message });
  stage.newPrompt();
  await stage.raise("UserPromptSubmit", { prompt: "Please go on, the cause is in the linker." });
  for (let turn = 0; turn < 4; turn++) {
    assert(
      continuationOf(await stage.turn({ message })) !== null,
      `turn ${turn} after the sentence`,
    );
  }
  const { systemMessage = "" } = await stage.turn({ message });
  assertStringIncludes(systemMessage, "stuck");
});

Deno.test("repetition: a prompt of the client itself changes nothing", async () => {
  using stage = await makeStage();
  const message = "I looked at the failing build once more and found no cause.";
  for (let turn = 0; turn < 4; turn++) await stage.turn({ message });
  stage.newPrompt();
  await stage.raise("UserPromptSubmit", { prompt: "<task-notification>done</task-notification>" });
  await stage.turn({ message });
  assert(!stage.hasLoop());
});
