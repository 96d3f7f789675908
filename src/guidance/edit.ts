/**
 * Changes of the guidance in the configuration file; the file's other keys, foreign entries of the
 * lists and foreign fields of ralph's data stay. Not on the hot path: a hook loads it where it has
 * something to note.
 *
 * @module
 */
import { ConfigError } from "../error.ts";
import type { Places } from "../store/places.ts";
import { isObject } from "../store/records/json_record.ts";
import {
  type ConfigEdit,
  type ConfigObject,
  configTarget,
  editConfig,
} from "../store/settings/config_file.ts";
import { guidanceOf, type ItemMeta, metaOf } from "./document.ts";
import {
  type Guidance,
  GUIDANCE_LISTS,
  type GuidanceItem,
  type GuidanceList,
  itemKey,
  MOST_ITEMS,
} from "./item.ts";
import { renderExactInstant, renderInstant } from "../text/instant.ts";

/**
 * Changes the guidance of a project. Takes the project's lock: not to be called while it is held.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @param work Changes the draft.
 * @throws {RalphError} The file cannot be read, locked or written, or its guidance has another shape.
 */
export async function editGuidance(
  places: Places,
  project: string,
  work: (draft: GuidanceDraft) => void,
): Promise<void> {
  await editConfig(configTarget(places, project), (config) => {
    const draft = new GuidanceDraft(config);
    work(draft);
    return draft.edits();
  });
}

/** What belongs to a new item. */
export interface NewItem {
  readonly text: string;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** The loop that lives; null where there is none. */
  readonly loop: string | null;
  /** Unix milliseconds; null where it applies until the loop ends. */
  readonly expiresAtMs: number | null;
  readonly isOnce: boolean;
}

/** The guidance of a file while it is changed. */
export class GuidanceDraft {
  readonly #before: Readonly<Record<string, unknown>>;
  readonly #lists: Record<GuidanceList, readonly unknown[]>;
  readonly #metas: Record<GuidanceList, Map<string, ItemMeta>>;
  #givenAtMs: number | null = null;

  /** The guidance as it is in the file. */
  readonly guidance: Guidance;

  /**
   * @param config The file's object.
   * @throws {ConfigError} The guidance in it has another shape: nothing of it is to be lost.
   */
  constructor(config: ConfigObject) {
    const guidance = guidanceOf(config);
    this.guidance = guidance;
    const fault = guidance.problems.find((problem) => problem.includes(" should be "));
    if (fault !== undefined) {
      throw new ConfigError(`The guidance cannot be changed: ${fault}`, {
        hint: "Correct .claude/ralph-config.json, or remove that key; nothing was changed.",
      });
    }
    const before = config["guidance"];
    this.#before = isObject(before) ? before : {};
    this.#lists = { encouraged: this.#raw("encouraged"), forbidden: this.#raw("forbidden") };
    this.#metas = { encouraged: new Map(), forbidden: new Map() };
    for (const list of GUIDANCE_LISTS) {
      for (const item of guidance[list]) this.#metas[list].set(item.text, this.#pin(list, item));
    }
  }

  /** The texts of a list, in the order of entry. */
  texts(list: GuidanceList): string[] {
    return this.#lists[list].filter((text) => typeof text === "string")
      .filter((text) => text.trim() !== "");
  }

  /**
   * Adds an item at the end. The same item in other case or spacing keeps its place and its wording
   * and gets the new one's time, loop and end.
   *
   * @returns The text in the list, and whether it is new.
   * @throws {ConfigError} The list is full.
   */
  add(list: GuidanceList, item: NewItem): { text: string; isNew: boolean } {
    const key = itemKey(item.text);
    const known = this.texts(list).find((text) => itemKey(text) === key);
    const text = known ?? item.text;
    if (known === undefined && this.#lists[list].length >= MOST_ITEMS) {
      throw new ConfigError(`There are ${MOST_ITEMS} ${list} texts already, which is the most`, {
        hint: "Remove some first: 'ralph encourage --clear' or 'ralph forbid --clear'.",
      });
    }
    if (known === undefined) this.#lists[list] = [...this.#lists[list], text];
    this.#metas[list].set(text, {
      at: renderExactInstant(item.nowMs),
      loop: item.loop,
      ...(item.expiresAtMs === null ? {} : { expires: renderInstant(item.expiresAtMs) }),
      ...(item.isOnce ? { once: true } : {}),
    });
    this.#givenAtMs = item.nowMs;
    return { text, isNew: known === undefined };
  }

  /** Removes texts, exactly as they are in the list. */
  remove(list: GuidanceList, texts: readonly string[]): void {
    const gone = new Set<unknown>(texts);
    this.#lists[list] = this.#lists[list].filter((text) => !gone.has(text));
    for (const text of texts) this.#metas[list].delete(text);
  }

  /** Sets fields of ralph's data on a text in the list; other fields stay. */
  mark(list: GuidanceList, text: string, fields: ItemMeta): void {
    const meta = this.#metas[list].get(text);
    if (meta !== undefined) this.#metas[list].set(text, { ...meta, ...fields });
  }

  /** Removes a text that is for one continuation only; marks any other with the fields. */
  deliver(list: GuidanceList, text: string, fields: ItemMeta): void {
    if (this.#metas[list].get(text)?.["once"] === true) this.remove(list, [text]);
    else this.mark(list, text, fields);
  }

  /** The edits that bring the file to this state; none where nothing changed. */
  edits(): ConfigEdit[] {
    const { meta: found, timestamp } = this.#before;
    const foreign = isObject(found) ? found : {};
    const meta = { ...foreign, ...this.#metaObject() };
    const isSameMeta = isSame(meta, found ?? { encouraged: {}, forbidden: {} });
    const wanted = {
      ...this.#lists,
      timestamp: this.#givenAtMs === null ? timestamp : renderInstant(this.#givenAtMs),
    };
    const differs = (key: string, value: unknown) => !isSame(value, this.#before[key]);
    const isSameRest = Object.entries(wanted).every(([key, value]) =>
      !differs(key, value) || (this.#before[key] === undefined && isSame(value, []))
    );
    if (isSameRest && isSameMeta) return [];
    return [
      ...Object.entries(wanted)
        .filter(([key, value]) => differs(key, value))
        .map(([key, value]) => ({ path: ["guidance", key], value })),
      ...(isSameMeta ? [] : [{ path: ["guidance", "meta"], value: meta }]),
    ];
  }

  #raw(list: GuidanceList): readonly unknown[] {
    const found = this.#before[list];
    return Array.isArray(found) ? found : [];
  }

  /**
   * Every text gets data of its own: a text without any takes the time of the whole, and would
   * become fresh again as soon as that one moves on.
   */
  #pin(list: GuidanceList, item: GuidanceItem): ItemMeta {
    const at = item.givenAtMs === null ? null : renderExactInstant(item.givenAtMs);
    return metaOf(this.#before, list, item.text) ?? { at, loop: null };
  }

  /** From entries, since a text may be `__proto__`. */
  #metaObject(): Record<GuidanceList, Record<string, ItemMeta>> {
    const ofList = (list: GuidanceList) => {
      const texts = new Set(this.texts(list));
      return Object.fromEntries([...this.#metas[list]].filter(([text]) => texts.has(text)));
    };
    return { encouraged: ofList("encouraged"), forbidden: ofList("forbidden") };
  }
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
