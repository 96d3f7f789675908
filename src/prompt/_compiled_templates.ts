/**
 * Ralph's templates, parsed. A program that runs from source, or is compiled from it, parses them when
 * it needs them; the build replaces this module by one that contains the parsed templates
 * (`scripts/_templates.ts`), so that its program needs neither the texts nor the parser for them.
 */
import type { Template } from "./template.ts";

/** Loads and parses all templates, by file name. */
export async function loadOurs(): Promise<Readonly<Record<string, Template>>> {
  const { TEMPLATE_TEXTS } = await import("./_template_texts.ts");
  const { loadParser, parseTemplate } = await import("./parse_template.ts");
  const parser = await loadParser();
  return Object.fromEntries(
    Object.entries(TEMPLATE_TEXTS).map(([name, text]) => [name, parseTemplate(parser, text)]),
  );
}
