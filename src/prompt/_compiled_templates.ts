/**
 * Our templates, parsed. This is the form that runs from source; the build puts one here that
 * holds them parsed already (`scripts/_templates.ts`), so that the binary needs neither the texts
 * nor, for its own, a parser.
 *
 * @module
 */
import type { Template } from "./template.ts";

/** Loads all of them, by file name. */
export async function loadOurs(): Promise<Readonly<Record<string, Template>>> {
  const { loadParser, parseTemplate } = await import("./parse_template.ts");
  const { TEMPLATES } = await import("./templates.ts");
  const parser = await loadParser();
  return Object.fromEntries(
    Object.entries(TEMPLATES).map(([name, text]) => [name, parseTemplate(parser, text)]),
  );
}
