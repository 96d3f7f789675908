/**
 * The keys of a document's front matter, read as YAML. Few documents need the library, so hooks import this
 * file only on demand.
 */
import { extract } from "@std/front-matter/yaml";
import { attempt } from "../../error.ts";
import type { Document } from "./document.ts";

/** Longer front matter is not read, since the library searches for its end with a regular expression. */
const MOST_CHARACTERS = 8_000;

/**
 * Reads the keys of a front matter.
 *
 * @param lines Its lines, without the rules around them.
 * @returns The values by key, in lower case; empty if the lines are not valid YAML.
 *
 * @example One broken line leaves nothing
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readAttributes(["Status: done # since May"]), { status: "done" });
 * assertEquals(readAttributes(["status: done", "owner: [Ada"]), {});
 * ```
 */
export function readAttributes(lines: readonly string[]): Readonly<Record<string, unknown>> {
  const text = lines.join("\n");
  // A tab is not indentation in YAML, but the library accepts it.
  if (text.length > MOST_CHARACTERS || /^ *\t/m.test(text)) return {};
  const attributes = attempt(() => extract<unknown>(`---\n${text}\n---\n`).attrs);
  if (typeof attributes !== "object" || attributes === null) return {};
  const entries = Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]);
  return Object.fromEntries(entries);
}

/** Adds the keys of its front matter to a document. */
export function addAttributes(document: Document): Document {
  return { ...document, attributes: readAttributes(document.frontMatter) };
}
