/** The user's adapters: files in `.claude/ralph-adapters/`, sorted by name. */
import { join } from "../../path/path.ts";
import { hash32 } from "../../store/files/file_name.ts";
import { type Places, projectPlaces } from "../../store/places.ts";
import { namesIn } from "../../store/files/presence.ts";
import { readProjectText } from "../../store/files/project_text.ts";
import {
  type AdapterForm,
  DEFAULT_REFRESH_SECONDS,
  DEFAULT_TIMEOUT_SECONDS,
  FORM_VERSION,
  NAME_PATTERN,
} from "./form.ts";
import { memoryPlace, recall, remember } from "../memory.ts";

/** Larger files are not adapters. */
const LARGEST_FORM_BYTES = 64 * 1024;
const YAML = /\.ya?ml$/i;
/** Other files in the folder: notes, hidden files, an editor's backups. */
const NO_ADAPTER = /^[._]|~$|\.(?:md|txt|bak|orig|swp)$/i;

/** A file of the user's adapters. */
export interface UserAdapterFile {
  /** From the project's root. */
  readonly file: string;
  /** The adapter's name; the file's name where it cannot be read. */
  readonly name: string;
  /** The adapter; null where the file cannot be used. */
  readonly form: AdapterForm | null;
  /** Faults, as sentences that name the file. */
  readonly problems: readonly string[];
}

/**
 * Reads the user's adapters; runs none of them.
 *
 * @param project The project's root, absolute.
 * @param places Where parsed files are cached, so that a hook loads no YAML parser; null for
 * nowhere.
 */
export async function listUserAdapters(
  project: string,
  places: Places | null,
): Promise<UserAdapterFile[]> {
  const dir = projectPlaces(project).adaptersDir;
  const files: UserAdapterFile[] = [];
  for (const fileName of namesIn(dir).sort()) {
    if (NO_ADAPTER.test(fileName)) continue;
    const file = `.claude/ralph-adapters/${fileName}`;
    const name = fileName.replace(/\.[^.]+$/, "");
    const read = YAML.test(fileName)
      ? await readYaml(project, places, file, name)
      : readProgram(join(dir, fileName), file, name);
    if (read === null) continue;
    const twin = files.find((other) => other.form !== null && other.name === read.form?.name);
    files.push(
      twin === undefined ? read : {
        ...read,
        form: null,
        problems: [`${file}: the name "${read.name}" is taken by ${twin.file}`],
      },
    );
  }
  return files;
}

async function readYaml(
  project: string,
  places: Places | null,
  file: string,
  name: string,
): Promise<UserAdapterFile> {
  const broken = (problems: readonly string[]) => ({
    file,
    name,
    form: null,
    problems: problems.map((problem) => `${file}: ${problem}`),
  });
  const read = readProjectText(project, join(project, file), LARGEST_FORM_BYTES);
  if (read.kind !== "text") return broken([read.kind === "absent" ? "it is gone" : read.why]);
  const { text } = read;
  const place = places === null ? null : memoryPlace(places, project, `form ${file}`);
  const madeBy = `${FORM_VERSION} ${text.length} ${hash32(text)}${hash32(`${text}~`)}`;
  const remembered = place === null ? null : recall<AdapterForm>(place, madeBy);
  if (remembered !== null) return { file, name: remembered.name, form: remembered, problems: [] };
  const { readForm } = await import("./read_form.ts");
  const parsed = await readForm(text, name);
  if (parsed.kind === "broken") return broken(parsed.problems);
  if (place !== null) remember(place, madeBy, parsed.form);
  return { file, name: parsed.form.name, form: parsed.form, problems: [] };
}

/** Null for a file that is not executable: a helper of another adapter. */
function readProgram(path: string, file: string, name: string): UserAdapterFile | null {
  try {
    const { isFile, mode } = Deno.statSync(path);
    const isProgram = mode !== null && (mode & 0o111) !== 0;
    if (!isFile || !isProgram) return null;
  } catch {
    return null;
  }
  if (!NAME_PATTERN.test(name)) {
    const problems = [`${file}: an adapter's name has only letters, digits, '.', '_' and '-'`];
    return { file, name, form: null, problems };
  }
  const program = {
    command: [`./${file}`],
    timeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
    refreshSeconds: DEFAULT_REFRESH_SECONDS,
  };
  const described = { detect: [], watch: [], metrics: null, rules: [], prompt: {} };
  return { file, name, form: { name, ...described, program, sessionMode: name }, problems: [] };
}
