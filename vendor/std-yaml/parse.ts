/**
 * YAML texts to values.
 *
 * @module
 */
import { loadAll, YAMLException } from "js-yaml";
import { SCHEMAS, type SchemaType } from "./_schemas.ts";

/** How YAML is parsed. */
export interface ParseOptions {
  /** What plain values may mean. Default: `default`. */
  schema?: SchemaType;
  /** Whether the last of equal keys wins instead of an error. Default: false. */
  allowDuplicateKeys?: boolean;
}

/**
 * Parses a YAML text of one document.
 *
 * @returns The value; null for an empty text.
 * @throws {SyntaxError} If it is not valid YAML or contains several documents.
 */
export function parse(content: string, options: ParseOptions = {}): unknown {
  const documents = parseAll(content, options);
  if (!Array.isArray(documents) || documents.length > 1) {
    throw new SyntaxError(
      "Found more than 1 document in the stream: expected a single document",
    );
  }
  return documents[0] ?? null;
}

/**
 * Parses a YAML text of any number of documents.
 *
 * @throws {SyntaxError} If it is not valid YAML.
 */
export function parseAll(content: string, options: ParseOptions = {}): unknown {
  const { schema = "default", allowDuplicateKeys = false } = options;
  try {
    return loadAll(content, { schema: SCHEMAS[schema], json: allowDuplicateKeys });
  } catch (error) {
    if (error instanceof YAMLException) throw new SyntaxError(error.message, { cause: error });
    throw error;
  }
}
