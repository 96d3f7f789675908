/**
 * Renders a template with nunjucks. Text reaches the prompt as it was written: no HTML escaping
 * (design §9; the predecessor escaped it), and a name that is missing is an error, never a blank.
 *
 * @module
 */
import nunjucks from "nunjucks";
import { TEMPLATES } from "./templates.ts";

const embedded = {
  getSource(name: string) {
    const src = TEMPLATES[name];
    if (src === undefined) throw new Error(`No template named "${name}"`);
    return { src, path: name, noCache: false };
  },
};

const environment = new nunjucks.Environment(embedded as nunjucks.ILoader, {
  autoescape: false,
  throwOnUndefined: true,
  trimBlocks: true,
  lstripBlocks: true,
});

/**
 * Renders one template.
 *
 * @param name File name under `templates/`.
 * @param data All that the template may see.
 * @throws Error when the template or a value it names is missing.
 */
export function renderTemplate(name: string, data: Readonly<Record<string, unknown>>): string {
  return environment.render(name, data).replace(/\n{3,}/g, "\n\n").trim() + "\n";
}
