/** Reads the knowledge from disk, and changes it under the project's lock. Unknown keys are kept. */
import { PROJECT_FILES } from "../../store/project_files.ts";
import { renewCopy } from "../../store/records/project_marks.ts";
import { messageOf, StateError } from "../../error.ts";
import { parseJson } from "../../store/files/json_text.ts";
import { withLock } from "../../store/files/lock.ts";
import { readText } from "../../store/files/text_file.ts";
import { type Places, projectLock, projectPlaces } from "../../store/places.ts";
import { foreignClaudeFolder } from "../../store/project.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { isObject, RecordFile } from "../../store/records/json_record.ts";
import { blankKnowledge, KNOWLEDGE, type Knowledge } from "./knowledge.ts";

/**
 * Reads the knowledge of a project.
 *
 * @returns Blank knowledge if the file is missing or cannot be read.
 */
export function readKnowledge(project: string) {
  let problem: string | null = null;
  const knowledge = fileOf(project).readOr(blankKnowledge(), (why) => problem = why);
  return { knowledge, problem };
}

/**
 * Changes the knowledge under the project's lock; a file that cannot be read is set aside first.
 *
 * @param change Makes the new knowledge; returns the same object for no change.
 * @returns Whether it was saved; a file of a later version of ralph is not changed.
 */
export function changeKnowledge(
  places: Places,
  project: string,
  change: (knowledge: Knowledge) => Knowledge,
) {
  const said: string[] = [];
  try {
    withLock(projectLock(places, project), {}, () => {
      const foreign = foreignClaudeFolder(project);
      if (foreign !== null) {
        throw new StateError(`.claude leads out of the project, to ${foreign}`);
      }
      const file = fileOf(project);
      const current = file.readOrSetAside((sentence) => said.push(sentence)) ?? blankKnowledge();
      const after = change(current);
      if (after === current) return;
      const text = `${JSON.stringify(withForeignKeys(file, after), null, 2)}\n`;
      writeAtomic(file.path, text, { folderMode: 0o777 });
      renewCopy(places, project, PROJECT_FILES.knowledge.name);
    });
    return { isKept: true, said };
  } catch (error) {
    const why = messageOf(error);
    return { isKept: false, said: [`what exploration learned cannot be saved: ${why}`] };
  }
}

function fileOf(project: string): RecordFile<Knowledge> {
  return new RecordFile(projectPlaces(project).knowledge, KNOWLEDGE);
}

/** Keeps the keys of other programs and later versions of ralph. */
function withForeignKeys(file: RecordFile<Knowledge>, knowledge: Knowledge): object {
  const read = readText(file.path);
  const json = read.kind === "text" ? parseJson(read.text) : null;
  const foreign = json?.kind === "ok" && isObject(json.value) ? json.value : {};
  return Object.assign(foreign, file.documentOf(knowledge));
}
