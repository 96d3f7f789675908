/**
 * Compiles the prompts' templates at build time, so that the Stop hook needs no compiler.
 *
 * @module
 */
import nunjucks from "nunjucks";
import { ENGINE_OPTIONS } from "../src/prompt/engine.ts";
import { TEMPLATES } from "../src/prompt/templates.ts";

/** Writes the module that stands in for `src/prompt/_compiled_templates.ts`. */
export function writeCompiledTemplates(): string {
  const env = new nunjucks.Environment(null, ENGINE_OPTIONS);
  const entries = Object.entries(TEMPLATES).map(([name, text]) => {
    const code: string = nunjucks.precompileString(text, {
      name,
      env,
      wrapper: ([template]: [{ template: string }]) =>
        `${JSON.stringify(name)}: (function() {${template.template}})()`,
    });
    return code;
  });
  return `export const COMPILED_TEMPLATES = {\n${entries.join(",\n")}\n};\n`;
}
