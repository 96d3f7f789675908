/** The demo's agent, which works on the plan's next open item and reports it, as a model would. */
import { join } from "@std/path";
import { SESSION, type Stage } from "./stage.ts";

interface DemoTurn {
  readonly action: string;
  readonly message: string;
}

const GREETINGS = ["Hello!\n", "Hello, dear reader!\n", "Hello, dear reader!\nGoodbye!\n"];

const ROUNDS = ["greeting.txt for mistakes", "the fixes", "the plan against greeting.txt"];

/** Does the next item of the plan, or the next validation round once all items are ticked. */
export function work(stage: Stage, validated: number): DemoTurn {
  const plan = Deno.readTextFileSync(stage.plan);
  const items = plan.split("\n").filter((line) => line.startsWith("- ["));
  const index = items.findIndex((line) => line.startsWith("- [ ]"));
  const open = items[index];
  if (open === undefined) return validate(stage, validated);
  Deno.writeTextFileSync(join(stage.project, "greeting.txt"), GREETINGS[index] ?? "");
  Deno.writeTextFileSync(stage.plan, plan.replace(open, open.replace("[ ]", "[x]")));
  const item = open.slice("- [ ] ".length);
  return say(stage, { tool: "Write", action: `does an item: ${item}`, message: `Done: ${item}` });
}

function validate(stage: Stage, validated: number): DemoTurn {
  const what = ROUNDS[validated] ?? "everything";
  return say(stage, {
    tool: "Read",
    action: `checks ${what}`,
    message: `Checked ${what}: nothing to fix.\n\n<validated>`,
  });
}

function say(
  stage: Stage,
  { tool, action, message }: DemoTurn & { readonly tool: string },
): DemoTurn {
  appendToTranscript(stage, { type: "tool_use", id: crypto.randomUUID(), name: tool, input: {} });
  appendToTranscript(stage, { type: "text", text: message });
  return { action, message };
}

function appendToTranscript(stage: Stage, block: Readonly<Record<string, unknown>>): void {
  const line = {
    type: "assistant",
    timestamp: new Date().toISOString(),
    sessionId: SESSION,
    version: "2.1.328",
    message: { role: "assistant", content: [block] },
  };
  Deno.writeTextFileSync(stage.transcript, `${JSON.stringify(line)}\n`, { append: true });
}
