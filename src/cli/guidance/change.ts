/** What `ralph encourage` and `ralph forbid` do: show, add, remove, clear. */
import { UsageError } from "../../error.ts";
import { readGuidance } from "../../guidance/document.ts";
import { editGuidance, type GuidanceDraft } from "../../guidance/edit.ts";
import { type GuidanceList, itemKey } from "../../guidance/item.ts";
import { renderItem, type ShownItem, shownItems } from "../../guidance/overview.ts";
import { noteGuidance } from "../../lifecycle/command_note.ts";
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
  /** Seconds for which it applies; null until the loop ends. */
  readonly forSeconds: number | null;
  readonly isOnce: boolean;
}

/** Longest phrase in a message, characters. */
const SHOWN_CHARACTERS = 200;

/** Half of the largest file that is read, so that a phrase never makes the file unreadable. */
const LARGEST_PHRASE_BYTES = LARGEST_TEXT_BYTES / 2;

/** Shows the items of the list, and whether each applies. */
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
      hint: "Write it into a file, and say in the phrase where that is.",
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
      : "The next continuation shows it.",
    ...isOpposed ? ["It is also in the other list: encouraged wins."] : [],
  ]);
}

/** Removes items by their words or numbers. */
export function removeItems(change: GuidanceEdit, wanted: string): Promise<CommandDocument> {
  return removeChosen(change, (texts) => {
    const choice = chooseItems(texts, wanted);
    if (choice.kind !== "texts") throw notChosen(change, wanted, choice);
    return choice.texts;
  });
}

/**
 * Removes items by their places, counted from 0 as the predecessor did.
 *
 * @param wanted Places, separated by commas.
 */
export function removeByIndex(change: GuidanceEdit, wanted: string): Promise<CommandDocument> {
  const places = wanted.split(",").map((text) => text.trim());
  return removeChosen(change, (texts) => {
    const wrong = places.find((text) => !/^\d+$/.test(text) || Number(text) >= texts.length);
    if (wrong === undefined) return [...new Set(places.map((text) => texts[Number(text)] ?? ""))];
    throw new UsageError(`No item of the ${change.list} list is at place '${wrong}'`, {
      hint: texts.length === 0
        ? "The list is empty."
        : `Places are 0 to ${texts.length - 1}; --remove takes the numbers of --list.`,
    });
  });
}

async function removeChosen(
  change: GuidanceEdit,
  choose: (texts: readonly string[]) => readonly string[],
): Promise<CommandDocument> {
  let removed: readonly string[] = [];
  await edit(change, (draft) => {
    removed = choose(draft.texts(change.list));
    draft.remove(change.list, removed);
  });
  const lines = removed.map((text) =>
    `Removed from ${change.list} list: ${showText(text, SHOWN_CHARACTERS)}`
  );
  note(change, lines.join("; "));
  return report(change, { removed }, lines.join("\n"));
}

/** Removes all items from the list. */
export async function clearList(change: GuidanceEdit): Promise<CommandDocument> {
  let removed: readonly string[] = [];
  await edit(change, (draft) => {
    removed = draft.texts(change.list);
    draft.remove(change.list, removed);
  });
  const sentence = removed.length === 0
    ? `Nothing to do: the ${change.list} list is empty.`
    : `Cleared all ${change.list} items (${removed.length}).`;
  if (removed.length > 0) note(change, sentence.slice(0, -1));
  return report(change, { removed }, sentence);
}

function edit(change: GuidanceEdit, work: (draft: GuidanceDraft) => void): Promise<unknown> {
  return editGuidance(change.places, change.project, work);
}

function note({ context, list, places, project }: GuidanceEdit, sentence: string): void {
  noteGuidance(places, project, {
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

function notChosen(
  change: GuidanceEdit,
  wanted: string,
  choice: { readonly kind: "none" } | {
    readonly kind: "several";
    readonly indexes: readonly number[];
  },
): UsageError {
  const shown = showText(wanted, SHOWN_CHARACTERS);
  if (choice.kind === "several") {
    return new UsageError(`Several ${change.list} items contain "${shown}"`, {
      hint: `Name one by its number: ${choice.indexes.join(", ")}.`,
    });
  }
  return new UsageError(`No ${change.list} item contains "${shown}"`, {
    hint: `'--list' shows the items with their numbers.`,
  });
}

type ItemChoice =
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  | { readonly kind: "none" }
  /** Several items contain the words. */
  | { readonly kind: "several"; readonly indexes: readonly number[] };

/**
 * Chooses items by their own words, else by numbers as the list shows them (`2` or `1,3`), else by a
 * part of exactly one item.
 */
function chooseItems(items: readonly string[], wanted: string): ItemChoice {
  const key = itemKey(wanted);
  const same = items.filter((text) => itemKey(text) === key);
  if (same.length > 0) return { kind: "texts", texts: same };
  if (/^\d{1,6}( ?, ?\d{1,6})*$/.test(key)) {
    const numbers = key.split(",").map(Number);
    const texts = numbers.flatMap((number) => items[number - 1] ?? []);
    return texts.length === numbers.length ? { kind: "texts", texts } : { kind: "none" };
  }
  const matching = items.flatMap((text, index) => itemKey(text).includes(key) ? [index] : []);
  if (matching.length > 1) return { kind: "several", indexes: matching.map((index) => index + 1) };
  const texts = matching.flatMap((index) => items[index] ?? []);
  return texts.length === 0 ? { kind: "none" } : { kind: "texts", texts };
}
