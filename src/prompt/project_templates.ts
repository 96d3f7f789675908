/**
 * A project's own templates: `.claude/ralph-templates/NAME.md` replaces ours of the same name
 * once its content is trusted.
 *
 * @module
 */
import { join } from "../path/path.ts";
import { hashContent, listTrusted, type TrustNeed } from "../store/trust.ts";
import { messageOf } from "../error.ts";
import { nearestName } from "../text/nearest_name.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { isAbsence } from "../store/files/presence.ts";
import { findWayOut } from "../store/project.ts";
import { readText } from "../store/files/text_file.ts";
import type { StandIns } from "./interpret.ts";
import { loadParser, parseTemplate } from "./parse_template.ts";
import { type Template, TemplateError } from "./template.ts";
import { TEMPLATE_NAMES } from "./template_names.ts";
import { PROJECT_FILES } from "../store/project_files.ts";

/** A project's own templates, ready to stand in for ours (`docs/templates.md`). */
export interface ProjectTemplates extends StandIns {
  /** What was left out, and why: sentences, the same at each event while the cause is the same. */
  readonly problems: readonly string[];
}

/** The folder as people are shown it. */
const FOLDER = `.claude/${PROJECT_FILES.templatesDir.name}`;

/**
 * A prompt has at most 10,000 characters, and nunjucks' parser takes quadratic time for blank space:
 * a tenth of a second for this much.
 */
const LARGEST_TEMPLATE_BYTES = 16 * 1024;

/** A folder with more files than this is not one of templates. */
const MOST_FILES = 200;

/**
 * The templates that need trust: those of a known name, with their texts. Nothing is parsed.
 *
 * @param project The resolved path of the project's root.
 */
export function listTemplateNeeds(project: string): TrustNeed[] {
  return readFolder(project).files.map(({ name, text }) => ({
    kind: "template",
    what: `${FOLDER}/${name}`,
    content: text,
  }));
}

/**
 * Reads the project's templates and parses those that are trusted.
 *
 * @param places The home's places, for what is trusted.
 * @param project The resolved path of the project's root.
 * @returns The templates, and what was left out.
 */
export async function readProjectTemplates(
  places: Places,
  project: string,
): Promise<ProjectTemplates> {
  const { files, problems } = readFolder(project);
  const entries = listTrusted(places).filter((entry) => entry.project === project);
  const trusted = new Set(entries.map(({ hash }) => hash));
  const parsed = new Map<string, Template>();
  const report = (sentence: string) => {
    if (!problems.includes(sentence)) problems.push(sentence);
  };
  for (const { name, text } of files) {
    if (!trusted.has(await hashContent("template", text))) {
      report(
        `${FOLDER}/${name} is new or was changed and is not trusted: ralph's own is used. ` +
          "Read it, then trust it with `ralph start --trust`",
      );
      continue;
    }
    try {
      parsed.set(name, parseTemplate(await loadParser(), text));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      report(tellBroken(name, error.message));
    }
  }
  return {
    problems,
    find: (name) => parsed.get(name) ?? null,
    refuse: (name, why) => report(tellBroken(name, why)),
  };
}

/** The parser may quote half the template. */
function tellBroken(name: string, why: string): string {
  return `${FOLDER}/${name} cannot be rendered, ralph's own is used: ${why.slice(0, 300)}`;
}

interface FolderContent {
  /** Of a known name, sorted by it. */
  readonly files: { readonly name: string; readonly text: string }[];
  readonly problems: string[];
}

function readFolder(project: string): FolderContent {
  const { templatesDir } = projectPlaces(project);
  const content: FolderContent = { files: [], problems: [] };
  let names: string[];
  try {
    names = listMarkdown(templatesDir);
  } catch (error) {
    if (!isAbsence(error)) content.problems.push(`${FOLDER} cannot be read: ${messageOf(error)}`);
    return content;
  }
  for (const name of names) {
    if (!TEMPLATE_NAMES.some((known) => known === name)) {
      const near = nearestName(name, TEMPLATE_NAMES);
      const hint = near === null ? `known: ${TEMPLATE_NAMES.join(", ")}` : `meant "${near}"?`;
      content.problems.push(`${FOLDER}/${name.slice(0, 100)} has no template's name; ${hint}`);
      continue;
    }
    const path = join(templatesDir, name);
    // It would be shown to the user and sent to the model, whatever file of the user's it is.
    const wayOut = findWayOut(project, path);
    const read = wayOut === null ? readText(path, LARGEST_TEMPLATE_BYTES) : {
      kind: "unreadable" as const,
      why: `it is a link that leads out of the project, to ${wayOut}`,
    };
    if (read.kind === "text") content.files.push({ name, text: read.text });
    if (read.kind === "unreadable") {
      content.problems.push(`${FOLDER}/${name} cannot be read, ralph's own is used: ${read.why}`);
    }
  }
  return content;
}

function listMarkdown(folder: string): string[] {
  const names: string[] = [];
  let seen = 0;
  for (const { name } of Deno.readDirSync(folder)) {
    if (++seen > MOST_FILES) break;
    if (name.endsWith(".md")) names.push(name);
  }
  return names.sort();
}
