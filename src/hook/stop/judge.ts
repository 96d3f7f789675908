/**
 * Judges a Stop event. Exploration and the verification commands, which take long, run only if the
 * judgement depends on them.
 */
import type { Exploration } from "../../ideas/at_continuation.ts";
import { guidanceForContinuation } from "../../guidance/at_continuation.ts";
import type { Facts } from "../../loop/facts.ts";
import { judge, type Outcome } from "../../loop/judge.ts";
import type { Need } from "../../loop/rules/rules.ts";
import type { Gathered } from "./gather.ts";
import type { StopEvent } from "./session.ts";

/** A Stop event with the outcome of its judgement. */
export interface JudgedStop extends Gathered {
  readonly outcome: Outcome;
  /** The result of exploration, if the judgement needed it. */
  readonly exploration: Exploration | null;
  /** Problems that the user has to see. */
  readonly problems: readonly string[];
}

type Satisfied = Partial<Pick<JudgedStop, "exploration" | "problems">> & {
  readonly facts: Partial<Facts>;
};

/** The functions that satisfy each need. */
export type Satisfy = Readonly<Record<Need, (gathered: Gathered) => Promise<Satisfied>>>;

/** Judges, satisfies the need that the judgement names, and judges again. */
export async function judgeStop(
  stop: Pick<StopEvent, "settings">,
  gathered: Gathered,
  satisfy: Satisfy,
): Promise<JudgedStop> {
  let current = { exploration: null, problems: [], ...gathered } as Omit<JudgedStop, "outcome">;
  const satisfied = new Set<Need>();
  for (;;) {
    const judgement = judge(current.tick.record, current.facts, stop.settings, satisfied);
    if (judgement.kind === "judged") return { ...current, outcome: judgement.outcome };
    const more = await satisfy[judgement.need](current);
    current = { ...current, ...more, facts: { ...current.facts, ...more.facts } };
    satisfied.add(judgement.need);
  }
}

/** Satisfies needs by exploration and the verification commands, each loaded when it is needed. */
export function satisfyBy(stop: StopEvent): Satisfy {
  return {
    exploration: async () => {
      const exploration = await explore(stop);
      return { exploration, facts: { opportunities: countOpportunities(exploration) } };
    },
    verification: async ({ items, markTree, workTree }) => {
      const { verifyTask, watchOwnCommands } = await import("./verify.ts");
      const { loop: { facts, project, record }, origins, places, settings } = stop;
      const watched = watchOwnCommands(stop, record);
      const folder = workTree?.project ?? project;
      const task = { places, project, folder, loopId: facts.id, settings, origins, items, watched };
      const verification = await verifyTask(task);
      const isRejected = verification.kind === "rejected";
      return {
        // The next rejection looks for progress since this moment.
        facts: isRejected ? { verification, mark: await markTree() } : { verification },
        ...verification.kind === "unknown"
          ? { problems: [`Checks not run: ${verification.why}`] }
          : {},
      };
    },
  };
}

/** Counts opportunities; null if a scan that is incomplete, or older than a change, found nothing. */
function countOpportunities({
  isWhole,
  more,
  problems,
  repeated,
  shown,
  worn,
}: Exploration): number | null {
  const count = shown.length + repeated.length + more + worn;
  const isProof = isWhole && problems.length === 0;
  return count === 0 && !isProof ? null : count;
}

/** Explores, with the user's guidance. */
async function explore(stop: StopEvent): Promise<Exploration> {
  const { exploreHere } = await import("./explore.ts");
  const { loop: { record }, places } = stop;
  const { users } = guidanceForContinuation({
    places,
    project: record.project,
    loop: record,
    nowMs: stop.nowMs(),
    hasConstraints: false,
  });
  return await exploreHere(stop, { ...stop, record }, users);
}
