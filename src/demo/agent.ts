/**
 * The demo's agent: it does the plan's next open item and says so, as a model would.
 *
 * @module
 */
import { join } from "@std/path";
import type { Stage } from "./stage.ts";

/** What the agent did in one turn. */
export interface Turn {
  /** The item that it ticked; null where all were ticked. */
  readonly item: string | null;
  /** Its last message. */
  readonly message: string;
}

/** Texts of greeting.txt after each item. */
const GREETINGS = ["Hello!\n", "Hello, dear reader!\n", "Hello, dear reader!\nGoodbye!\n"];

/** Does one item: writes the file, ticks the item, and leaves the lines of a transcript. */
export function work(stage: Stage): Turn {
  const plan = Deno.readTextFileSync(stage.plan);
  const items = plan.split("\n").filter((line) => line.startsWith("- ["));
  const index = items.findIndex((line) => line.startsWith("- [ ]"));
  const open = items[index];
  if (open === undefined) return { item: null, message: "There is nothing left to do." };
  Deno.writeTextFileSync(join(stage.project, "greeting.txt"), GREETINGS[index] ?? "");
  Deno.writeTextFileSync(stage.plan, plan.replace(open, open.replace("[ ]", "[x]")));
  const item = open.slice("- [ ] ".length);
  const message = `Done: ${item}`;
  appendToTranscript(stage, { type: "tool_use", id: `toolu_${index}`, name: "Write", input: {} });
  appendToTranscript(stage, { type: "text", text: message });
  return { item, message };
}

function appendToTranscript(stage: Stage, block: Readonly<Record<string, unknown>>): void {
  const line = {
    type: "assistant",
    timestamp: new Date().toISOString(),
    sessionId: "demo-session",
    version: "2.1.328",
    message: { role: "assistant", content: [block] },
  };
  Deno.writeTextFileSync(stage.transcript, `${JSON.stringify(line)}\n`, { append: true });
}
