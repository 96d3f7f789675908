/**
 * The lines of `opencode run --format json`.
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

/** Reads one line; empty where it is none of opencode's. */
export function readOpencodeLine(line: Fields): AgentEvent[] {
  const part = fieldsIn(line, "part");
  switch (line["type"]) {
    case "step_start":
      return [{ kind: "begin" }];
    case "text":
      return [{ kind: "text", text: textIn(part, "text") }];
    case "tool_use":
      return "part" in line ? readTool(part) : [];
    case "step_finish":
      return readStep(part);
    case "error": {
      const error = fieldsIn(line, "error");
      if (!("error" in line)) return [];
      const text = textIn(fieldsIn(error, "data"), "message") || textIn(error, "name");
      return [{ kind: "result", isError: true, text }];
    }
    default:
      return [];
  }
}

/** Mostly it reports tools when they are done already. */
function readTool(part: Fields): AgentEvent[] {
  const state = fieldsIn(part, "state");
  const id = textIn(part, "callID");
  const label = labelOf(textIn(part, "tool"), fieldsIn(state, "input"));
  const start: AgentEvent = { kind: "tool-start", id, label };
  const status = textIn(state, "status");
  if (status === "pending" || status === "running") return [start];
  return [start, {
    kind: "tool-end",
    id,
    failure: status === "error" ? textIn(state, "error") || "failed" : null,
  }];
}

function readStep(part: Fields): AgentEvent[] {
  const tokens = fieldsIn(part, "tokens");
  const own = sumIn(tokens, ["input", "output", "reasoning"]);
  const cached = sumIn(fieldsIn(tokens, "cache"), ["read", "write"]);
  const costUsd = amountIn(part, "cost");
  return [
    ...(own === null ? [] : [
      {
        kind: "tokens",
        id: textIn(part, "id"),
        tokens: own + (cached ?? 0),
      } as const,
    ]),
    ...(costUsd === null ? [] : [{ kind: "cost", costUsd } as const]),
    // `tool-calls` goes on with another step.
    ...(part["reason"] === "stop" ? [{ kind: "result", isError: false, text: "" } as const] : []),
  ];
}
