/** The schema of `status --json`, and a check of documents by it. */
import { assertEquals } from "@std/assert";
import { Ajv } from "ajv";

export const SCHEMA = JSON.parse(
  Deno.readTextFileSync(new URL("../../../docs/status.schema.json", import.meta.url)),
);

/** The schema if a field that it does not describe is an error: none may be forgotten. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)] as const);
  const isObject = "properties" in schema && "required" in schema;
  return { ...Object.fromEntries(entries), ...isObject ? { additionalProperties: false } : {} };
}

const isComplete = new Ajv({ strict: true, allowUnionTypes: true }).compile(
  closed(SCHEMA) as object,
);

/** Asserts that a document is as the schema says, and that the schema describes all of it. */
export function checkStatus(document: unknown): void {
  // As a program reads it.
  isComplete(JSON.parse(JSON.stringify(document)));
  const errors = (isComplete.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`
  );
  assertEquals(errors, []);
}
