/**
 * `guidance` in `ralph-config.json`, read: arrays of strings, with ralph's data beside them. Fit for
 * hooks: bounded, never throws.
 *
 * ```json
 * { "encouraged": ["a"], "forbidden": [], "timestamp": "2026-01-02T03:04:05Z",
 *   "meta": { "encouraged": { "a": { "at": "2026-01-02T03:04:05Z", "loop": null } } } }
 * ```
 *
 * @module
 */
import { parseJson } from "../store/files/json_text.ts";
import { readText } from "../store/files/text_file.ts";
import { projectPlaces } from "../store/places.ts";
import { findWayOut } from "../store/project.ts";
import { isObject } from "../store/records/json_record.ts";
import { showValue } from "../store/settings/value.ts";
import { parseInstant } from "../text/instant.ts";
import { type Guidance, type GuidanceItem, type GuidanceList, MOST_ITEMS } from "./item.ts";

/** Ralph's data beside one text; fields that others added are kept. */
export type ItemMeta = Readonly<Record<string, unknown>>;

/**
 * Reads the guidance of a project from its configuration file.
 *
 * @param project The resolved path of the project's root.
 * @returns The guidance; empty with a problem where the file cannot be used.
 */
export function readGuidance(project: string): Guidance {
  const path = projectPlaces(project).config;
  // Another file's words are not what the user said of this project.
  const wayOut = findWayOut(project, path);
  if (wayOut !== null) return unusable(`it is a link that leads out of the project, to ${wayOut}`);
  const read = readText(path);
  if (read.kind === "absent") return guidanceOf({});
  const json = read.kind === "unreadable" ? { ...read, line: null } : parseJson(read.text);
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
 * Reads the guidance in a configuration's object.
 *
 * @param config The file's object.
 * @returns Both lists in the order of entry, without blank texts; what cannot be used is a problem.
 */
export function guidanceOf(config: Readonly<Record<string, unknown>>): Guidance {
  const value = Object.hasOwn(config, "guidance") ? config["guidance"] : undefined;
  const problems: string[] = [];
  if (value !== undefined && !isObject(value)) {
    problems.push(`"guidance" should be an object, and is ${showValue(value)}`);
  }
  const guidance = isObject(value) ? value : {};
  const timestamp = parseInstant(guidance["timestamp"]);
  const list = (name: GuidanceList): GuidanceItem[] => {
    const entries = guidance[name] ?? [];
    if (!Array.isArray(entries)) {
      problems.push(`"guidance.${name}" should be a list of texts, and is ${showValue(entries)}`);
      return [];
    }
    if (entries.length > MOST_ITEMS) {
      problems.push(
        `"guidance.${name}" should be at most ${MOST_ITEMS} texts, and has ${entries.length}: ` +
          "none of them is used",
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
 * Reads ralph's data on one text.
 *
 * @param guidance The object under `guidance`.
 * @param list The list that contains the text.
 * @param text The text, exactly.
 * @returns The data; null where there are none, or the file has something else in their place.
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

/** A text without data takes the time of the whole. */
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
