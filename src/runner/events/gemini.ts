/**
 * The lines of `gemini --output-format stream-json`.
 *
 * @module
 */
import {
  type AgentEvent,
  amountIn,
  type Fields,
  fieldsIn,
  labelOf,
  sumIn,
  textIn,
} from "./agent_event.ts";

/** Reads one line; empty where it is none of Gemini's. */
export function readGeminiLine(line: Fields): AgentEvent[] {
  switch (line["type"]) {
    case "init":
      return [{ kind: "begin" }];
    case "message":
      return line["role"] === "assistant" ? [{ kind: "text", text: textIn(line, "content") }] : [];
    case "tool_use":
      return "tool_id" in line
        ? [{
          kind: "tool-start",
          id: textIn(line, "tool_id"),
          label: labelOf(textIn(line, "tool_name"), fieldsIn(line, "parameters")),
        }]
        : [];
    case "tool_result":
      return [{
        kind: "tool-end",
        id: textIn(line, "tool_id"),
        failure: line["status"] === "error" ? errorOf(line) : null,
      }];
    case "error":
      return "severity" in line ? [{ kind: "error", text: textIn(line, "message") }] : [];
    case "result":
      return "status" in line ? readResult(line) : [];
    default:
      return [];
  }
}

function readResult(line: Fields): AgentEvent[] {
  const stats = fieldsIn(line, "stats");
  const tokens = amountIn(stats, "total_tokens") ?? sumIn(stats, ["input_tokens", "output_tokens"]);
  return [
    ...(tokens === null ? [] : [{ kind: "total", tokens, costUsd: null } as const]),
    { kind: "result", isError: line["status"] === "error", text: errorOf(line) },
  ];
}

function errorOf(line: Fields): string {
  return textIn(fieldsIn(line, "error"), "message") || textIn(line, "output");
}
