/**
 * Consults the adapter that a loop's record names, at a Stop event. A failure is reported as unknown:
 * it never stops a loop and never throws.
 */
import type { AdapterOpinion } from "../loop/facts.ts";
import { attempt, messageOf } from "../error.ts";
import type { AdapterState } from "../store/records/loop_record.ts";
import { countKnown, type PromptAddition, type PromptRequest } from "./protocol.ts";
import { type AdapterContext, openAdapter } from "./registry.ts";
import { oneLine } from "../text/shorten.ts";

const PROBLEMS_SAID = 4;

interface Consulting extends AdapterContext {
  readonly name: string;
  readonly kind: AdapterState["kind"];
  /** When the loop started, epoch milliseconds; earlier metrics do not count. */
  readonly startedAt: number;
}

/** An adapter's opinion, its problems, and what it adds to prompts. */
export interface Consulted {
  /** Null where it is unknown; the first problem says why. */
  readonly opinion: AdapterOpinion | null;
  /** One sentence each, for journal and status. */
  readonly problems: readonly string[];
  /** What it adds to a prompt; null for nothing, or without a verdict. */
  readonly promptFor: (request: PromptRequest) => PromptAddition | null;
}

/** Asks an adapter whether the loop should continue, and for its part of the prompt. */
export async function consultAdapter(consulting: Consulting): Promise<Consulted> {
  const { name, kind, startedAt } = consulting;
  try {
    const adapter = await openAdapter(consulting, name, kind);
    if (typeof adapter === "string") return noVerdict(name, adapter, []);
    const { entries, convergence, problem, ...judgement } = await adapter.judge(startedAt);
    const problems = shortenList(name, judgement.problems);
    if (convergence === null) return noVerdict(name, problem ?? "it gave no verdict", problems);
    return {
      opinion: { name, ...convergence, metrics: countKnown(entries) },
      problems,
      // The prompt also works without the addition.
      promptFor: (request) => attempt(() => adapter.promptAdditions(request, entries, convergence)),
    };
  } catch (error) {
    return noVerdict(name, messageOf(error), []);
  }
}

/** Problems are shown at every Stop, so only a few of them. */
function shortenList(name: string, problems: readonly string[]): string[] {
  const rest = problems.length - PROBLEMS_SAID;
  const said = problems.slice(0, PROBLEMS_SAID).map((problem) => `Adapter ${name}: ${problem}`);
  return rest > 0
    ? [...said, `Adapter ${name}: more like it, see 'ralph adapters explain ${name}'`]
    : said;
}

function noVerdict(name: string, why: string, problems: readonly string[]): Consulted {
  const sentence = `Adapter ${name} has no verdict: ${oneLine(why)}`;
  return { opinion: null, problems: [sentence, ...problems], promptFor: () => null };
}
