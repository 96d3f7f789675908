/**
 * Judges a Stop event. What costs much is only asked for where the judgement hangs on it: what the
 * scanner finds, and whether the checks pass.
 *
 * @module
 */
import type { Exploration } from "../../explore/at_continuation.ts";
import { guidanceForContinuation } from "../../guidance/at_continuation.ts";
import { watchForStop } from "../../lifecycle/loop.ts";
import { judge, type Need, type Outcome } from "../../loop/judge.ts";
import type { Facts } from "../../loop/facts.ts";
import type { Gathered } from "./gather.ts";
import type { StopEvent } from "./session.ts";

/** A judged Stop event. */
export interface Judged extends Gathered {
  readonly outcome: Outcome;
  /** What the scanner found, where the judgement needed it. */
  readonly exploration: Exploration | null;
  /** What the user has to know too. */
  readonly problems: readonly string[];
}

/** What a need gave. */
type Satisfied = Partial<Pick<Judged, "exploration" | "problems">> & {
  readonly facts: Partial<Facts>;
};

/** How each need is satisfied. */
export type Satisfy = Readonly<Record<Need, (gathered: Gathered) => Promise<Satisfied>>>;

/**
 * Judges, satisfies the need that the judgement names, and judges again.
 *
 * @param stop The event.
 * @param gathered What is known without asking for more.
 * @param satisfy How needs are satisfied; by default by the scanner and the user's commands.
 */
export async function judgeStop(
  stop: Pick<StopEvent, "settings">,
  gathered: Gathered,
  satisfy: Satisfy,
): Promise<Judged> {
  let known = { exploration: null, problems: [], ...gathered } as Omit<Judged, "outcome">;
  const satisfied = new Set<Need>();
  for (;;) {
    const judgement = judge(known.tick.record, known.facts, stop.settings, satisfied);
    if (judgement.kind === "judged") return { ...known, outcome: judgement.outcome };
    const more = await satisfy[judgement.need](known);
    known = { ...known, ...more, facts: { ...known.facts, ...more.facts } };
    satisfied.add(judgement.need);
  }
}

/**
 * Satisfies needs by the scanner and by the commands that verify, each loaded when it is needed.
 *
 * @param stop The event.
 */
export function satisfyBy(stop: StopEvent): Satisfy {
  return {
    exploration: async ({ hasMoved }) => {
      const exploration = await explore(stop, hasMoved);
      return { exploration, facts: { opportunities: countOpportunities(exploration) } };
    },
    verification: async ({ items, markTree }) => {
      const { verifyTask } = await import("./verify.ts");
      const { loop: { facts, project }, origins, places, settings } = stop;
      const isStopAsked = watchForStop(stop);
      const task = { places, project, loopId: facts.id, settings, origins, items, isStopAsked };
      const verification = await verifyTask(task);
      const isRejected = verification.kind === "rejected";
      return {
        // What moves until the next rejection is compared with this moment.
        facts: isRejected ? { verification, mark: await markTree() } : { verification },
        problems: verification.kind === "unknown" ? [`Checks not run: ${verification.why}`] : [],
      };
    },
  };
}

/** A scan that failed in part, or ran out of time, does not prove that there is nothing. */
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

/** The scanner's finds, by what the user wants: asked here only where the end hangs on them. */
async function explore(stop: StopEvent, hasMoved: boolean): Promise<Exploration> {
  const { exploreHere } = await import("./explore.ts");
  const { loop: { record }, places } = stop;
  const { users } = guidanceForContinuation({
    places,
    project: record.project,
    loop: { id: record.id, startedAt: record.startedAt },
    nowMs: stop.now() * 1000,
    scan: null,
  });
  return await exploreHere(stop, { ...stop, record, hasMoved }, users);
}
