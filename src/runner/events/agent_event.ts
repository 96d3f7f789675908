/**
 * What agents report in structured form, in one vocabulary for all of them.
 *
 * @module
 */

import { addKnown } from "../../loop/usage.ts";
import { isObject } from "../../store/records/json_record.ts";

/** One thing that an agent reported. */
export type AgentEvent =
  /** It is in a structured mode. */
  | { readonly kind: "begin" }
  | { readonly kind: "tool-start"; readonly id: string; readonly label: string }
  | { readonly kind: "tool-end"; readonly id: string; readonly failure: string | null }
  | { readonly kind: "text"; readonly text: string }
  /** Its work is done; the process may still take a while to end. */
  | { readonly kind: "result"; readonly isError: boolean; readonly text: string }
  /** Tokens of one answer, reported once or, under the same id, several times growing. */
  | { readonly kind: "tokens"; readonly id: string; readonly tokens: number }
  /** Tokens and money of the whole process. */
  | {
    readonly kind: "total";
    readonly tokens: number | null;
    readonly costUsd: number | null;
  }
  /** Money of one step. */
  | { readonly kind: "cost"; readonly costUsd: number | null }
  /** It was refused for now. */
  | {
    readonly kind: "rate-limit";
    /** Unix seconds; null where it does not say. */
    readonly resetAt: number | null;
    readonly detail: string;
  }
  | { readonly kind: "error"; readonly text: string };

/** A JSON object from outside. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object's field that is an object; an empty object for anything else. */
export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isObject(value) ? value : {};
}

/** A field that is text; empty for anything else. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** A field that is an amount; null for anything else. */
export function amountIn(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** The objects of a field that is a list. */
export function listIn(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The sum of those fields that are amounts; null where none is. */
export function sumIn(fields: Fields, names: readonly string[]): number | null {
  return names.map((name) => amountIn(fields, name)).reduce(addKnown, null);
}

/** A tool call in one short line: its name and what it is about. */
export function labelOf(name: string, input: Fields): string {
  const about =
    ["command", "file_path", "path", "filePath", "pattern", "query", "url", "description"]
      .map((field) => textIn(input, field)).find((text) => text !== "") ?? "";
  const line = about.split("\n", 1)[0] ?? "";
  return line === "" ? name : `${name}: ${line.slice(0, 100)}`;
}
