/**
 * Reads the guidance of a project from its configuration file. Fit for hooks: bounded, no throw.
 *
 * @module
 */
import { isObject } from "../store/records/json_record.ts";
import { parseJson } from "../store/files/json_text.ts";
import { projectPlaces } from "../store/places.ts";
import { findWayOut } from "../store/project.ts";
import { readText } from "../store/files/text_file.ts";
import { guidanceOf } from "./document.ts";
import { type Guidance, NO_GUIDANCE } from "./item.ts";

/**
 * The guidance of a project.
 *
 * @param project the resolved path of the project's root
 * @returns the guidance; a file that cannot be used is none, and a problem
 */
export function readGuidance(project: string): Guidance {
  const path = projectPlaces(project).config;
  // Another file's words are not what the user said of this project.
  const wayOut = findWayOut(project, path);
  if (wayOut !== null) return problem(`it is a link that leads out of the project, to ${wayOut}`);
  const read = readText(path);
  if (read.kind === "absent") return NO_GUIDANCE;
  const json = read.kind === "unreadable" ? { ...read, line: null } : parseJson(read.text);
  if (json.kind !== "ok") {
    const where = json.line === null ? "" : ` (line ${json.line})`;
    return problem(`it cannot be read: ${json.why}${where}`);
  }
  return isObject(json.value)
    ? guidanceOf(json.value)
    : problem("it does not contain a JSON object");
}

function problem(why: string): Guidance {
  return { ...NO_GUIDANCE, problems: [`.claude/ralph-config.json: ${why}`] };
}
