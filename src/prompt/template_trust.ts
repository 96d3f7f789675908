/** Lists the project's templates that need trust, and keeps the parsed form of the trusted ones. */
import { join } from "@std/path";
import { namesIn, removeFile } from "../store/files/presence.ts";
import type { Places } from "../store/places.ts";
import { hashContent, isTrusted, listTrusted, type TrustNeed } from "../store/trust.ts";
import { nearestName } from "../text/nearest_name.ts";
import { TEMPLATE_NAMES } from "./own_templates.ts";
import { loadParser, parseTemplate } from "./parse_template.ts";
import {
  describeBroken,
  listTemplates,
  parsedFile,
  readTemplate,
  TEMPLATES_FOLDER,
} from "./project_templates.ts";
import { TemplateError } from "./template.ts";

/** A template that can be rendered, and its statements as JSON. */
interface TemplateNeed extends TrustNeed {
  readonly parsed: string;
}

/** Parses a project's templates, trusted or not. */
export async function readTemplates(project: string) {
  const needs: TemplateNeed[] = [];
  const problems: string[] = [];
  for (const name of listTemplates(project)) {
    const what = `${TEMPLATES_FOLDER}/${name}`;
    const read = readTemplate(project, name);
    if (!TEMPLATE_NAMES.includes(name)) {
      const near = nearestName(name, TEMPLATE_NAMES);
      const hint = near === null ? `known: ${TEMPLATE_NAMES.join(", ")}` : `meant "${near}"?`;
      problems.push(`${what.slice(0, 200)} has no template's name; ${hint}`);
    } else if (read.kind === "text") {
      const parsed = await parse(read.text);
      if (parsed instanceof TemplateError) problems.push(describeBroken(name, parsed.message));
      else needs.push({ kind: "template", what, content: read.text, parsed });
    } else if (read.kind === "unreadable") {
      problems.push(`${what} cannot be read, ralph's own is used: ${read.why}`);
    }
  }
  return { needs, problems };
}

/** Lists the templates that need trust, trusted or not. */
export async function listTemplateNeeds(project: string): Promise<TrustNeed[]> {
  const { needs } = await readTemplates(project);
  return needs.map(({ kind, what, content }) => ({ kind, what, content }));
}

/**
 * Saves the parsed form of a project's trusted templates for its hooks, and removes the others.
 *
 * @throws {StateError} One cannot be written.
 */
export async function keepTemplates(places: Places, project: string): Promise<void> {
  for (const { content, parsed } of (await readTemplates(project)).needs) {
    const hash = await hashContent("template", content);
    if (!isTrusted(places, hash, project)) continue;
    parsedFile(places, hash).write({ statements: parsed });
  }
  const trusted = new Set(listTrusted(places).map(({ hash }) => `${hash}.json`));
  const folder = join(places.ralphHome, "templates");
  for (const name of namesIn(folder)) if (!trusted.has(name)) removeFile(join(folder, name));
}

async function parse(text: string): Promise<string | TemplateError> {
  try {
    return JSON.stringify(parseTemplate(await loadParser(), text));
  } catch (error) {
    if (error instanceof TemplateError) return error;
    if (error instanceof RangeError) return new TemplateError("It is nested too deeply");
    throw error;
  }
}
