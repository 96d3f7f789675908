/**
 * Renders templates: without HTML escaping, and with an error for a missing value, never a blank.
 */
import { isAbsence } from "../store/files/presence.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { loadOurs } from "./_compiled_templates.ts";
import { secureData } from "./foreign_text.ts";
import { interpret, type TemplateSource } from "./interpret.ts";
import type { ProjectTemplates } from "./project_templates.ts";

/**
 * Opens a project's own templates.
 *
 * @returns Null where the project has no folder of templates.
 */
export async function openTemplates(
  places: Places,
  project: string,
): Promise<ProjectTemplates | null> {
  const { templatesDir } = projectPlaces(project);
  try {
    Deno.statSync(templatesDir);
  } catch (error) {
    if (isAbsence(error)) return null;
  }
  const { readProjectTemplates } = await import("./project_templates.ts");
  return await readProjectTemplates(places, project);
}

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
export async function renderTemplate(
  name: string,
  data: Readonly<Record<string, unknown>>,
  templates: ProjectTemplates | null = null,
): Promise<string> {
  const text = interpret(name, secureData(data), await ourTemplates(), templates);
  return `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

let loaded: TemplateSource | null = null;

async function ourTemplates(): Promise<TemplateSource> {
  if (loaded !== null) return loaded;
  const ours = await loadOurs();
  return loaded = { find: (name) => Object.hasOwn(ours, name) ? ours[name]! : null };
}
