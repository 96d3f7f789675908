/** Changes configuration files, and keeps unknown keys and formatting. Not for hooks. */
import { dirname } from "../../system/path.ts";
import { writeAtomic } from "../files/atomic_file.ts";
import { ConfigError } from "../../error.ts";
import { isObject } from "../records/json_record.ts";
import { parseJson } from "../files/json_text.ts";
import { withLock } from "../files/lock.ts";
import { type Places, projectLock, projectPlaces, sharedLock } from "../places.ts";
import { isThere } from "../files/presence.ts";
import { resolveLinks } from "../project.ts";
import { readText } from "../files/text_file.ts";
import { PROJECT_FILES } from "../project_files.ts";
import { renewCopy } from "../records/project_marks.ts";

/** Long, since a person can wait, and twenty commands at once on a slow disk must all get the lock. */
const DEADLINE_MS = 20_000;

/** A configuration file that may be changed. */
export interface ConfigTarget {
  readonly path: string;
  readonly lockFile: string;
  /** The folder that a link in the path must not leave; null to allow any target. */
  readonly root: string | null;
  /** Called under the lock once the file is written. */
  readonly onWritten?: () => void;
}

/** One change: a value, or undefined to remove the key. */
export interface ConfigEdit {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The file's object as an edit receives it; `{}` if the file is missing. */
export type ConfigObject = Readonly<Record<string, unknown>>;

/**
 * Returns the file for a change, with its lock. Without a project, this is the file of the user's defaults.
 */
export function configTarget(places: Places, project: string | null): ConfigTarget {
  return project === null
    ? { path: places.globalConfig, lockFile: sharedLock(places, "config"), root: null }
    : {
      path: projectPlaces(project).config,
      lockFile: projectLock(places, project),
      root: project,
      // Otherwise a tool call that runs meanwhile would be blamed for the change.
      onWritten: () => renewCopy(places, project, PROJECT_FILES.config.name),
    };
}

/**
 * Changes a configuration file under its lock.
 *
 * @param decide Returns the changes, given the file's object.
 * @param onWrite Called with the file's text before it is written.
 * @returns The changes that were made; without any, the file is not touched.
 * @throws {ConfigError} If the file is not a JSON object, or a link leads out of the project.
 * @throws {LockError} If another ralph process has the lock.
 * @throws {StateError} If the file cannot be written.
 */
export async function editConfig(
  target: ConfigTarget,
  decide: (object: ConfigObject) => readonly ConfigEdit[],
  onWrite: (text: string) => void = () => {},
): Promise<readonly ConfigEdit[]> {
  const { applyEdits, modify } = await import("jsonc-parser");
  const read = () => {
    refuseForeignLink(target);
    const { text, object } = readConfig(target.path);
    return { text, edits: decide(object) };
  };
  // Checked before locking, which would create a file too.
  if (read().edits.length === 0) return [];
  return withLock(target.lockFile, { deadlineMs: DEADLINE_MS }, () => {
    const { text, edits } = read();
    if (edits.length === 0) return edits;
    onWrite(text);
    const formattingOptions = formattingOf(text);
    const changed = edits.reduce(
      (json, edit) =>
        applyEdits(json, modify(json, [...edit.path], edit.value, { formattingOptions })),
      text,
    );
    const complete = changed.endsWith("\n") ? changed : `${changed}\n`;
    const folderMode = target.root === null ? 0o700 : 0o777;
    const options = { followLinks: true, folderMode };
    writeAtomic(target.path, complete, options);
    target.onWritten?.();
    return edits;
  });
}

function readConfig(path: string): { text: string; object: ConfigObject } {
  const read = readText(path);
  if (read.kind === "absent") return { text: "{}\n", object: {} };
  const hint = `Correct "${path}" or move it away; nothing was changed.`;
  if (read.kind === "unreadable") {
    throw new ConfigError(`Cannot read "${path}": ${read.why}`, { hint });
  }
  const json = parseJson(read.text);
  if (json.kind === "broken") {
    const { line, column } = json;
    const place = line === null ? "" : `, line ${line}, column ${column}`;
    throw new ConfigError(`"${path}"${place}: the file is not JSON: ${json.why}`, { hint });
  }
  if (!isObject(json.value)) {
    throw new ConfigError(`"${path}" does not contain a JSON object`, { hint });
  }
  return { text: read.text, object: json.value };
}

/**
 * Refuses a link out of the project: a repository could link its configuration to any of the user's files.
 */
function refuseForeignLink({ path, root }: ConfigTarget): void {
  if (root === null) return;
  for (const place of [dirname(path), path]) {
    if (!isThere(place)) return;
    const real = resolveLinks(place);
    if (real === place || real.startsWith(`${root}/`)) continue;
    throw new ConfigError(`"${place}" is a link that leads out of the project, to "${real}"`, {
      hint: "Change that file itself, or replace the link.",
    });
  }
}

function formattingOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
