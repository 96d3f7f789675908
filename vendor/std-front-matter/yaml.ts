/**
 * YAML front matter.
 *
 * @module
 */
import { parse } from "@std/yaml";
import { FRONT_MATTER } from "./_delimiters.ts";
import type { Extract } from "./types.ts";

export type { Extract } from "./types.ts";

/**
 * Takes the YAML front matter off a text and parses it.
 *
 * @throws {TypeError} If the text has none.
 * @throws {SyntaxError} If it is not valid YAML.
 */
export function extract<T>(text: string): Extract<T> {
  const found = FRONT_MATTER.exec(text);
  if (!found) throw new TypeError("Unexpected end of input");
  const frontMatter = (found[1] ?? "").trim();
  return { frontMatter, body: found[2] ?? "", attrs: parse(frontMatter) as T };
}
