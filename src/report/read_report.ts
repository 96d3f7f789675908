/** Reads a loop's records, and what git knows, into a report. */
import type { StateView } from "../evidence/state_view.ts";
import type { ChosenLoop } from "../lifecycle/choose_loop.ts";
import { loopPlaces, type Places } from "../store/places.ts";
import { findGitTop } from "../store/project.ts";
import { readJournal } from "../store/records/journal.ts";
import { buildReport } from "./facts/report.ts";
import { addCommits } from "./commits.ts";
import type { Report } from "./model.ts";

interface ReportContext {
  readonly places: Places;
  /** What the loop does, or how it ended, as `status` shows it. */
  readonly state: Pick<StateView, "code" | "what">;
  readonly nowMs: number;
  /** Masks the secrets in every text of a value. */
  readonly mask: <T>(value: T) => T;
}

/** Reads the report of a loop. */
export async function readReport(
  { facts, hasEnded, record }: ChosenLoop,
  { places, state, nowMs, mask }: ReportContext,
): Promise<Report> {
  const journal = readJournal(loopPlaces(places, facts.id).journal);
  // Before texts are cut, or a part of a secret could remain.
  const report = buildReport(mask({ facts, hasEnded, record, journal, state, nowMs }));
  const baseCommit = journal.entries.find(({ kind }) => kind === "start")?.commit ?? null;
  return await addCommits(report, findGitTop(facts.project), baseCommit);
}
