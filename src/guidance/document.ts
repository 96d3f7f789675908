/**
 * `guidance` in `ralph-config.json`, read: arrays of strings, with ralph's data beside them.
 *
 * ```json
 * { "encouraged": ["a"], "forbidden": [], "timestamp": "2026-01-02T03:04:05Z",
 *   "meta": { "encouraged": { "a": { "at": "2026-01-02T03:04:05Z", "loop": null } } } }
 * ```
 *
 * @module
 */
import { isObject } from "../store/records/json_record.ts";
import { showValue } from "../store/settings/value.ts";
import {
  type Guidance,
  GUIDANCE_LISTS,
  type GuidanceItem,
  type GuidanceList,
  MOST_ITEMS,
} from "./item.ts";
import { parseInstant } from "../text/instant.ts";

/** What stands beside one text; fields that others added are kept. */
export type ItemMeta = Readonly<Record<string, unknown>>;

/**
 * The guidance in a configuration's object. Never throws: what cannot be used is a problem.
 *
 * @param config the file's object
 * @returns both lists in the order of entry; blank texts are left out
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
    const found = guidance[name] ?? [];
    if (!Array.isArray(found)) {
      problems.push(`"guidance.${name}" should be a list of texts, and is ${showValue(found)}`);
      return [];
    }
    if (found.length > MOST_ITEMS) {
      problems.push(
        `"guidance.${name}" should be at most ${MOST_ITEMS} texts, and has ${found.length}: ` +
          "none of them is used",
      );
      return [];
    }
    const texts = found.filter((text) => typeof text === "string");
    const strange = found.length - texts.length;
    if (strange > 0) problems.push(`"guidance.${name}" has ${strange} entries that are not text`);
    return texts
      .filter((text) => text.trim() !== "")
      .map((text) => itemOf(text, metaOf(guidance, name, text), timestamp));
  };
  const [encouraged, forbidden] = GUIDANCE_LISTS.map(list);
  return { encouraged: encouraged ?? [], forbidden: forbidden ?? [], problems };
}

/**
 * Our data on one text.
 *
 * @param guidance the object under `guidance`
 * @param list which list the text stands in
 * @param text the text, exactly
 * @returns its data; null where nobody wrote any, or something else stands there
 */
export function metaOf(
  guidance: Readonly<Record<string, unknown>>,
  list: GuidanceList,
  text: string,
): ItemMeta | null {
  const lists = guidance["meta"];
  const metas = isObject(lists) ? lists[list] : null;
  // A text may be "__proto__": only what the file holds itself counts.
  const meta = isObject(metas) && Object.hasOwn(metas, text) ? metas[text] : null;
  return isObject(meta) ? meta : null;
}

/** A text without data takes the time of the whole. */
function itemOf(text: string, meta: ItemMeta | null, timestamp: number | null): GuidanceItem {
  if (meta === null) {
    return {
      text,
      givenAtMs: timestamp,
      loop: null,
      expiresAtMs: null,
      isOnce: false,
      deliveredAtMs: null,
    };
  }
  const loop = meta["loop"];
  return {
    text,
    givenAtMs: parseInstant(meta["at"]),
    loop: typeof loop === "string" && loop !== "" ? loop : null,
    expiresAtMs: parseInstant(meta["expires"]),
    isOnce: meta["once"] === true,
    deliveredAtMs: parseInstant(meta["delivered"]),
  };
}
