/**
 * A project's own templates: `.claude/ralph-templates/NAME.md` replaces ralph's template of
 * the same name once its content is trusted.
 */
import { join } from "../system/path.ts";
import { hashContent, listTrusted, type TrustNeed } from "../store/trust.ts";
import { messageOf } from "../error.ts";
import { nearestName } from "../text/nearest_name.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { isAbsence } from "../store/files/presence.ts";
import { readProjectText } from "../store/files/project_text.ts";
import { loadOurs } from "./_compiled_templates.ts";
import type { StandIns } from "./interpret.ts";
import { loadParser, parseTemplate } from "./parse_template.ts";
import { type Template, TemplateError } from "./template.ts";
import { PROJECT_FILES } from "../store/project_files.ts";

/** A project's trusted templates (`docs/templates.md`). */
export interface ProjectTemplates extends StandIns {
  /** Why templates were left out, a sentence each, the same at each event. */
  readonly problems: readonly string[];
}

/** The folder as messages show it. */
const FOLDER = `.claude/${PROJECT_FILES.templatesDir.name}`;

/**
 * A prompt has at most 10,000 characters, and nunjucks' parser takes quadratic time for white space:
 * 0.1 s for this much.
 */
const LARGEST_TEMPLATE_BYTES = 16 * 1024;

/** Further files of the folder are ignored. */
const MOST_FILES = 200;

/**
 * Lists the templates that need trust, those with the name of one of ralph's. Parses nothing.
 */
export async function listTemplateNeeds(project: string): Promise<TrustNeed[]> {
  const { files } = await readFolder(project);
  return files.map(({ name, text }) => ({
    kind: "template",
    what: `${FOLDER}/${name}`,
    content: text,
  }));
}

/** Reads the project's templates and parses those that are trusted. */
export async function readProjectTemplates(
  places: Places,
  project: string,
): Promise<ProjectTemplates> {
  const entries = listTrusted(places).filter((entry) => entry.project === project);
  const { parsed, problems } = await parseFolder(project, new Set(entries.map(({ hash }) => hash)));
  return {
    problems,
    find: (name) => parsed.get(name) ?? null,
    refuse: (name, why) => {
      const sentence = describeBroken(name, why);
      if (!problems.includes(sentence)) problems.push(sentence);
    },
  };
}

/** Parses the project's templates, trusted or not; a sentence for each file that cannot be used. */
export async function findTemplateProblems(project: string): Promise<readonly string[]> {
  return (await parseFolder(project, null)).problems;
}

/** Parses the folder. @param trusted Hashes of trusted texts; null where trust does not matter. */
async function parseFolder(
  project: string,
  trusted: ReadonlySet<string> | null,
): Promise<FolderContent & { readonly parsed: ReadonlyMap<string, Template> }> {
  const { files, problems } = await readFolder(project);
  const parsed = new Map<string, Template>();
  for (const { name, text } of files) {
    if (trusted !== null && !trusted.has(await hashContent("template", text))) {
      problems.push(
        `${FOLDER}/${name} is new or was changed and is not trusted: ralph's own is used. ` +
          "Read it, then trust it with `ralph start --trust`",
      );
      continue;
    }
    try {
      parsed.set(name, parseTemplate(await loadParser(), text));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      problems.push(describeBroken(name, error.message));
    }
  }
  return { files, problems, parsed };
}

/** Describes a broken template, in short: the parser may quote half of it. */
function describeBroken(name: string, why: string): string {
  return `${FOLDER}/${name} cannot be rendered, ralph's own is used: ${why.slice(0, 300)}`;
}

interface FolderContent {
  /** The files with the name of one of ralph's templates, sorted. */
  readonly files: { readonly name: string; readonly text: string }[];
  readonly problems: string[];
}

async function readFolder(project: string): Promise<FolderContent> {
  const { templatesDir } = projectPlaces(project);
  const content: FolderContent = { files: [], problems: [] };
  let names: string[];
  try {
    names = listMarkdown(templatesDir);
  } catch (error) {
    if (!isAbsence(error)) content.problems.push(`${FOLDER} cannot be read: ${messageOf(error)}`);
    return content;
  }
  if (names.length === 0) return content;
  const known = Object.keys(await loadOurs());
  for (const name of names) {
    if (!known.includes(name)) {
      const near = nearestName(name, known);
      const hint = near === null ? `known: ${known.join(", ")}` : `meant "${near}"?`;
      content.problems.push(`${FOLDER}/${name.slice(0, 100)} has no template's name; ${hint}`);
      continue;
    }
    const read = readProjectText(project, join(templatesDir, name), LARGEST_TEMPLATE_BYTES);
    if (read.kind === "text") content.files.push({ name, text: read.text });
    if (read.kind === "unreadable") {
      content.problems.push(`${FOLDER}/${name} cannot be read, ralph's own is used: ${read.why}`);
    }
  }
  return content;
}

function listMarkdown(folder: string): string[] {
  const entries = Iterator.from(Deno.readDirSync(folder)).take(MOST_FILES);
  return entries.map(({ name }) => name).filter((name) => name.endsWith(".md")).toArray().sort();
}
