/**
 * Renders templates: without HTML escaping, and with an error for a missing value, never a blank.
 */
import { secureData } from "./foreign_text.ts";
import { interpret } from "./interpret.ts";
import { findOwnTemplate } from "./own_templates.ts";
import type { ProjectTemplates } from "./project_templates.ts";

/**
 * Renders one template.
 *
 * @param name File name under `templates/`.
 * @param data Plain data, all that the template can read; each text in it becomes one line, except a
 *   `ComposedText`.
 * @param templates The result of `openTemplates`; the project's templates replace ralph's own.
 * @returns The text, without consecutive blank lines, with one line break at its end.
 * @throws {TemplateError} The template or a value that it names is missing.
 */
export function renderTemplate(
  name: string,
  data: Readonly<Record<string, unknown>>,
  templates: ProjectTemplates | null = null,
): string {
  const text = interpret(name, secureData(data), { find: findOwnTemplate }, templates);
  return `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}
