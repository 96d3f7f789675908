/**
 * Our templates, parsed. This is the form that runs from source; the build puts one here that
 * contains them parsed already (`scripts/_templates.ts`), so that the binary needs neither the texts
 * nor, for its own, a parser.
 *
 * @module
 */
import type { Template } from "./template.ts";
import { TEMPLATE_NAMES } from "./template_names.ts";

/**
 * Reads the texts from `templates/` of the source.
 *
 * @returns The texts by file name.
 */
export function readTemplates(): Readonly<Record<string, string>> {
  const folder = new URL("../../templates/", import.meta.url);
  return Object.fromEntries(
    TEMPLATE_NAMES.map((name) => [name, Deno.readTextFileSync(new URL(name, folder))]),
  );
}

/**
 * Loads all of them.
 *
 * @returns The templates by file name.
 */
export async function loadOurs(): Promise<Readonly<Record<string, Template>>> {
  const { loadParser, parseTemplate } = await import("./parse_template.ts");
  const parser = await loadParser();
  return Object.fromEntries(
    Object.entries(readTemplates()).map(([name, text]) => [name, parseTemplate(parser, text)]),
  );
}
