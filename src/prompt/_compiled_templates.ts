/**
 * Ralph's templates, parsed. This module runs from source; the build replaces it by a module that
 * contains the parsed templates (`scripts/_templates.ts`), so that the binary needs neither the texts
 * nor, for its own templates, the parser.
 */
import type { Template } from "./template.ts";
import { TEMPLATE_NAMES } from "./template_names.ts";

/** Reads the texts under `templates/`, by file name. */
export function readTemplates(): Readonly<Record<string, string>> {
  const folder = new URL("../../templates/", import.meta.url);
  return Object.fromEntries(
    TEMPLATE_NAMES.map((name) => [name, Deno.readTextFileSync(new URL(name, folder))]),
  );
}

/** Loads and parses all templates, by file name. */
export async function loadOurs(): Promise<Readonly<Record<string, Template>>> {
  const { loadParser, parseTemplate } = await import("./parse_template.ts");
  const parser = await loadParser();
  return Object.fromEntries(
    Object.entries(readTemplates()).map(([name, text]) => [name, parseTemplate(parser, text)]),
  );
}
