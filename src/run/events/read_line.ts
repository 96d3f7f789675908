/** Reads the events of a line of any agent, since the user's own command may wrap any of them. */
import { parseJson } from "../../store/files/json_text.ts";
import { isObject } from "../../store/records/json_record.ts";
import { asAmount, type Fields } from "../../evidence/transcript/fields.ts";
import { type AgentEvent, fieldsIn, labelOf, sumIn, textIn } from "./agent_event.ts";
import { readClaudeLine } from "./claude.ts";

/** Maximum length of a line that is parsed, in characters; a longer line is the output of a tool. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** The readers of all agents; each returns an empty list for another agent's line. */
const READERS = [readClaudeLine, readCodexLine, readGeminiLine, readOpencodeLine];

/** Reads the events of a line. @returns The events; null if the line is plain text. */
export function readAgentLine(line: string): AgentEvent[] | null {
  const start = line.indexOf("{");
  if (start < 0 || line.length > LONGEST_LINE || !isOnlyControl(line.slice(0, start))) return null;
  const json = parseJson(line.slice(start).trimEnd());
  if (json.kind !== "ok" || !isObject(json.value)) return null;
  const fields = json.value;
  if (typeof fields["type"] !== "string") return null;
  for (const read of READERS) {
    const events = read(fields);
    if (events.length > 0) return events;
  }
  return [];
}

/** Checks whether a text consists only of escape sequences and spaces. */
function isOnlyControl(text: string): boolean {
  // deno-lint-ignore no-control-regex
  return text.replaceAll(/\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007]*\u0007)/g, "").trim() === "";
}

/** Items that are messages, not tools. */
const CODEX_MESSAGES = ["agent_message", "assistant_message"];
const CODEX_SILENT = ["reasoning", "todo_list"];

/** Reads the lines of `codex exec --json`. */
function readCodexLine(line: Fields): AgentEvent[] {
  switch (line["type"]) {
    case "thread.started":
    case "turn.started":
      return [{ kind: "begin" }];
    case "item.started":
    case "item.completed":
      return readCodexItem(fieldsIn(line, "item"), line["type"] === "item.started");
    case "turn.completed":
      return readCodexTurn(line);
    case "turn.failed":
      return [{ kind: "result", isError: true, text: textIn(fieldsIn(line, "error"), "message") }];
    case "error":
      return "message" in line && !("severity" in line)
        ? [{ kind: "error", text: textIn(line, "message") }]
        : [];
    default:
      return [];
  }
}

function readCodexItem(item: Fields, isStart: boolean): AgentEvent[] {
  const type = textIn(item, "type") || textIn(item, "item_type");
  const id = textIn(item, "id");
  // For example, that a model's metadata is unknown.
  if (type === "error") return [{ kind: "notice", text: textIn(item, "message") }];
  if (CODEX_SILENT.includes(type)) return [];
  if (CODEX_MESSAGES.includes(type)) {
    return isStart ? [] : [{ kind: "text", text: textIn(item, "text") }];
  }
  if (isStart) return [{ kind: "tool-start", id, label: labelOf(type, item) }];
  const hasFailed = item["status"] === "failed";
  const failure = hasFailed ? textIn(item, "aggregated_output") || "failed" : null;
  return [{ kind: "tool-end", id, failure }];
}

/** Reads the end of a turn. Cached tokens are part of Codex's input tokens. */
function readCodexTurn(line: Fields): AgentEvent[] {
  const tokens = sumIn(fieldsIn(line, "usage"), ["input_tokens", "output_tokens"]);
  return [
    { kind: "total", tokens, costUsd: null },
    { kind: "result", isError: false, text: "" },
  ];
}

/** Reads the lines of `gemini --output-format stream-json`. */
function readGeminiLine(line: Fields): AgentEvent[] {
  const id = textIn(line, "tool_id");
  switch (line["type"]) {
    case "init":
      return [{ kind: "begin" }];
    case "message":
      return line["role"] === "assistant" ? [{ kind: "text", text: textIn(line, "content") }] : [];
    case "tool_use": {
      const label = labelOf(textIn(line, "tool_name"), fieldsIn(line, "parameters"));
      return "tool_id" in line ? [{ kind: "tool-start", id, label }] : [];
    }
    case "tool_result": {
      const failure = line["status"] === "error" ? geminiError(line) : null;
      return [{ kind: "tool-end", id, failure }];
    }
    case "error":
      return "severity" in line ? [{ kind: "error", text: textIn(line, "message") }] : [];
    case "result":
      return "status" in line ? readGeminiResult(line) : [];
    default:
      return [];
  }
}

function readGeminiResult(line: Fields): AgentEvent[] {
  const stats = fieldsIn(line, "stats");
  const tokens = asAmount(stats["total_tokens"]) ?? sumIn(stats, ["input_tokens", "output_tokens"]);
  return [
    { kind: "total", tokens, costUsd: null },
    { kind: "result", isError: line["status"] === "error", text: geminiError(line) },
  ];
}

function geminiError(line: Fields): string {
  return textIn(fieldsIn(line, "error"), "message") || textIn(line, "output");
}

/** Reads the lines of `opencode run --format json`. */
function readOpencodeLine(line: Fields): AgentEvent[] {
  const part = fieldsIn(line, "part");
  switch (line["type"]) {
    case "step_start":
      return [{ kind: "begin" }];
    case "text":
      return [{ kind: "text", text: textIn(part, "text") }];
    case "tool_use":
      return "part" in line ? readOpencodeTool(part) : [];
    case "step_finish":
      return readOpencodeStep(part);
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

/** Reads a tool call. opencode reports most tools only when they are done. */
function readOpencodeTool(part: Fields): AgentEvent[] {
  const state = fieldsIn(part, "state");
  const id = textIn(part, "callID");
  const label = labelOf(textIn(part, "tool"), fieldsIn(state, "input"));
  const start: AgentEvent = { kind: "tool-start", id, label };
  const status = textIn(state, "status");
  if (status === "pending" || status === "running") return [start];
  const failure = status === "error" ? textIn(state, "error") || "failed" : null;
  return [start, { kind: "tool-end", id, failure }];
}

function readOpencodeStep(part: Fields): AgentEvent[] {
  const tokens = fieldsIn(part, "tokens");
  const uncached = sumIn(tokens, ["input", "output", "reasoning"]);
  const cached = sumIn(fieldsIn(tokens, "cache"), ["read", "write"]);
  return [
    ...(uncached === null
      ? []
      : [{ kind: "tokens", id: textIn(part, "id"), tokens: uncached + (cached ?? 0) } as const]),
    { kind: "total", tokens: null, costUsd: asAmount(part["cost"]) },
    // After `tool-calls` another step follows.
    ...(part["reason"] === "stop" ? [{ kind: "result", isError: false, text: "" } as const] : []),
  ];
}
