/** Carries out `ralph encourage` and `ralph forbid`: show, add, remove, clear. */
import { UsageError } from "../../error.ts";
import { readGuidance } from "../../guidance/document.ts";
import { editGuidance, type GuidanceDraft } from "../../guidance/edit.ts";
import { type GuidanceList, itemKey } from "../../guidance/item.ts";
import { renderItem, type ShownItem, shownItems } from "../../guidance/overview.ts";
import { noteCommand } from "../../lifecycle/command_note.ts";
import { activeRecord } from "../../lifecycle/loop.ts";
import { LARGEST_TEXT_BYTES } from "../../store/files/text_file.ts";
import { showLocalTime } from "../../text/instant.ts";
import { showText } from "../../text/show_text.ts";
import { SECOND_MS } from "../../text/time.ts";
import type { CommandContext } from "../core/context.ts";
import { type CommandDocument, show } from "../core/document.ts";
import type { Location } from "../core/locate.ts";

interface GuidanceEdit extends Location {
  readonly context: CommandContext;
  readonly list: GuidanceList;
}

interface AddOptions {
  readonly replaces: boolean;
  /** Seconds for which it applies; null if it applies until the loop ends. */
  readonly forSeconds: number | null;
  readonly isOnce: boolean;
}

/** Maximum length of a phrase in a message, in characters. */
const SHOWN_CHARACTERS = 200;

/** Half the size of the largest readable file, so that one phrase never makes the file unreadable. */
const LARGEST_PHRASE_BYTES = LARGEST_TEXT_BYTES / 2;

/** Shows the items of the list, each with whether it applies. */
export function showList(change: GuidanceEdit): CommandDocument {
  const { problems } = readGuidance(change.project);
  return report(change, { problems }, null, problems.map((problem) => `Warning: ${problem}`));
}

/** Adds a phrase to the list, or renews it, and shows the list. */
export async function addPhrase(
  change: GuidanceEdit,
  phrase: string,
  { replaces, forSeconds, isOnce }: AddOptions,
): Promise<CommandDocument> {
  const { context, list } = change;
  if (new TextEncoder().encode(phrase).length > LARGEST_PHRASE_BYTES) {
    throw new UsageError(`The phrase has more than ${LARGEST_PHRASE_BYTES} bytes`, {
      hint: "Write it to a file, and name the file in the phrase.",
    });
  }
  const nowMs = context.nowMs();
  const loop = activeRecord(change.places, change.project);
  let added = { text: phrase, isNew: true };
  let isOpposed = false;
  await edit(change, (draft) => {
    if (replaces) {
      const others = draft.texts(list).filter((text) => itemKey(text) !== itemKey(phrase));
      draft.remove(list, others);
    }
    added = draft.add(list, {
      text: phrase,
      nowMs,
      loop: loop?.id ?? null,
      expiresAtMs: forSeconds === null ? null : nowMs + forSeconds * SECOND_MS,
      isOnce,
    });
    const other = list === "encouraged" ? "forbidden" : "encouraged";
    isOpposed = draft.texts(other).some((text) => itemKey(text) === itemKey(phrase));
  });
  const shown = showText(added.text, SHOWN_CHARACTERS);
  const done = added.isNew
    ? `Added to ${list} list: ${shown}`
    : `Already in ${list} list, its time is renewed: ${shown}`;
  const sentence = replaces ? `${done} (alone)` : done;
  note(change, sentence);
  return report(change, { added: added.text, is_new: added.isNew }, sentence, [
    loop === null
      ? "No loop runs here: it is kept for a loop that starts within 24 hours."
      : "The agent reads it in its next turn.",
    ...isOpposed ? ["It is also in the other list: encouraged wins."] : [],
  ]);
}

/** A function that chooses the items to remove; throws if the request matches none. */
export type ChooseItems = (texts: readonly string[], list: GuidanceList) => readonly string[];

/** Removes the chosen items, and shows the list. */
export async function removeItems(
  change: GuidanceEdit,
  choose: ChooseItems,
): Promise<CommandDocument> {
  const { list } = change;
  let removed: readonly string[] = [];
  await edit(change, (draft) => {
    removed = choose(draft.texts(list), list);
    draft.remove(list, removed);
  });
  if (removed.length === 0) {
    return report(change, { removed }, `Nothing to do: the ${list} list is empty.`);
  }
  const lines = choose === chooseAll
    ? [`Cleared all ${list} items (${removed.length})`]
    : removed.map((text) => `Removed from ${list} list: ${showText(text, SHOWN_CHARACTERS)}`);
  note(change, lines.join("; "));
  return report(change, { removed }, lines.join("\n"));
}

/** Chooses all items. */
export const chooseAll: ChooseItems = (texts) => texts;

/**
 * Chooses items by their places, counted from 0 as in the earlier plugin.
 *
 * @param wanted Places, separated by commas.
 */
export function chooseByPlace(wanted: string): ChooseItems {
  const places = wanted.split(",").map((text) => text.trim());
  return (texts, list) => {
    const wrong = places.find((text) => !/^\d+$/.test(text) || Number(text) >= texts.length);
    if (wrong === undefined) return [...new Set(places.map((text) => texts[Number(text)] ?? ""))];
    throw new UsageError(`No item of the ${list} list is at place '${wrong}'`, {
      hint: texts.length === 0
        ? "The list is empty."
        : `Places are 0 to ${texts.length - 1}; --remove takes the numbers of --list.`,
    });
  };
}

/**
 * Chooses items by their complete text, or else by their numbers in the list (`2` or `1,3`), or else
 * by a part of exactly one item.
 */
export function chooseByWords(wanted: string): ChooseItems {
  const key = itemKey(wanted);
  const shown = showText(wanted, SHOWN_CHARACTERS);
  return (texts, list) => {
    const same = texts.filter((text) => itemKey(text) === key);
    if (same.length > 0) return same;
    const numbers = /^\d{1,6}( ?, ?\d{1,6})*$/.test(key) ? key.split(",").map(Number) : null;
    const chosen = numbers ??
      texts.flatMap((text, index) => itemKey(text).includes(key) ? [index + 1] : []);
    if (numbers === null && chosen.length > 1) {
      throw new UsageError(`Several ${list} items contain "${shown}"`, {
        hint: `Name one by its number: ${chosen.join(", ")}.`,
      });
    }
    const found = chosen.flatMap((number) => texts[number - 1] ?? []);
    if (found.length > 0 && found.length === chosen.length) return found;
    throw new UsageError(`No ${list} item contains "${shown}"`, {
      hint: "The list has the items with their numbers:",
      again: ({ path }) => [...path, "--list"],
    });
  };
}

function edit(change: GuidanceEdit, work: (draft: GuidanceDraft) => void): Promise<unknown> {
  return editGuidance(change.places, change.project, work);
}

function note({ context, list, places, project }: GuidanceEdit, sentence: string): void {
  noteCommand(places, project, "guidance", {
    event: list === "encouraged" ? "encourage" : "forbid",
    sentence,
    nowMs: context.nowMs(),
  });
}

function report(
  { context, list, places, project }: GuidanceEdit,
  result: Readonly<Record<string, unknown>>,
  sentence: string | null,
  notes: readonly string[] = [],
): CommandDocument {
  const nowMs = context.nowMs();
  const items = shownItems(readGuidance(project), activeRecord(places, project), nowMs)
    .filter((item) => item.list === list);
  return show(
    { list, ...result, items },
    () => [...sentence === null ? [] : [sentence], renderList(list, items, nowMs)].join("\n"),
    { notes },
  );
}

function renderList(list: GuidanceList, items: readonly ShownItem[], nowMs: number): string {
  if (items.length === 0) return `Current ${list} items: none`;
  const showTime = (instant: string) => showLocalTime(Date.parse(instant), nowMs);
  return [
    `Current ${list} items:`,
    ...items.map((item) => `  ${renderItem(item, showTime)}`),
  ].join("\n");
}
