/**
 * A project's own templates: `.claude/ralph-templates/NAME.md` replaces ralph's template of
 * the same name once its content is trusted.
 */
import { join } from "../path/path.ts";
import { hashContent, listTrusted, type TrustNeed } from "../store/trust.ts";
import { messageOf } from "../error.ts";
import { nearestName } from "../text/nearest_name.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { isAbsence } from "../store/files/presence.ts";
import { readProjectText } from "../store/files/project_text.ts";
import type { StandIns } from "./interpret.ts";
import { loadParser, parseTemplate } from "./parse_template.ts";
import { type Template, TemplateError } from "./template.ts";
import { PROJECT_FILES } from "../store/project_files.ts";

/** The names of the templates that a project can replace, as files under `templates/`. */
export const TEMPLATE_NAMES = [
  "alpha-forge-convergence.md",
  "alpha-forge-exploration.md",
  "brief.md",
  "confirm-completion.md",
  "continuation.md",
  "explore.md",
  "found.md",
  "guidance.md",
  "remarks.md",
  "run-iteration.md",
  "run-recovery.md",
  "run-review.md",
  "run-verification.md",
  "standing.md",
  "use-a-tool.md",
  "validate.md",
  "verification-failed.md",
  "warnings.md",
  "work.md",
] as const;

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
export function listTemplateNeeds(project: string): TrustNeed[] {
  return readFolder(project).files.map(({ name, text }) => ({
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

/**
 * Parses the project's templates, trusted or not, to find those that cannot be used. Renders nothing.
 *
 * @returns The templates' names, and a sentence for each file that cannot be used.
 */
export async function findBrokenTemplates(
  project: string,
): Promise<{ readonly names: readonly string[]; readonly problems: readonly string[] }> {
  const { files, problems } = await parseFolder(project, null);
  return { names: files.map(({ name }) => name), problems };
}

/** Parses the folder. @param trusted Hashes of trusted texts; null where trust does not matter. */
async function parseFolder(
  project: string,
  trusted: ReadonlySet<string> | null,
): Promise<FolderContent & { readonly parsed: ReadonlyMap<string, Template> }> {
  const { files, problems } = readFolder(project);
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
    if (!TEMPLATE_NAMES.some((each) => each === name)) {
      const near = nearestName(name, TEMPLATE_NAMES);
      const hint = near === null ? `known: ${TEMPLATE_NAMES.join(", ")}` : `meant "${near}"?`;
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
