/** How guidance and constraints changed while the loop ran. Pure. */
import { GUIDANCE_LISTS } from "../../guidance/item.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import { oneLine } from "../../text/shorten.ts";
import type { ConstraintChange, GuidanceChange, GuidanceText } from "../model.ts";

const TEXT_CHARACTERS = 300;

/**
 * Finds what was added to the guidance and removed from it.
 *
 * @returns Only lines at which something changed.
 */
export function findGuidance(entries: readonly JournalEntry[]): GuidanceChange[] {
  let before: readonly GuidanceText[] = [];
  const changes: GuidanceChange[] = [];
  for (const { atMs, iteration, guidance } of entries) {
    if (guidance === undefined) continue;
    const now = GUIDANCE_LISTS.flatMap((list) =>
      guidance[list].map((text) => ({ list, text: oneLine(text, TEXT_CHARACTERS) }))
    );
    const [added, removed] = [without(now, before), without(before, now)];
    before = now;
    if (added.length + removed.length === 0) continue;
    changes.push({ atMs, iteration, added, removed });
  }
  return changes;
}

function without(texts: readonly GuidanceText[], others: readonly GuidanceText[]): GuidanceText[] {
  return texts.filter(({ list, text }) =>
    !others.some((other) => other.list === list && other.text === text)
  );
}

/** Finds the constraints at the start, and each change. */
export function findConstraints(entries: readonly JournalEntry[]): ConstraintChange[] {
  return entries.flatMap(({ atMs, iteration, kind, sentence, evidence }) => {
    const isStart = kind === "start" && evidence.length > 0;
    if (kind !== "constraints" && !isStart) return [];
    return [{
      atMs,
      iteration,
      what: isStart ? "At the start" : oneLine(sentence, TEXT_CHARACTERS),
      lines: evidence.map((line) => oneLine(line, TEXT_CHARACTERS)),
    }];
  });
}
