/**
 * A project's own templates: `.claude/ralph-templates/NAME.md` replaces ralph's template of the same
 * name once its text is trusted. Hooks read only what was parsed when trust was given.
 */
import { attempt } from "../error.ts";
import { join } from "../system/path.ts";
import { namesIn } from "../store/files/presence.ts";
import { readProjectText } from "../store/files/project_text.ts";
import type { TextRead } from "../store/files/text_file.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { PROJECT_FILES } from "../store/project_files.ts";
import { RecordFile } from "../store/records/json_record.ts";
import { object, text } from "../store/records/shape.ts";
import { hashContent, listTrusted } from "../store/trust.ts";
import type { StandIns } from "./interpret.ts";
import type { Template } from "./template.ts";

/** A project's trusted templates (`docs/templates.md`). */
export interface ProjectTemplates extends StandIns {
  /** The reasons that templates were left out, a sentence each, the same at each event. */
  readonly problems: readonly string[];
}

/** The folder as messages show it. */
export const TEMPLATES_FOLDER = `.claude/${PROJECT_FILES.templatesDir.name}`;

/**
 * A prompt has at most 10,000 characters, and nunjucks' parser takes quadratic time for white space:
 * 0.1 s for this much.
 */
const LARGEST_TEMPLATE_BYTES = 16 * 1024;

/** Further files of the folder are ignored. */
const MOST_FILES = 200;

/** A template as JSON. The first version had `template`, whose parts were objects. */
const ParsedShape = object({ statements: text });

/** Opens a project's own templates; null if it has none. */
export async function openTemplates(
  places: Places,
  project: string,
): Promise<ProjectTemplates | null> {
  const names = listTemplates(project);
  if (names.length === 0) return null;
  const entries = listTrusted(places).filter((entry) => entry.project === project);
  const trusted = new Set(entries.map(({ hash }) => hash));
  const parsed = new Map<string, Template>();
  const problems: string[] = [];
  for (const name of names) {
    const template = await readParsed(places, trusted, readTemplate(project, name));
    if (template === "unparsed") {
      problems.push(
        `${TEMPLATES_FOLDER}/${name} is not used in this turn, ralph's own is: you trusted it ` +
          "before this ralph was installed, which reads it now",
      );
    } else if (template !== null) parsed.set(name, template);
    else {
      problems.push(
        `${TEMPLATES_FOLDER}/${name.slice(0, 100)} is not used, ralph's own is: it is new, was ` +
          "changed or cannot be used. `ralph doctor` says why. Read it, then trust it with " +
          "`ralph start --trust`",
      );
    }
  }
  return {
    problems,
    find: (name) => parsed.get(name) ?? null,
    refuse: (name, why) => {
      parsed.delete(name);
      const sentence = describeBroken(name, why);
      if (!problems.includes(sentence)) problems.push(sentence);
    },
  };
}

/** Reads a template; `unparsed` if its text is trusted, but its parsed form is missing. */
async function readParsed(
  places: Places,
  trusted: ReadonlySet<string>,
  read: TextRead,
): Promise<Template | "unparsed" | null> {
  if (read.kind !== "text") return null;
  const hash = await hashContent("template", read.text);
  if (!trusted.has(hash)) return null;
  const json = parsedFile(places, hash).readOr(null)?.statements;
  return json === undefined ? "unparsed" : attempt(() => JSON.parse(json));
}

/** Names the Markdown files of the folder, sorted. */
export function listTemplates(project: string): string[] {
  const { templatesDir } = projectPlaces(project);
  return namesIn(templatesDir).filter((name) => name.endsWith(".md")).slice(0, MOST_FILES).sort();
}

/** Reads the text of a file in the folder. */
export function readTemplate(project: string, name: string): TextRead {
  const { templatesDir } = projectPlaces(project);
  return readProjectText(project, join(templatesDir, name), LARGEST_TEMPLATE_BYTES);
}

/** Describes a broken template, shortened: the parser may quote half of it. */
export function describeBroken(name: string, why: string): string {
  return `${TEMPLATES_FOLDER}/${name} cannot be rendered, ralph's own is used: ${
    why.slice(0, 300)
  }`;
}

/** Returns the file with the statements of a template, as JSON, by the hash of its text. */
export function parsedFile({ ralphHome }: Pick<Places, "ralphHome">, hash: string) {
  const path = join(ralphHome, "templates", `${hash}.json`);
  return new RecordFile(path, { version: 2, schema: ParsedShape });
}
