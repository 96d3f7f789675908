/**
 * The validation as the decisions saw it. Pure.
 *
 * @module
 */
import { openFindings } from "../../loop/validation/validation_score.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { oneLine } from "../../text/shorten.ts";
import type { ValidationFinding, ValidationReport, ValidationRound } from "../model.ts";

const TEXT_CHARACTERS = 400;

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
    findings: validation === null ? [] : openFindings(validation).map(asFinding),
  };
}

function asFinding(
  { round, severity, text }: ReturnType<typeof openFindings>[number],
): ValidationFinding {
  return {
    round,
    severity: oneLine(severity, 20),
    text: oneLine(text, TEXT_CHARACTERS),
    isOpen: true,
  };
}
