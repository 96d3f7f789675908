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

/** Errors that name a rate limit, and the statuses of results after them. */
const LIMIT_ERRORS = new Set(["rate_limit", "overloaded"]);
const LIMIT_STATUSES = new Set([429, 529]);

/** Reads the events of a line; empty for a line of another agent. */
export function readClaudeLine(line: Fields): AgentEvent[] {
  switch (line["type"]) {
    case "system":
      return line["subtype"] === "init" ? [{ kind: "begin" }] : [];
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
  if (LIMIT_ERRORS.has(error)) {
    const words = content.map((block) => textIn(block, "text")).join(" ").trim();
    events.push({ kind: "rate-limit", resetAtMs: null, detail: words || error });
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

/** Only a refusal counts; `allowed_warning` merely warns. */
function readLimit(info: Fields): AgentEvent[] {
  if (info["status"] !== "rejected") return [];
  const resetAt = asAmount(info["resetsAt"]);
  const kind = textIn(info, "rateLimitType").replaceAll("_", " ");
  const detail = kind === "" ? "usage limit" : `${kind} limit`;
  return [{ kind: "rate-limit", resetAtMs: resetAt === null ? null : resetAt * SECOND_MS, detail }];
}

function readResult(line: Fields): AgentEvent[] {
  const text = textIn(line, "result");
  const subtype = textIn(line, "subtype");
  const isRefused = LIMIT_STATUSES.has(asAmount(line["api_error_status"]) ?? 0);
  return [
    ...(isRefused ? [{ kind: "rate-limit", resetAtMs: null, detail: text } as const] : []),
    {
      kind: "total",
      tokens: sumIn(fieldsIn(line, "usage"), TOKEN_FIELDS),
      costUsd: asAmount(line["total_cost_usd"]),
    },
    {
      kind: "result",
      isError: line["is_error"] === true || subtype.startsWith("error"),
      text: text || subtype,
    },
  ];
}
