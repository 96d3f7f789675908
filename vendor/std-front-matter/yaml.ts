/**
 * Stand-in for `@std/front-matter` where JSR is out of reach: front matter in YAML, under the same name
 * and signature, over `@std/yaml`. Delete the `links` array in `deno.json` where JSR can be reached.
 *
 * @module
 */
import { parse } from "@std/yaml/parse";
import type { Extract } from "./types.ts";

const DELIMITER = /^(?:---(?:yaml)?|= yaml =)$/i;
const END = /^(?:---|= yaml =)\s*$/i;

/**
 * Splits a text into its front matter and what follows, and parses the front matter as YAML.
 *
 * @throws {TypeError} If the text does not begin with front matter, or it has no end.
 * @throws {SyntaxError} If it is not valid YAML.
 */
export function extract<T = Record<string, unknown>>(text: string): Extract<T> {
  const lines = text.replace(/^\ufeff/, "").split(/(?<=\n)/);
  if (!DELIMITER.test(lines[0]?.replace(/\r?\n$/, "") ?? "")) {
    throw new TypeError("Unsupported front matter format");
  }
  const end = lines.findIndex((line, at) => at > 0 && END.test(line));
  if (end < 0) throw new TypeError("Unexpected end of input");
  const frontMatter = lines.slice(1, end).join("").trim();
  return { frontMatter, body: lines.slice(end + 1).join(""), attrs: parse(frontMatter) as T };
}
