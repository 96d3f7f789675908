/**
 * Renders a template.
 *
 * @module
 */
import { loadEngine } from "./engine.ts";

/**
 * Renders one template.
 *
 * @param name File name under `templates/`.
 * @param data All that the template may see.
 * @returns The text, without blank lines in a row, with one line break at its end.
 * @throws Error when the template or a value that it names is missing.
 */
export async function renderTemplate(
  name: string,
  data: Readonly<Record<string, unknown>>,
): Promise<string> {
  const engine = await loadEngine();
  return `${engine.render(name, data).replace(/\n{3,}/g, "\n\n").trim()}\n`;
}
