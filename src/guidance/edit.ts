/**
 * Changes the guidance in the configuration file; other keys, entries and fields stay. A hook loads
 * it only if it has something to record.
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
 * Changes the guidance of a project. Takes the project's lock, so the caller must not hold it.
 *
 * @throws {RalphError} The file cannot be read, locked or written, or its guidance is not valid.
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

interface NewItem extends Pick<GuidanceItem, "text" | "loop" | "expiresAtMs" | "isOnce"> {
  readonly nowMs: number;
}

/** The guidance of a file while it is edited. */
export class GuidanceDraft {
  readonly #original: Readonly<Record<string, unknown>>;
  readonly #lists: Record<GuidanceList, readonly unknown[]>;
  readonly #metas: Record<GuidanceList, Map<string, ItemMeta>>;
  #givenAtMs: number | null = null;

  /** The guidance as it is in the file. */
  readonly guidance: Guidance;

  /**
   * Reads the guidance of a file.
   *
   * @throws {ConfigError} The guidance is not valid, so an edit could lose parts of it.
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
    const original = config["guidance"];
    this.#original = isObject(original) ? original : {};
    this.#lists = { encouraged: this.#raw("encouraged"), forbidden: this.#raw("forbidden") };
    this.#metas = { encouraged: new Map(), forbidden: new Map() };
    for (const list of GUIDANCE_LISTS) {
      for (const item of guidance[list]) this.#metas[list].set(item.text, this.#pin(list, item));
    }
  }

  texts(list: GuidanceList): string[] {
    return this.#lists[list].filter((text) => typeof text === "string")
      .filter((text) => text.trim() !== "");
  }

  /**
   * Adds an item at the end. If the list has the text already, ignoring case and spacing, the item keeps
   * its place and wording, and gets the new time, loop and expiry.
   *
   * @returns The text in the list, and whether it is new.
   * @throws {ConfigError} The list is full.
   */
  add(list: GuidanceList, item: NewItem): { text: string; isNew: boolean } {
    const key = itemKey(item.text);
    const present = this.texts(list).find((text) => itemKey(text) === key);
    const text = present ?? item.text;
    if (present === undefined && this.#lists[list].length >= MOST_ITEMS) {
      throw new ConfigError(
        `The ${list} list has ${MOST_ITEMS} texts already, which is the maximum`,
        {
          hint: "Remove some first: 'ralph encourage --clear' or 'ralph forbid --clear'.",
        },
      );
    }
    if (present === undefined) this.#lists[list] = [...this.#lists[list], text];
    this.#metas[list].set(text, {
      at: renderExactInstant(item.nowMs),
      loop: item.loop,
      ...(item.expiresAtMs === null ? {} : { expires: renderInstant(item.expiresAtMs) }),
      ...(item.isOnce ? { once: true } : {}),
    });
    this.#givenAtMs = item.nowMs;
    return { text, isNew: present === undefined };
  }

  /** Removes texts, exactly as they are in the list. */
  remove(list: GuidanceList, texts: readonly string[]): void {
    const gone = new Set<unknown>(texts);
    this.#lists[list] = this.#lists[list].filter((text) => !gone.has(text));
    for (const text of texts) this.#metas[list].delete(text);
  }

  /** Sets fields of ralph's data about a text in the list; other fields stay. */
  mark(list: GuidanceList, text: string, fields: ItemMeta): void {
    const meta = this.#metas[list].get(text);
    if (meta !== undefined) this.#metas[list].set(text, { ...meta, ...fields });
  }

  /** Removes a text that is for one continuation only; marks any other text. */
  deliver(list: GuidanceList, text: string, fields: ItemMeta): void {
    if (this.#metas[list].get(text)?.["once"] === true) this.remove(list, [text]);
    else this.mark(list, text, fields);
  }

  /** Returns the edits that bring the file to this state; empty if nothing changed. */
  edits(): ConfigEdit[] {
    const { meta: present = {}, timestamp } = this.#original;
    const state = {
      ...this.#lists,
      timestamp: this.#givenAtMs === null ? timestamp : renderInstant(this.#givenAtMs),
      meta: { ...isObject(present) ? present : {}, ...this.#metaObject() },
    };
    const blank = { encouraged: [], forbidden: [], meta: { encouraged: {}, forbidden: {} } };
    const differing = (from: Readonly<Record<string, unknown>>) =>
      Object.entries(state).filter(([key, value]) => !isSame(value, from[key]));
    if (differing({ ...blank, ...this.#original }).length === 0) return [];
    return differing(this.#original).map(([key, value]) => ({ path: ["guidance", key], value }));
  }

  #raw(list: GuidanceList): readonly unknown[] {
    const entries = this.#original[list];
    return Array.isArray(entries) ? entries : [];
  }

  /**
   * Returns a text's own data, and makes it if there is none: a text without data has the time of the
   * whole guidance, so the next change would make it fresh again.
   */
  #pin(list: GuidanceList, item: GuidanceItem): ItemMeta {
    const at = item.givenAtMs === null ? null : renderExactInstant(item.givenAtMs);
    return metaOf(this.#original, list, item.text) ?? { at, loop: null };
  }

  /** Returns the data of the texts that are in the lists. Built from entries: a text may be `__proto__`. */
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
