/** The tool calls of a transcript: the call is in an assistant's line, its result in a user's line. */
import { parseInstant } from "../../text/instant.ts";
import { oneLine } from "../../text/shorten.ts";
import { asAmount, asFields, asList, asText, type Fields } from "./fields.ts";

/** Default timeout of Bash in the client. */
const BASH_TIMEOUT_MS = 120_000;
/** Maximum time counted for a call of another tool without a duration. */
const OTHER_TIMEOUT_MS = 600_000;

const MOST_CHARACTERS = 80;

/** The fields of tools' inputs that name the subject of the call. */
const SUBJECTS = ["command", "file_path", "notebook_path", "url", "query", "pattern"] as const;

/** A tool call of a transcript. */
export interface ToolCall {
  readonly id: string;
  /** The call in a few words: `Bash npm test`. */
  readonly label: string;
  /** The file that the call edits; left out for other tools. */
  readonly edits?: string;
  /** The time of the call's line, epoch milliseconds. */
  readonly startedAtMs: number;
  /** The time of the result's line; null if there is none yet. */
  readonly endedAtMs: number | null;
  /** The tool's own timeout. */
  readonly timeoutMs: number;
  /** The duration of the work that the result reports; null if unknown. */
  readonly reportedMs: number | null;
  /** True if a person was asked, or the call was refused: the time between is waiting, not work. */
  readonly waitedForPerson: boolean;
}

/** Pairs calls with their results. */
export class ToolCalls {
  readonly #calls = new Map<string, ToolCall>();

  /** Opens the calls of an assistant's line. */
  open(entry: Fields, atMs: number): void {
    for (const block of contentOf(entry)) {
      const id = block["type"] === "tool_use" ? asText(block["id"]) : null;
      if (id === null || this.#calls.has(id)) continue;
      const name = asText(block["name"]) ?? "";
      this.#calls.set(id, {
        id,
        label: labelCall(name, asFields(block["input"])),
        ...editOf(name, asFields(block["input"])),
        startedAtMs: atMs,
        endedAtMs: null,
        timeoutMs: timeoutOf(name, asFields(block["input"])),
        reportedMs: null,
        waitedForPerson: false,
      });
    }
  }

  /** Closes the calls whose results are in a user's line. `isBefore`: the result was reported earlier. */
  close(entry: Fields, atMs: number, isBefore = false): void {
    for (const block of contentOf(entry)) {
      const id = block["type"] === "tool_result" ? asText(block["tool_use_id"]) : null;
      const call = id === null ? undefined : this.#calls.get(id);
      if (!call || call.endedAtMs !== null) continue;
      if (isBefore) this.#calls.delete(call.id);
      else this.#calls.set(call.id, { ...call, ...resultOf(entry), endedAtMs: atMs });
    }
  }

  /** The calls that are new, just got their result, or are still in flight; in order. */
  get all(): readonly ToolCall[] {
    return [...this.#calls.values()];
  }
}

const EDITORS: readonly string[] = ["Edit", "Write", "MultiEdit"];

function editOf(name: string, input: Fields | null): Pick<ToolCall, "edits"> {
  const file = EDITORS.includes(name) ? asText(input?.["file_path"]) : null;
  return file === null ? {} : { edits: file };
}

/** Finds the only call without a result; null if there is none, or several. */
export function findOpenCall(
  { toolCalls }: { readonly toolCalls: readonly ToolCall[] },
): string | null {
  const open = toolCalls.filter(({ endedAtMs }) => endedAtMs === null);
  return open.length === 1 ? open[0]?.label ?? null : null;
}

/** Returns the content blocks of an entry's message. A plain text counts as one block. */
export function contentOf(entry: Fields): Fields[] {
  const content = asFields(entry["message"])?.["content"];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return asList(content).map(asFields).filter((block) => block !== null);
}

function timeoutOf(name: string, input: Fields | null): number {
  if (name !== "Bash") return OTHER_TIMEOUT_MS;
  return asAmount(input?.["timeout"]) ?? BASH_TIMEOUT_MS;
}

function resultOf(entry: Fields): Pick<ToolCall, "reportedMs" | "waitedForPerson"> {
  const result = asFields(entry["toolUseResult"]);
  // Sources seen in the client: config, hook, user_temporary, user_permanent, user_reject, user_abort.
  const source = asText(asFields(entry["permissionDecision"])?.["source"]) ?? "";
  return {
    reportedMs: asAmount(result?.["totalDurationMs"]) ?? asAmount(result?.["durationMs"]),
    waitedForPerson: source.startsWith("user") || entry["toolDenialKind"] !== undefined,
  };
}

/** Returns the time of an entry, epoch milliseconds, or null. */
export function timeOf(entry: Fields): number | null {
  return parseInstant(entry["timestamp"]);
}

/**
 * Labels a call in a few words, such as `Bash npm test`.
 *
 * @param input The call's input; if unknown, the label is only the name.
 */
export function labelCall(name: string, input: Fields | null): string {
  const subject = subjectOf(name, input);
  return oneLine(`${name} ${subject}`, MOST_CHARACTERS);
}

function subjectOf(name: string, input: Fields | null): string {
  if (input === null) return "";
  if (name === "AskUserQuestion") return questionOf(input["questions"]);
  const subject = SUBJECTS.map((field) => input[field]).find((value) => typeof value === "string");
  return typeof subject === "string" ? subject.trimStart().split("\n", 1)[0] ?? "" : "";
}

function questionOf(questions: unknown): string {
  return asText(asFields(asList(questions)[0])?.["question"]) ?? "";
}
