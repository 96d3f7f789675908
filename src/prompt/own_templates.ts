/**
 * Ralph's templates, parsed in advance, so that a hook needs neither their texts nor the parser. `deno task
 * docs` writes the file after a change under `templates/`.
 */
import COMPILED from "./compiled_templates.txt" with { type: "text" };
import type { Template } from "./template.ts";

/** Each template's statements as JSON, parsed only when needed: a prompt needs few templates. */
const COMPILED_TEMPLATES: ReadonlyMap<string, string> = new Map(
  COMPILED.trimEnd().split("\n").map((line) => {
    const end = line.indexOf(" ");
    return [line.slice(0, end), line.slice(end + 1)] as const;
  }),
);

/** The names of ralph's templates, which a project's templates may have. */
export const TEMPLATE_NAMES: readonly string[] = [...COMPILED_TEMPLATES.keys()];

/** Finds one of ralph's templates; null if none has that name. */
export function findOwnTemplate(name: string): Template | null {
  const json = COMPILED_TEMPLATES.get(name);
  return json === undefined ? null : JSON.parse(json);
}
