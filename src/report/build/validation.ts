/**
 * The validation as the decisions saw it. Pure.
 *
 * @module
 */
import { openFindings } from "../../loop/validation/validation_score.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { headOf, oneLine } from "../../text/shorten.ts";
import type { ValidationFinding, ValidationReport, ValidationRound } from "../model.ts";

const TEXT_CHARACTERS = 400;
const SEVERITY_CHARACTERS = 20;
/** The journal keeps at least so much of a finding's text. */
const KEY_CHARACTERS = 120;

type OpenFinding = ReturnType<typeof openFindings>[number];

/**
 * Reports the validation.
 *
 * @param entries The lines of the journal, oldest first.
 * @param record The newest record; null where it cannot be read.
 */
export function reportValidation(
  entries: readonly JournalEntry[],
  record: Pick<LoopRecord, "validation"> | null,
): ValidationReport {
  const rounds: ValidationRound[] = [];
  for (const { atMs, iteration, facts } of entries) {
    if (facts === undefined || facts.validation.cycle === 0) continue;
    const { cycle, round, findings: open, score } = facts.validation;
    const last = rounds.at(-1);
    const isSame = last?.cycle === cycle && last.round === round && last.open === open &&
      last.score === score;
    if (!isSame) rounds.push({ atMs, iteration, cycle, round, open, score });
  }
  const validation = record?.validation ?? null;
  return {
    rounds,
    ended: validation?.ended ?? null,
    score: validation?.score ?? rounds.at(-1)?.score ?? null,
    findings: findFindings(entries, validation && openFindings(validation)),
  };
}

/** What the rounds reported, and what is open but was reported in lines that do not say it. */
function findFindings(
  entries: readonly JournalEntry[],
  open: readonly OpenFinding[] | null,
): ValidationFinding[] {
  const findings = new Map<string, ValidationFinding>();
  const add = (finding: OpenFinding, iteration: number | null, isOpen: boolean | null) => {
    const key = keyOf(finding);
    if (findings.has(key)) return;
    const { round, severity, text } = finding;
    findings.set(key, {
      iteration,
      round,
      severity: oneLine(severity, SEVERITY_CHARACTERS),
      text: oneLine(text, TEXT_CHARACTERS),
      isOpen,
    });
  };
  const openKeys = open && new Set(open.map(keyOf));
  for (const { facts, iteration } of entries) {
    const round = facts?.validation.round ?? 0;
    // Outside of a round nothing is a finding of the validation.
    for (const reported of round === 0 ? [] : facts?.tags.reported ?? []) {
      const finding = { ...reported, round };
      add(finding, iteration, openKeys && openKeys.has(keyOf(finding)));
    }
  }
  for (const finding of open ?? []) add(finding, null, true);
  return [...findings.values()];
}

/** The same for a finding and for what the journal keeps of its text. */
function keyOf({ severity, text }: Pick<OpenFinding, "severity" | "text">): string {
  return `${severity} ${headOf(text, KEY_CHARACTERS)}`;
}
