/**
 * Consults the adapter that a loop's record names. A failure is reported as unknown: it never stops a
 * loop and never throws.
 *
 * The Stop hook does this in a separate process, so that it loads no code for metrics, and no failure to
 * read them can affect it.
 */
import { messageOf } from "../error.ts";
import { oneLine } from "../text/shorten.ts";
import type { AdapterState } from "../store/records/loop_record.ts";
import type { Consulted } from "./ask_adapter.ts";
import { type AdapterContext, countKnown } from "./protocol.ts";
import { listAdapters } from "./registry.ts";

const PROBLEMS_SAID = 4;

interface Consulting extends AdapterContext, Pick<AdapterState, "name" | "kind"> {
  /** When the loop started, epoch milliseconds; earlier metrics do not count. */
  readonly startedAt: number;
  /** The number of the loop's next turn, from 1. */
  readonly turn: number;
}

/** Asks an adapter whether the loop should continue, and for its part of the prompt. */
export async function consultAdapter(consulting: Consulting): Promise<Consulted> {
  const { name, kind, startedAt, turn } = consulting;
  try {
    const adapter = listAdapters(consulting)
      .find((each) => each.name === name && each.kind === kind);
    if (adapter === undefined) return noVerdict(name, "its file is gone");
    const judgement = await adapter.judge(startedAt, turn);
    const { addition, convergence, entries, problem } = judgement;
    const problems = shortenList(name, judgement.problems);
    if (convergence === null) return noVerdict(name, problem ?? "it gave no verdict", problems);
    return { opinion: { name, ...convergence, metrics: countKnown(entries) }, problems, addition };
  } catch (error) {
    return noVerdict(name, messageOf(error));
  }
}

/** Prefixes and shortens the problems: they are shown at every Stop. */
function shortenList(name: string, problems: readonly string[]): string[] {
  const rest = problems.length - PROBLEMS_SAID;
  const said = problems.slice(0, PROBLEMS_SAID).map((problem) => `Adapter ${name}: ${problem}`);
  return rest > 0 ? [...said, `Adapter ${name}: ${rest} more like it`] : said;
}

function noVerdict(name: string, why: string, problems: readonly string[] = []): Consulted {
  const sentence = `Adapter ${name} has no verdict: ${oneLine(why)}`;
  return { opinion: null, problems: [sentence, ...problems], addition: null };
}
