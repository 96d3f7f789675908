/**
 * Values to YAML texts.
 *
 * @module
 */
import { dump, YAMLException } from "js-yaml";
import { SCHEMAS, type SchemaType } from "./_schemas.ts";

/** How YAML is written. */
export type StringifyOptions = {
  /** Spaces per level. Default: 2. */
  indent?: number;
  /** Whether arrays stand one level deeper than their key. Default: true. */
  arrayIndent?: boolean;
  /** Whether values that YAML cannot hold are left out instead of an error. Default: false. */
  skipInvalid?: boolean;
  /** Level from which collections stand on one line; -1 for never. Default: -1. */
  flowLevel?: number;
  /** What plain values may mean. Default: `default`. */
  schema?: SchemaType;
  /** Whether keys are sorted, or how. Default: false. */
  sortKeys?: boolean | ((a: string, b: string) => number);
  /** Longest line; -1 for no limit. Default: 80. */
  lineWidth?: number;
  /** Whether equal objects are written once and referred to. Default: true. */
  useAnchors?: boolean;
};

/**
 * Writes a value as YAML.
 *
 * @returns The text, with a line end.
 * @throws {TypeError} If YAML cannot hold the value.
 */
export function stringify(data: unknown, options: StringifyOptions = {}): string {
  const { indent, flowLevel, sortKeys, lineWidth, schema = "default" } = options;
  try {
    return dump(data, {
      schema: SCHEMAS[schema],
      seqNoIndent: options.arrayIndent === false,
      skipInvalid: options.skipInvalid ?? false,
      noRefs: options.useAnchors === false,
      ...(indent !== undefined && { indent }),
      ...(flowLevel !== undefined && { flowLevel }),
      ...(sortKeys !== undefined && { sortKeys }),
      ...(lineWidth !== undefined && { lineWidth }),
    });
  } catch (error) {
    if (error instanceof YAMLException) throw new TypeError(error.message, { cause: error });
    throw error;
  }
}
