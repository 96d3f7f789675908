/** The events that agents report in structured form, in one vocabulary for all agents. */
import { asAmount, asFields, asText, type Fields } from "../../evidence/transcript/fields.ts";
import type { ApiReport } from "../../loop/api_failure.ts";
import { addKnown } from "../../loop/usage.ts";

/** An event of an agent. */
export type AgentEvent =
  /** The agent prints structured output. */
  | { readonly kind: "begin" }
  | { readonly kind: "tool-start"; readonly id: string; readonly label: string }
  | { readonly kind: "tool-end"; readonly id: string; readonly failure: string | null }
  | { readonly kind: "text"; readonly text: string }
  /** The work is done; the process may take a while to end. */
  | {
    readonly kind: "result";
    readonly isError: boolean;
    readonly text: string;
    /** Who failed, if the client says so; left out if only the text can tell. */
    readonly failed?: "api" | "agent";
  }
  /** Tokens of one answer; later events with the same id report a higher number. */
  | { readonly kind: "tokens"; readonly id: string; readonly tokens: number }
  /** Tokens and cost of one part of the work, to be added up; null if the agent does not report them. */
  | {
    readonly kind: "total";
    readonly tokens: number | null;
    readonly costUsd: number | null;
  }
  /** A request to the API failed. */
  | ({
    readonly kind: "api-failure";
    /** When a limit resets, epoch milliseconds; null if the event does not say. */
    readonly resetAtMs: number | null;
  } & ApiReport)
  /** The agent waits for the API before it sends the request again. */
  | { readonly kind: "api-retry" }
  /** Something went wrong that does not end the work. */
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "error"; readonly text: string };

/** Reads a field that is an object; returns an empty object for anything else. */
export function fieldsIn(fields: Fields, name: string): Fields {
  return asFields(fields[name]) ?? {};
}

/** Reads a field that is text; returns an empty text for anything else. */
export function textIn(fields: Fields, name: string): string {
  return asText(fields[name]) ?? "";
}

/** Adds up the fields that are numbers of at least 0; null if there are none. */
export function sumIn(fields: Fields, names: readonly string[]): number | null {
  return names.map((name) => asAmount(fields[name])).reduce(addKnown, null);
}

/** Describes a tool call in a short line: its name and its most telling argument. */
export function labelOf(name: string, input: Fields): string {
  const argument =
    ["command", "file_path", "path", "filePath", "pattern", "query", "url", "description"]
      .map((field) => textIn(input, field)).find((text) => text !== "") ?? "";
  const line = argument.split("\n", 1)[0] ?? "";
  return line === "" ? name : `${name}: ${line.slice(0, 100)}`;
}
