/** Reads Claude Code's lines of `--output-format stream-json --verbose`. */
import { SECOND_MS } from "../../text/time.ts";
import { asAmount, asList, type Fields } from "../../evidence/transcript/fields.ts";
import { contentOf } from "../../evidence/transcript/tool_calls.ts";
import { isObject } from "../../store/records/json_record.ts";
import { type AgentEvent, fieldsIn, labelOf, sumIn, textIn } from "./agent_event.ts";

const TOKEN_FIELDS = [
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
];

/** Reasons for an end that come from the API request; any other end is not the API's failure. */
const API_ENDS = /^(?:api_error|prompt_too_long|blocking_limit|model_error)$/;

/** Reads the events of a line; empty if the line comes from another agent. */
export function readClaudeLine(line: Fields): AgentEvent[] {
  switch (line["type"]) {
    case "system":
      return line["subtype"] === "init"
        ? [{ kind: "begin" }]
        : line["subtype"] === "api_retry"
        ? [{ kind: "api-retry" }]
        : [];
    case "assistant":
      return readAnswer(line);
    case "user":
      return readToolResults(line);
    case "rate_limit_event":
      return readLimit(fieldsIn(line, "rate_limit_info"));
    case "result":
      return "subtype" in line ? readResult(line) : [];
    default:
      return [];
  }
}

function readAnswer(line: Fields): AgentEvent[] {
  const message = fieldsIn(line, "message");
  const content = contentOf(line);
  // The tools and tokens of a subagent's answer count; its text is not the result.
  const isMain = line["parent_tool_use_id"] == null;
  const events = content.flatMap((block): AgentEvent[] => {
    if (block["type"] === "tool_use") {
      const label = labelOf(textIn(block, "name"), fieldsIn(block, "input"));
      return [{ kind: "tool-start", id: textIn(block, "id"), label }];
    }
    return block["type"] === "text" && isMain
      ? [{ kind: "text", text: textIn(block, "text") }]
      : [];
  });
  const tokens = sumIn(fieldsIn(message, "usage"), TOKEN_FIELDS);
  const id = textIn(message, "id");
  if (tokens !== null && id !== "") events.push({ kind: "tokens", id, tokens });
  const error = textIn(line, "error");
  if (error !== "") {
    const words = content.map((block) => textIn(block, "text")).join(" ").trim();
    events.push({ kind: "api-failure", error, status: null, words, resetAtMs: null });
  }
  return events;
}

function readToolResults(line: Fields): AgentEvent[] {
  return contentOf(line)
    .filter((block) => block["type"] === "tool_result")
    .map((block) => {
      const parts = asList(block["content"]).filter(isObject).map((part) => textIn(part, "text"))
        .join("\n");
      const failure = block["is_error"] === true ? textIn(block, "content") || parts : null;
      return { kind: "tool-end", id: textIn(block, "tool_use_id"), failure };
    });
}

/** Reads a report on a rate limit. Only a refusal counts; `allowed_warning` merely warns. */
function readLimit(info: Fields): AgentEvent[] {
  if (info["status"] !== "rejected") return [];
  const resetAt = asAmount(info["resetsAt"]);
  const kind = textIn(info, "rateLimitType").replaceAll("_", " ");
  const words = kind === "" ? "usage limit" : `${kind} limit`;
  const resetAtMs = resetAt === null ? null : resetAt * SECOND_MS;
  return [{ kind: "api-failure", error: "rate_limit", status: null, words, resetAtMs }];
}

function readResult(line: Fields): AgentEvent[] {
  const text = textIn(line, "result");
  const subtype = textIn(line, "subtype");
  const isError = line["is_error"] === true || subtype.startsWith("error");
  const status = asAmount(line["api_error_status"]);
  const isApi = status !== null || API_ENDS.test(textIn(line, "terminal_reason"));
  const known = isApi
    ? "api"
    : "terminal_reason" in line || subtype.startsWith("error_max")
    ? "agent"
    : null;
  return [
    ...(isError && status !== null
      ? [{ kind: "api-failure", error: "", status, words: text, resetAtMs: null } as const]
      : []),
    {
      kind: "total",
      tokens: sumIn(fieldsIn(line, "usage"), TOKEN_FIELDS),
      costUsd: asAmount(line["total_cost_usd"]),
    },
    {
      kind: "result",
      isError,
      text: text || subtype,
      ...(isError && known !== null ? { failed: known } : {}),
    },
  ];
}
