/** The validation as the decisions saw it. Pure. */
import { openFindings } from "../../loop/validation/validation_score.ts";
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { headOf, oneLine } from "../../text/shorten.ts";
import type { ValidationFinding, ValidationReport, ValidationRound } from "../model.ts";

const TEXT_CHARACTERS = 400;
const SEVERITY_CHARACTERS = 20;
/** The journal keeps at least so much of a finding's text. */
const KEY_CHARACTERS = 120;

type OpenFinding = ReturnType<typeof openFindings>[number];

/** Reports the validation. @param record The newest record; null where it cannot be read. */
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
  const openByKey = open && new Map(open.map((finding) => [keyOf(finding), finding]));
  const findings = new Map<string, ValidationFinding>();
  for (const { facts, iteration } of entries) {
    // Before the first cycle nothing is a finding of the validation.
    if (facts === undefined || facts.validation.cycle === 0) continue;
    for (const reported of facts.tags.reported ?? []) {
      const key = keyOf(reported);
      if (findings.has(key)) continue;
      const match = openByKey?.get(key);
      const { text, severity, round } = match ?? { ...reported, round: roundOf(facts) };
      const isOpen = openByKey && match !== undefined;
      findings.set(key, { ...cut({ text, severity }), iteration, round, isOpen });
    }
  }
  for (const [key, finding] of openByKey ?? []) {
    if (findings.has(key)) continue;
    findings.set(key, { ...cut(finding), iteration: null, round: finding.round, isOpen: true });
  }
  return [...findings.values()];
}

/** The round that the agent worked on: the facts have the next one where it was declared done. */
function roundOf({ tags, validation: { round } }: DecisionFacts): number | null {
  if (!tags.validated) return round === 0 ? null : round;
  return round > 1 ? round - 1 : null;
}

function cut(
  { severity, text }: Pick<OpenFinding, "severity" | "text">,
): Pick<OpenFinding, "severity" | "text"> {
  return {
    severity: oneLine(severity, SEVERITY_CHARACTERS),
    text: oneLine(text, TEXT_CHARACTERS),
  };
}

/** The same for a finding and for what the journal keeps of its text. */
function keyOf({ severity, text }: Pick<OpenFinding, "severity" | "text">): string {
  return `${severity} ${headOf(text, KEY_CHARACTERS)}`;
}
