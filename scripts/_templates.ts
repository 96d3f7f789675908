/**
 * Compiles the prompts' templates at build time, so that the Stop hook needs no compiler.
 *
 * @module
 */
import nunjucks from "nunjucks";
import { ENGINE_OPTIONS } from "../src/prompt/engine.ts";
import { SUPPORTED } from "../src/prompt/small_engine.ts";
import { TEMPLATES } from "../src/prompt/templates.ts";
import { ScriptError } from "./_say.ts";

/**
 * Writes the module that stands in for `src/prompt/_compiled_templates.ts`.
 *
 * @param templates The templates' texts by file name.
 * @throws {ScriptError} If a template needs more of nunjucks than the small engine has.
 */
export function writeCompiledTemplates(
  templates: Readonly<Record<string, string>> = TEMPLATES,
): string {
  const env = new nunjucks.Environment(null, ENGINE_OPTIONS);
  const entries = Object.entries(templates).map(([name, text]) => {
    const code: string = nunjucks.precompileString(text, {
      name,
      env,
      wrapper: ([template]: [{ template: string }]) =>
        `${JSON.stringify(name)}: (function() {${template.template}})()`,
    });
    requireSupported(name, code);
    return code;
  });
  return `export const COMPILED_TEMPLATES = {\n${entries.join(",\n")}\n};\n`;
}

function requireSupported(name: string, code: string): void {
  const filters = [...code.matchAll(/\benv\.getFilter\("(\w+)"\)/g)].map(([, filter]) => filter!);
  const calls = code.replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .matchAll(/\b(env|context|frame|runtime)\.(\w+)/g);
  const missing = [
    ...[...calls].filter(([, part, member]) => !isIn(SUPPORTED[part as "env"], member!)),
    ...filters.filter((filter) => !isIn(SUPPORTED.filters, filter)).map((filter) => [filter]),
  ].map(([what]) => what);
  if (missing.length === 0) return;
  throw new ScriptError(
    `templates/${name} uses ${[...new Set(missing)].join(", ")} of nunjucks; ` +
      "add it to src/prompt/small_engine.ts or do without it",
  );
}

function isIn(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
