/**
 * Parses the prompts' templates at build time, so that the Stop hook needs no parser.
 *
 * @module
 */
import nunjucks from "nunjucks";
import { TEMPLATE_TEXTS } from "../src/prompt/_template_texts.ts";
import { parseTemplate } from "../src/prompt/parse_template.ts";
import { TemplateError } from "../src/prompt/template.ts";
import { ScriptError } from "./_say.ts";

/**
 * Writes the module that replaces `src/prompt/_compiled_templates.ts`.
 *
 * @param templates The templates' texts by file name.
 * @throws {ScriptError} If a template is broken, or needs more of nunjucks than there is.
 */
export function writeCompiledTemplates(
  templates: Readonly<Record<string, string>> = TEMPLATE_TEXTS,
): string {
  const parsed = Object.entries(templates).map(([name, text]) => {
    try {
      return [name, JSON.stringify(parseTemplate(nunjucks.parser, text))];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new ScriptError(`templates/${name}: ${error.message}`);
    }
  });
  // As JSON, a large literal is read faster than as code; and of all templates a prompt needs few.
  return `const texts = ${JSON.stringify(Object.fromEntries(parsed))};
export function loadOurs() {
  const ours = {};
  for (const name in texts) {
    Object.defineProperty(ours, name, { get: () => JSON.parse(texts[name]), enumerable: true });
  }
  return Promise.resolve(ours);
}
`;
}
