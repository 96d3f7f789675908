/**
 * Is the task complete? The five signals of the focus file; the strongest wins (design §7).
 *
 * @module
 */
import type { Document } from "../../focus/document.ts";
import type { Completion, Signal } from "../../loop/facts.ts";
import type { Settings } from "../../store/settings.ts";
import { findClaims } from "./_claims.ts";
import { findChecklistSignal } from "./_checklist.ts";
import { findPhraseSignal } from "./_phrase_signal.ts";

/** The settings that completion depends on. */
export type CompletionSettings = Pick<Settings, "confidence_threshold" | "completion_phrases">;

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
 * @param document The focus file; null where there is none or it could not be read.
 * @param focusPath Its path: files under `docs/adr/` are judged together with their design spec.
 * @param settings The threshold (0 to 1) that a signal must reach, and the phrases.
 * @param spec The design spec of an ADR, `docs/design/{stem}/spec.md`, where it exists.
 * @returns The verdict with its evidence; `unknown` where there is nothing readable to judge. Items
 * that are skipped count neither as done nor in the total.
 */
export function judgeCompletion(
  document: Document | null,
  focusPath: string | null,
  settings: CompletionSettings,
  spec: Document | null = null,
): Completion {
  if (!document?.readable) return UNKNOWN;
  const design = isAdr(focusPath) ? spec : null;
  const held = [...document.items, ...(design?.items ?? [])].filter((item) => !item.optional);
  const open = held.filter((item) => item.state === "open");
  const counts = (signal: Signal) => signal.confidence >= settings.confidence_threshold;

  const claims = findClaims(document, design);
  const signals = open.length === 0
    ? [
      ...claims,
      findChecklistSignal(held),
      findPhraseSignal(document, settings.completion_phrases),
    ]
      .filter((signal) => signal !== null)
    : [];
  const strongest = findStrongest(signals.filter(counts));
  return {
    verdict: strongest ? "complete" : "incomplete",
    strongest,
    signals,
    done: held.filter((item) => item.state === "done").length,
    total: held.filter((item) => item.state !== "skipped").length,
    openItems: open.map((item) => item.text),
    claimOverOpenItems: open.length > 0 ? findStrongest(claims.filter(counts)) : null,
  };
}

/** Whether a focus file is an architecture decision record, by its folder. */
function isAdr(focusPath: string | null): boolean {
  return focusPath !== null && /(?:^|\/)adr\/[^/]+\.md$/i.test(focusPath.replaceAll("\\", "/"));
}

/** The first of those with the highest confidence. */
function findStrongest(signals: readonly Signal[]): Signal | null {
  let strongest: Signal | null = null;
  for (const signal of signals) {
    if (!strongest || signal.confidence > strongest.confidence) strongest = signal;
  }
  return strongest;
}
