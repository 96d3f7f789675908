/**
 * The template engine, nunjucks: all of it where templates are compiled when they are rendered; a
 * small engine where the build compiled them.
 *
 * Text reaches the prompt as it was written: no HTML escaping (design §9; the predecessor escaped
 * it), and a name that is missing is an error, never a blank.
 *
 * @module
 */
import { COMPILED_TEMPLATES } from "./_compiled_templates.ts";

/** What rendering needs of the engine. */
export interface Engine {
  /** Renders a template; throws where the template or a value that it names is missing. */
  render(name: string, data: Readonly<Record<string, unknown>>): string;
}

/** Options that hold for compiling and for rendering. */
export const ENGINE_OPTIONS = {
  autoescape: false,
  throwOnUndefined: true,
  trimBlocks: true,
  lstripBlocks: true,
} as const;

/** Loads the engine with the embedded templates. */
export async function loadEngine(): Promise<Engine> {
  if (COMPILED_TEMPLATES !== null) {
    const { createSmallEngine } = await import("./small_engine.ts");
    return createSmallEngine(COMPILED_TEMPLATES);
  }
  const { default: nunjucks } = await import("nunjucks");
  const { TEMPLATES } = await import("./templates.ts");
  const embedded = {
    getSource(name: string) {
      const src = TEMPLATES[name];
      if (src === undefined) throw new Error(`No template named "${name}"`);
      return { src, path: name, noCache: false };
    },
  };
  return new nunjucks.Environment(embedded, ENGINE_OPTIONS);
}
