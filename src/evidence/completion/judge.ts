/**
 * Judges whether the task is complete, from the five signals of the focus file. The strongest signal wins.
 */
import type { Document } from "../../plan/items/document.ts";
import { inWorkOrder } from "../../plan/items/tree.ts";
import type { Completion, Signal } from "../../loop/facts.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { findPhraseSignal, type PhraseSettings } from "./_phrase_signal.ts";
import {
  type ChecklistSettings,
  type ClaimSettings,
  findChecklistSignal,
  findClaims,
} from "./_signals.ts";
import { noteItems } from "./ledger.ts";
import { describeLeftOut, findRemaining } from "./remaining.ts";

/** The settings that completion depends on. */
export type CompletionSettings =
  & Pick<Settings, "confidence_threshold">
  & ClaimSettings
  & ChecklistSettings
  & PhraseSettings;

/** The value if nothing is known about the plan yet. */
export const NOTHING_SEEN: LoopRecord["planSeen"] = { items: 0, checks: [] };

const UNKNOWN: Completion = {
  verdict: "unknown",
  strongest: null,
  signals: [],
  done: 0,
  total: 0,
  openItems: [],
  claimOverOpenItems: null,
};

/**
 * Judges the focus file.
 *
 * @param settings The threshold (0 to 1) that a signal must reach, and the phrases.
 * @param document The focus file; null if it is missing or cannot be read.
 * @param focusPath The file's path. Files under `docs/adr/` are judged together with their design spec.
 * @param spec The design spec of an ADR, `docs/design/{stem}/spec.md`, if it exists.
 * @param seen The file's content earlier in this loop. The agent is asked about items that were removed
 * while they were open. A file that lost all its items in another way is `unknown`, whatever else it
 * contains.
 * @returns The verdict with its evidence; `unknown` if nothing can be read and judged. Skipped items count
 * neither as done nor in the total.
 */
export function judgeCompletion(
  document: Document | null,
  focusPath: string | null,
  settings: CompletionSettings,
  spec: Document | null = null,
  seen: LoopRecord["planSeen"] = NOTHING_SEEN,
): Completion {
  if (!document?.readable) return UNKNOWN;
  const design = isAdr(focusPath) ? spec : null;
  const items = [document, design]
    .flatMap((page) => page === null ? [] : inWorkOrder(page.items));
  const ledger = noteItems(seen.ledger, items);
  const { gone: removed } = ledger;
  const binding = items.filter((item) => !item.optional);
  const open = binding.filter((item) => item.state === "open");
  const total = binding.filter((item) => item.state !== "skipped").length;
  if (seen.items > 0 && total === 0 && removed.length === 0) return { ...UNKNOWN, ledger };
  const counts = (signal: Signal) => signal.confidence >= settings.confidence_threshold;

  const claims = findClaims(document, design, settings);
  const signals = open.length === 0
    ? [
      ...claims,
      findChecklistSignal(binding, settings),
      findPhraseSignal(document, settings),
    ]
      .filter((signal) => signal !== null)
    : [];
  const strongest = findStrongest(signals.filter(counts));
  // Claims cover the entire file, but boxes and phrases do not cover work without a box.
  const isSilent = strongest !== null && !claims.includes(strongest);
  const pages = design === null ? [document] : [document, design];
  const remaining = isSilent ? pages.flatMap(findRemaining) : [];
  // A marker says nothing about items that were removed.
  const isDoubtful = strongest !== null && remaining.length + removed.length > 0;
  const named = remaining.map(({ text }) => text);
  const leftOut = describeLeftOut(pages, named);
  const claim = open.length > 0
    ? findStrongest(claims.filter(counts))
    : isDoubtful
    ? strongest
    : null;
  const hasBoxes = document.items.length + (design?.items.length ?? 0) > 0;
  return {
    verdict: strongest && !isDoubtful ? "complete" : "incomplete",
    strongest: isDoubtful ? null : strongest,
    signals,
    done: binding.filter((item) => item.state === "done").length,
    total,
    openItems: open.map((item) => item.text),
    claimOverOpenItems: claim,
    ledger,
    ...(removed.length === 0 ? {} : { removed }),
    ...(claim === null && removed.length === 0 ? {} : {
      contradictions: [
        ...removed,
        ...open.map(({ rawLine, text }) => `${rawLine}\n${text}`),
        ...remaining.map(({ source }) => source),
      ],
    }),
    ...(named.length > 0 ? { remaining: named } : {}),
    ...(leftOut.parts.length > 0 ? { leftOut } : {}),
    // A file that claims to be complete has no work left without boxes.
    ...(hasBoxes || strongest !== null || removed.length > 0
      ? {}
      : { withoutBoxes: { next: findRemaining(document)[0]?.text ?? null } }),
  };
}

/** Checks whether a focus file is an architecture decision record, by its folder. */
function isAdr(focusPath: string | null): boolean {
  return focusPath !== null && /(?:^|\/)adr\/[^/]+\.md$/i.test(focusPath);
}

function findStrongest(signals: readonly Signal[]): Signal | null {
  let strongest: Signal | null = null;
  for (const signal of signals) {
    if (!strongest || signal.confidence > strongest.confidence) strongest = signal;
  }
  return strongest;
}
