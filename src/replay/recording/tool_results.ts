/** The tool calls of a transcript with their results, as far as a replay needs them. */
import { asFields, asText, type Fields } from "../../evidence/transcript/fields.ts";
import { contentOf } from "../../evidence/transcript/tool_calls.ts";

/** Fields of a call's input that are kept; others, such as a file's content, may be large. */
const KEPT = ["command", "file_path", "description", "task_id", "shell_id", "bash_id"] as const;

/** A tool call that has its result. */
export interface FinishedCall {
  readonly id: string;
  readonly tool: string;
  /** The kept fields of its input. */
  readonly input: Readonly<Record<string, string>>;
  readonly hasFailed: boolean;
  /** The client's own form of the result; empty where it has none. */
  readonly result: Fields;
  /** The working directory of the call; empty where the line has none. */
  readonly cwd: string;
}

type OpenCall = Pick<FinishedCall, "id" | "tool" | "input">;

/** Pairs calls with their results. */
export class CallPairs {
  readonly #open = new Map<string, OpenCall>();

  /** Notes the calls of an agent's line. */
  noteAgent(entry: Fields): void {
    for (const block of contentOf(entry)) {
      const id = block["type"] === "tool_use" ? asText(block["id"]) : null;
      if (id === null) continue;
      const fields = asFields(block["input"]);
      const input = Object.fromEntries(KEPT.flatMap((name) => {
        const value = asText(fields?.[name]);
        return value === null ? [] : [[name, value]];
      }));
      this.#open.set(id, { id, tool: asText(block["name"]) ?? "", input });
    }
  }

  /** Returns the calls that a user's line has the results of. */
  finish(entry: Fields): FinishedCall[] {
    return contentOf(entry).flatMap((block) => {
      const id = block["type"] === "tool_result" ? asText(block["tool_use_id"]) : null;
      const call = id === null ? undefined : this.#open.get(id);
      if (call === undefined) return [];
      this.#open.delete(call.id);
      return [{
        ...call,
        hasFailed: block["is_error"] === true,
        result: asFields(entry["toolUseResult"]) ?? {},
        cwd: asText(entry["cwd"]) ?? "",
      }];
    });
  }
}
