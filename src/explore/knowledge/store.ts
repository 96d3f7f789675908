/** The knowledge on disk: read, and changed under the project's lock. Foreign keys are kept. */
import { PROJECT_FILES } from "../../store/project_files.ts";
import { renewCopy } from "../../store/records/project_marks.ts";
import { messageOf } from "../../error.ts";
import { parseJson } from "../../store/files/json_text.ts";
import { tryWithLock } from "../../store/files/lock.ts";
import { setAside } from "../../store/files/set_aside.ts";
import { readText } from "../../store/files/text_file.ts";
import { type Places, projectLock, projectPlaces } from "../../store/places.ts";
import { foreignClaudeFolder } from "../../store/project.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { isObject, readRecord } from "../../store/records/json_record.ts";
import { writeAs } from "../../store/records/shape.ts";
import { blankKnowledge, KNOWLEDGE, type Knowledge } from "./knowledge.ts";

interface KnowledgeRead {
  readonly knowledge: Knowledge;
  /** One sentence; null where all is well. */
  readonly problem: string | null;
}

interface KnowledgeChange {
  readonly isKept: boolean;
  /** What was set aside, or could not be done, one sentence each. */
  readonly said: readonly string[];
}

/**
 * Reads the knowledge of a project.
 *
 * @param project The resolved path of the project's root.
 * @returns Blank knowledge where the file is missing or cannot be read.
 */
export function readKnowledge(project: string): KnowledgeRead {
  const read = readRecord(projectPlaces(project).knowledge, KNOWLEDGE);
  if (read.kind === "ok") return { knowledge: read.value, problem: null };
  const knowledge = blankKnowledge();
  switch (read.kind) {
    case "absent":
      return { knowledge, problem: null };
    case "newer":
      return {
        knowledge,
        problem: `ralph-knowledge.json is from a later ralph (version ${read.version}); ` +
          "it is not changed, and nothing is learned",
      };
    case "broken":
      return { knowledge, problem: `ralph-knowledge.json cannot be read: ${read.why}` };
  }
}

/**
 * Changes the knowledge under the project's lock; a file that cannot be read is set aside first.
 *
 * @param project The resolved path of the project's root.
 * @param change Makes the new knowledge; returns the same object for no change.
 * @returns Whether it was saved; a file of a later ralph is not changed.
 */
export function changeKnowledge(
  places: Places,
  project: string,
  change: (knowledge: Knowledge) => Knowledge,
): KnowledgeChange {
  try {
    const outcome = tryWithLock(
      projectLock(places, project),
      () => changeLocked(places, project, change),
    );
    if (outcome.kind === "done") return outcome.value;
    return notKept(outcome.kind === "busy" ? "another ralph has the lock" : outcome.why);
  } catch (error) {
    return notKept(messageOf(error));
  }
}

function notKept(why: string): KnowledgeChange {
  return { isKept: false, said: [`what exploration learned cannot be saved: ${why}`] };
}

function changeLocked(
  places: Places,
  project: string,
  change: (knowledge: Knowledge) => Knowledge,
): KnowledgeChange {
  const foreign = foreignClaudeFolder(project);
  if (foreign !== null) return notKept(`.claude leads out of the project, to ${foreign}`);
  const path = projectPlaces(project).knowledge;
  const read = readRecord(path, KNOWLEDGE);
  if (read.kind === "newer") return notKept(`a later ralph wrote it (version ${read.version})`);
  const said: string[] = [];
  if (read.kind === "broken") {
    const aside = setAside(path);
    if (aside.kind === "failed") {
      return notKept(`${path} cannot be read (${read.why}), nor set aside: ${aside.why}`);
    }
    if (aside.kind === "aside") {
      said.push(`ralph-knowledge.json cannot be read (${read.why}); it is now ${aside.path}`);
    }
  }
  const current = read.kind === "ok" ? read.value : blankKnowledge();
  const after = change(current);
  if (after === current) return { isKept: true, said };
  const text = `${JSON.stringify(withForeignKeys(path, after), null, 2)}\n`;
  const outcome = writeAtomic(path, text, { folderMode: 0o777 });
  if (outcome.kind === "failed") return notKept(outcome.why);
  renewCopy(places, project, PROJECT_FILES.knowledge.name);
  return { isKept: true, said };
}

/** Keeps the keys of other programs and later versions of ralph. */
function withForeignKeys(path: string, knowledge: Knowledge): object {
  const read = readText(path);
  const json = read.kind === "text" ? parseJson(read.text) : null;
  const foreign = json?.kind === "ok" && isObject(json.value) ? json.value : {};
  return Object.assign(foreign, writeAs(KNOWLEDGE.schema, knowledge));
}
