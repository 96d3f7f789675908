/** The Messages API: an answer as server-sent events, a request as text. */

import type { Asked, Block, Heard } from "./script.ts";

/** Renders `blocks` as the event stream of one answer. */
export function renderStream(blocks: Block[], model: string): string {
  // Ids must be new: the client drops a call whose id a resumed session has seen.
  const answer = crypto.randomUUID().replaceAll("-", "").slice(0, 24);
  const events: Record<string, unknown>[] = [{
    type: "message_start",
    message: {
      id: `msg_${answer}`,
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 1 },
    },
  }];
  blocks.forEach((block, index) => {
    const isText = block.type === "text";
    const id = `toolu_${answer}${index}`;
    const start = isText
      ? { type: "text", text: "" }
      : { type: "tool_use", id, name: block.name, input: {} };
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    events.push(
      { type: "content_block_start", index, content_block: start },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    );
  });
  const stopReason = blocks.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn";
  events.push(
    {
      type: "message_delta",
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 20 },
    },
    { type: "message_stop" },
  );
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

/** Reads a request body; its `index` is 0, since the server counts. */
export function readAsked(body: Record<string, unknown>): Asked {
  const messages = asList(body.messages).map((message): Heard => ({
    role: String(asRecord(message).role),
    text: flatten(asRecord(message).content),
  }));
  const lastAnswer = messages.findLastIndex((message) => message.role === "assistant");
  return {
    isSubagent: flatten(body.system).includes("cc_is_subagent=true"),
    index: 0,
    tools: asList(body.tools).map((tool) => String(asRecord(tool).name)),
    messages,
    news: messages.slice(lastAnswer + 1).map((message) => message.text).join("\n"),
    body,
  };
}

/** The text of a content field: a string, or blocks with text, tool results included. */
function flatten(content: unknown): string {
  if (typeof content === "string") return content;
  return asList(content).map((item) => {
    const block = asRecord(item);
    if (typeof block.text === "string") return block.text;
    return block.type === "tool_result" ? flatten(block.content) : "";
  }).filter((text) => text !== "").join("\n");
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
