/**
 * The template engine, nunjucks: its small runtime where the build compiled the templates, all of
 * it where not. The difference is a third of the Stop hook's start (`deno task bench`).
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
    const { default: slim } = await import("nunjucks-slim");
    return new slim.Environment(new slim.PrecompiledLoader(COMPILED_TEMPLATES), ENGINE_OPTIONS);
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
