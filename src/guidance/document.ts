/**
 * Reads `guidance` in `ralph-config.json`: arrays of strings, with ralph's data next to them. Hooks use it
 * too, so it is bounded and never throws.
 *
 * ```json
 * { "encouraged": ["a"], "forbidden": [], "timestamp": "2026-01-02T03:04:05Z",
 *   "meta": { "encouraged": { "a": { "at": "2026-01-02T03:04:05Z", "loop": null } } } }
 * ```
 */
import { NO_PLACE, parseJson } from "../store/files/json_text.ts";
import { readProjectText } from "../store/files/project_text.ts";
import { findTracked } from "../ideas/tree/git_index.ts";
import { projectPlaces } from "../store/places.ts";
import { PROJECT_FILES } from "../store/project_files.ts";
import { isObject } from "../store/records/json_record.ts";
import { showValue } from "../store/settings/value.ts";
import { parseInstant } from "../text/instant.ts";
import { type Guidance, type GuidanceItem, type GuidanceList, MOST_ITEMS } from "./item.ts";

/** ralph's data about one text; fields that others added are kept. */
export type ItemMeta = Readonly<Record<string, unknown>>;

/** The configuration file, from the project's root. */
export const PROJECT_CONFIG = `.claude/${PROJECT_FILES.config.name}`;

/** Checks whether git tracks the project's configuration, without starting a program, as hooks need. */
export function isConfigTracked(project: string): boolean {
  return findTracked(project, [PROJECT_CONFIG]).length > 0;
}

/**
 * Reads the guidance of a project from its configuration file.
 *
 * @returns The guidance; empty with a problem if the file cannot be used.
 */
export function readGuidance(project: string): Guidance {
  const path = projectPlaces(project).config;
  const read = readProjectText(project, path);
  if (read.kind === "absent") return guidanceOf({});
  const json = read.kind === "unreadable" ? { ...read, ...NO_PLACE } : parseJson(read.text);
  if (json.kind !== "ok") {
    const where = json.line === null ? "" : ` (line ${json.line})`;
    return unusable(`it cannot be read: ${json.why}${where}`);
  }
  return isObject(json.value)
    ? guidanceOf(json.value)
    : unusable("it does not contain a JSON object");
}

function unusable(why: string): Guidance {
  return { ...guidanceOf({}), problems: [`.claude/ralph-config.json: ${why}`] };
}

/**
 * Reads the guidance from the object of a configuration file.
 *
 * @returns Both lists in the order of entry, without blank texts, and a problem for each entry that
 * cannot be used.
 */
export function guidanceOf(config: Readonly<Record<string, unknown>>): Guidance {
  const value = Object.hasOwn(config, "guidance") ? config["guidance"] : undefined;
  const problems: string[] = [];
  if (value !== undefined && !isObject(value)) {
    problems.push(`"guidance" should be an object, found ${showValue(value)}`);
  }
  const guidance = isObject(value) ? value : {};
  const timestamp = parseInstant(guidance["timestamp"]);
  const list = (name: GuidanceList): GuidanceItem[] => {
    const entries = guidance[name] ?? [];
    if (!Array.isArray(entries)) {
      problems.push(`"guidance.${name}" should be a list of texts, found ${showValue(entries)}`);
      return [];
    }
    if (entries.length > MOST_ITEMS) {
      problems.push(
        `"guidance.${name}" should be at most ${MOST_ITEMS} texts, and has ${entries.length}: ` +
          "all are ignored",
      );
      return [];
    }
    const texts = entries.filter((text) => typeof text === "string");
    const others = entries.length - texts.length;
    if (others > 0) problems.push(`"guidance.${name}" has ${others} entries that are not text`);
    return texts
      .filter((text) => text.trim() !== "")
      .map((text) => itemOf(text, metaOf(guidance, name, text), timestamp));
  };
  return { encouraged: list("encouraged"), forbidden: list("forbidden"), problems };
}

/**
 * Reads ralph's data about one text.
 *
 * @param guidance The object under `guidance`.
 * @returns Null if there is no data, or it is not an object.
 */
export function metaOf(
  guidance: Readonly<Record<string, unknown>>,
  list: GuidanceList,
  text: string,
): ItemMeta | null {
  const lists = guidance["meta"];
  const metas = isObject(lists) ? lists[list] : null;
  // A text may be "__proto__": only what the file itself contains counts.
  const meta = isObject(metas) && Object.hasOwn(metas, text) ? metas[text] : null;
  return isObject(meta) ? meta : null;
}

/** Makes an item; a text without data has the time of the whole guidance. */
function itemOf(text: string, meta: ItemMeta | null, timestamp: number | null): GuidanceItem {
  const loop = meta?.["loop"];
  return {
    text,
    givenAtMs: meta === null ? timestamp : parseInstant(meta["at"]),
    loop: typeof loop === "string" && loop !== "" ? loop : null,
    expiresAtMs: parseInstant(meta?.["expires"]),
    isOnce: meta?.["once"] === true,
    deliveredAtMs: parseInstant(meta?.["delivered"]),
  };
}
