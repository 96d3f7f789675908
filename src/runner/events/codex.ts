/**
 * The lines of `codex exec --json`.
 *
 * @module
 */
import { type AgentEvent, type Fields, fieldsIn, labelOf, sumIn, textIn } from "./agent_event.ts";

/** Items that are words, not work. */
const WORDS = new Set(["agent_message", "assistant_message", "reasoning", "error", "todo_list"]);

/** Reads one line; empty where it is none of Codex's. */
export function readCodexLine(line: Fields): AgentEvent[] {
  switch (line["type"]) {
    case "thread.started":
    case "turn.started":
      return [{ kind: "begin" }];
    case "item.started":
    case "item.completed":
      return readItem(fieldsIn(line, "item"), line["type"] === "item.started");
    case "turn.completed":
      return readTurn(line);
    case "turn.failed":
      return [{
        kind: "result",
        isError: true,
        text: textIn(fieldsIn(line, "error"), "message"),
      }];
    case "error":
      return "message" in line && !("severity" in line)
        ? [{ kind: "error", text: textIn(line, "message") }]
        : [];
    default:
      return [];
  }
}

function readItem(item: Fields, isStart: boolean): AgentEvent[] {
  const type = textIn(item, "type") || textIn(item, "item_type");
  const id = textIn(item, "id");
  if (type === "error") return [{ kind: "error", text: textIn(item, "message") }];
  if (WORDS.has(type)) {
    const isSaid = !isStart && type !== "reasoning" && type !== "todo_list";
    return isSaid ? [{ kind: "text", text: textIn(item, "text") }] : [];
  }
  if (isStart) return [{ kind: "tool-start", id, label: labelOf(type, item) }];
  const isFailure = item["status"] === "failed";
  return [{
    kind: "tool-end",
    id,
    failure: isFailure ? textIn(item, "aggregated_output") || "failed" : null,
  }];
}

/** Cached tokens are part of the input tokens there. */
function readTurn(line: Fields): AgentEvent[] {
  const tokens = sumIn(fieldsIn(line, "usage"), ["input_tokens", "output_tokens"]);
  return [
    ...(tokens === null ? [] : [{ kind: "total", tokens, costUsd: null } as const]),
    { kind: "result", isError: false, text: "" },
  ];
}
