/** Projects with their own templates. */
import { assert } from "@std/assert";
import { join } from "@std/path";
import { openTemplates, type ProjectTemplates } from "../../src/prompt/project_templates.ts";
import { keepTemplates, listTemplateNeeds } from "../../src/prompt/template_trust.ts";
import type { Places } from "../../src/store/places.ts";
import { TestProject } from "../_project.ts";
import { addTrust, hashContent } from "../../src/store/trust.ts";

/** A project in a folder of its own, and a home beside it. */
export interface Given {
  readonly project: string;
  readonly places: Places;
  readonly templates: string;
}

/** Runs a test in such a project. */
export async function withProject(test: (given: Given) => Promise<void>): Promise<void> {
  using project = new TestProject();
  const templates = project.path(".claude/ralph-templates");
  Deno.mkdirSync(project.path(".claude"));
  await test({ project: project.project, places: project.places, templates });
}

/** Writes one of the project's templates. */
export function writeTemplate({ templates }: Given, name: string, text: string): void {
  Deno.mkdirSync(templates, { recursive: true });
  Deno.writeTextFileSync(join(templates, name), text);
}

/** Trusts all templates. */
export async function agree({ places, project }: Given): Promise<void> {
  const at = Date.parse("2026-01-05T18:00:00Z");
  const entries = await Promise.all(
    (await listTemplateNeeds(project)).map(async (need) => ({
      hash: await hashContent(need.kind, need.content),
      kind: need.kind,
      what: need.what,
      project,
      at,
    })),
  );
  addTrust(places, entries);
  await keepTemplates(places, project);
}

/** Writes, trusts and opens. */
export async function open(
  given: Given,
  files: Readonly<Record<string, string>>,
): Promise<ProjectTemplates> {
  for (const [name, text] of Object.entries(files)) writeTemplate(given, name, text);
  await agree(given);
  const opened = await openTemplates(given.places, given.project);
  assert(opened !== null);
  return opened;
}
