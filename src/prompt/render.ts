/**
 * Renders a template.
 *
 * Text reaches the prompt without HTML escaping, and a value that is missing is an error, never a
 * blank.
 *
 * @module
 */
import { isAbsence } from "../store/files/presence.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { loadOurs } from "./_compiled_templates.ts";
import { secureData } from "./foreign_text.ts";
import { interpret, type TemplateSource } from "./interpret.ts";
import type { ProjectTemplates } from "./project_templates.ts";

/**
 * A project's own templates; without their folder this is one look at the disk.
 *
 * @param places The home's places, for what is trusted.
 * @param project The resolved path of the project's root.
 * @returns Null where the project brings none.
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
 * @param data All that the template may see: plain data, of which every text becomes one line; a.
 *   `ComposedText` keeps its lines.
 * @param templates What `openTemplates` gave: the project's own stand in for ours.
 * @returns The text, without blank lines in a row, with one line break at its end.
 * @throws {TemplateError} When the template or a value that it names is missing.
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
