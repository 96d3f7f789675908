/** Finds guidance, constraints and validation in a loop's journal. Pure. */
import { openFindings } from "../../loop/validation/validation_score.ts";
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import { FRESH_VALIDATION, type LoopRecord } from "../../store/records/loop_record.ts";
import { headOf, oneLine } from "../../text/shorten.ts";
import type { ValidationFinding } from "./model.ts";
import { GUIDANCE_LISTS, type ListedText } from "../../guidance/item.ts";

const LINE_CHARACTERS = 300;

/** Finds the changes of the guidance. */
export function findGuidance(entries: readonly JournalEntry[]) {
  let before: readonly ListedText[] = [];
  return entries.flatMap(({ atMs, iteration, guidance }) => {
    if (guidance === undefined) return [];
    const now = GUIDANCE_LISTS.flatMap((list) =>
      guidance[list].map((text) => ({ list, text: oneLine(text, LINE_CHARACTERS) }))
    );
    const changed = (change: "added" | "removed", texts: readonly ListedText[]) =>
      texts.map((text) => ({ atMs, iteration, change, ...text }));
    const changes = [
      ...changed("added", without(now, before)),
      ...changed("removed", without(before, now)),
    ];
    before = now;
    return changes;
  });
}

function without(texts: readonly ListedText[], others: readonly ListedText[]): ListedText[] {
  return texts.filter(({ list, text }) =>
    !others.some((other) => other.list === list && other.text === text)
  );
}

/** The text in a start's entry if no constraints were found. */
const NO_CONSTRAINTS = "Constraints: none found";

/** Finds the constraints at the start, and each change of them. */
export function findConstraints(entries: readonly JournalEntry[]) {
  return entries.flatMap(({ atMs, iteration, kind, sentence, evidence }) => {
    const found = evidence.filter((line) => line !== NO_CONSTRAINTS);
    const isStart = kind === "start" && found.length > 0;
    if (kind !== "constraints" && !isStart) return [];
    return [{
      atMs,
      iteration,
      what: isStart ? "At the start" : oneLine(sentence, LINE_CHARACTERS),
      lines: found.map((line) => oneLine(line, LINE_CHARACTERS)),
    }];
  });
}

const TEXT_CHARACTERS = 400;
const SEVERITY_CHARACTERS = 20;
/** The number of characters that the journal keeps of any finding, at least. */
const KEY_CHARACTERS = 120;

type KnownFinding = ReturnType<typeof openFindings>[number];

/**
 * Reports the validation.
 *
 * @param record The newest record; null if it cannot be read.
 */
export function reportValidation(
  entries: readonly JournalEntry[],
  record: Pick<LoopRecord, "validation"> | null,
) {
  // Before the first cycle, there are no findings of the validation.
  const rounds = entries.filter(({ inputs }) => (inputs?.record.validation.cycle ?? 0) > 0);
  const validation = record?.validation ?? null;
  return {
    hasBegun: rounds.length > 0,
    ended: validation?.ended ?? null,
    score: validation?.score ?? rounds.at(-1)?.inputs?.record.validation.score ?? null,
    rounds: findRounds(rounds),
    findings: findFindings(rounds, validation && openFindings(validation)),
  };
}

/** Finds the finished rounds, each at the Stop at which it finished. */
function findRounds(entries: readonly JournalEntry[]) {
  let before: Pick<DecisionInputs["record"]["validation"], "closed" | "cycle" | "round"> =
    FRESH_VALIDATION;
  return entries.flatMap(({ inputs }) => {
    if (inputs === undefined) return [];
    const { iteration: turn, validation } = inputs.record;
    const last = before;
    before = validation;
    const { cycle, closed } = validation;
    // The last round of a cycle has no entry of its own: it ends with the cycle.
    if (cycle > last.cycle && last.round > 0) {
      return [{ cycle: last.cycle, round: last.round, turn, how: null as string | null }];
    }
    return closed.filter(({ round }) => !last.closed.some((each) => each.round === round))
      .map(({ how, round }) => ({ cycle, round, turn, how }));
  });
}

/** Finds the findings that rounds reported, and open ones whose report is not in the journal. */
function findFindings(
  entries: readonly JournalEntry[],
  open: readonly KnownFinding[] | null,
): ValidationFinding[] {
  const findings = new Map<string, ValidationFinding>();
  for (const { inputs, iteration } of entries) {
    if (inputs === undefined) continue;
    const turn = inputs.record.iteration;
    const isOpen = open === null ? null : false;
    for (const reported of inputs.facts.tags.findings) {
      const key = keyOf(reported);
      if (findings.has(key)) continue;
      findings.set(key, { iteration, turn, round: roundOf(inputs), ...cut(reported), isOpen });
    }
  }
  for (const finding of open ?? []) {
    const { iteration = null, turn = null } = findings.get(keyOf(finding)) ?? {};
    const { round } = finding;
    findings.set(keyOf(finding), { iteration, turn, round, ...cut(finding), isOpen: true });
  }
  return [...findings.values()];
}

/** Returns the round that the agent worked on. If it was declared done, the facts have the next one. */
function roundOf({ facts: { tags }, record }: DecisionInputs): number | null {
  const { round } = record.validation;
  if (!tags.validated) return round === 0 ? null : round;
  return round > 1 ? round - 1 : null;
}

type NoteWords = Pick<KnownFinding, "severity" | "text">;

function cut({ severity, text }: NoteWords): NoteWords {
  return {
    severity: oneLine(severity, SEVERITY_CHARACTERS),
    text: oneLine(text, TEXT_CHARACTERS),
  };
}

/** Makes a key that is the same for a finding and for its shortened text in the journal. */
function keyOf({ severity, text }: NoteWords): string {
  return `${severity} ${headOf(text, KEY_CHARACTERS)}`;
}
