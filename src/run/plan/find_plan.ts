/**
 * Finds the plan: the named file, the file that `docs/plans/.active` names, or a file found by the same
 * search as in `start`.
 */
import { basename, isAbsolute, join, resolve } from "@std/path";
import { describeDiscovery } from "../../plan/discovery/confirm.ts";
import { METHODS } from "../../plan/discovery/discovery.ts";
import { discoverFocus } from "../../plan/discovery/discover.ts";
import { hintAtPlanIn } from "../../plan/discovery/plan_in_folder.ts";
import { statOf } from "../../plan/files.ts";
import { leadsOut, pathInProject } from "../../plan/paths.ts";
import { realPathOf } from "../../store/files/presence.ts";
import { isWithin } from "../../store/project.ts";
import { type RalphErrorOptions, UsageError } from "../../error.ts";
import { readText } from "../../store/files/text_file.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { adding, replacing } from "../../text/again.ts";
import { readPlan } from "./plan.ts";

/** The pointer file, unless `PLAN_POINTER_OVERRIDE` names another one. */
const PLAN_POINTER = "docs/plans/.active";

interface PlanSearch {
  readonly project: string;
  readonly cwd: string;
  readonly home: string;
  readonly claudeFolder: string;
  /** The plan that the user named; null if the user named none. */
  readonly named: string | null;
  /** The value of `PLAN_POINTER_OVERRIDE`; null if unset. */
  readonly pointer: string | null;
}

/** The plan's path, links resolved, and how it was found. */
interface FoundPlan {
  readonly path: string;
  readonly how: string;
}

/** Marks a plan that the user named. */
export const NAMED = "named";

const MOST_PLANS = 5;
const NAME_IT = "Name the plan: 'ralph run PLAN.md'.";

/** Finds the plan. @throws {UsageError} If there is no plan, with a hint. */
export function findPlan(search: PlanSearch): FoundPlan {
  if (search.named !== null) return findNamed(search, search.named);
  return findByPointer(search) ?? findByCascade(search);
}

function findNamed(search: PlanSearch, named: string): FoundPlan {
  const path = resolve(search.cwd, named);
  const kind = statOf(path)?.kind;
  if (kind === "file") {
    // An agent could have created the link, and the plan is made writable for agents.
    if (isWithin(path, search.project) && leadsOut(path, search.project)) {
      const real = realPathOf(path) ?? path;
      throw new UsageError(`"${named}" is a link out of the project, to "${real}"`, {
        hint: "Name the file itself if it is the plan:",
        again: replacing(named, real),
      });
    }
    return foundAt(path, NAMED);
  }
  if (/^\d+$/.test(named)) {
    throw new UsageError(`Expected a plan, found the number ${named}`, {
      hint: "For a number of turns:",
      again: ({ path, rest }) => [
        ...path,
        ...rest.flatMap((word) => word === named ? ["--max-iterations", named] : [word]),
      ],
    });
  }
  const why = kind === undefined ? "Plan file not found" : "The plan is not a file";
  const inFolder = kind === "folder" ? hintAtPlanIn(path, named) : null;
  throw new UsageError(`${why}: ${path}`, inFolder ?? hintAtPlans(search, named));
}

/** Lists the existing plans, nearest name first. */
function hintAtPlans(search: PlanSearch, named: string): RalphErrorOptions {
  const discovery = discover(search, () => false);
  const paths = discovery.kind === "ambiguous"
    ? discovery.candidates
    : discovery.kind === "none"
    ? []
    : [discovery.path];
  const plans = paths.filter((path) => !leadsOut(path, search.project))
    .slice(0, MOST_PLANS).map((path) => pathInProject(path, search.project));
  const near = nearestName(named, plans) ??
    plans.find((plan) => basename(plan).toLowerCase() === basename(named).toLowerCase());
  if (near != null) return { hint: `Did you mean '${near}'?`, again: replacing(named, near) };
  const [first] = plans;
  return first === undefined
    ? { hint: "A plan is a markdown file with items such as `- [ ] Add the parser`." }
    : { hint: `Plans here: ${plans.join(", ")}.`, again: replacing(named, first) };
}

/** Reads the path in the pointer, absolute or relative to the project's root. Null for an empty pointer. */
function findByPointer({ project, pointer }: PlanSearch): FoundPlan | null {
  const file = resolve(project, pointer ?? PLAN_POINTER);
  const isOurs = pointer === null;
  if (isOurs && leadsOut(file, project)) {
    throw new UsageError(`${PLAN_POINTER} is a link out of the project, so it names no plan`, {
      hint: NAME_IT,
    });
  }
  const read = readText(file);
  const named = read.kind === "text" ? read.text.trim() : "";
  if (isOurs && named === "") return null;
  if (named === "" || named.includes("\n")) {
    throw new UsageError(`The pointer file names no plan: ${file}`, {
      hint: "It contains one line: the path of the plan, from the project's root.",
    });
  }
  const path = isAbsolute(named) ? named : join(project, named);
  // The pointer is part of the project, so a plan outside of the project is not the user's choice.
  if (isOurs && leadsOut(path, project)) {
    throw new UsageError(`${PLAN_POINTER} names a plan outside the project: ${path}`, {
      hint: NAME_IT,
    });
  }
  if (statOf(path)?.kind === "file") return foundAt(path, `named by ${file}`);
  throw new UsageError(`Plan file not found: ${path} (named by ${file})`, { hint: NAME_IT });
}

function findByCascade(search: PlanSearch): FoundPlan {
  const discovery = discover(search, isFinished);
  // A finished plan that names this project is used: the run verifies it and ends.
  const isFound = discovery.kind === "found" ||
    discovery.kind === "doubtful" && discovery.why === "complete-already";
  if (isFound) return foundAt(discovery.path, METHODS[discovery.method]);
  const why = discovery.kind === "none"
    ? `No plan found: there is no ${PLAN_POINTER}, and nothing else looks like one`
    : describeDiscovery(discovery);
  if (discovery.kind !== "ambiguous") throw new UsageError(why, { hint: NAME_IT });
  const first = pathInProject(discovery.candidates[0]!, search.project);
  throw new UsageError(why, { hint: "Name the plan you mean:", again: adding(first) });
}

function discover(search: PlanSearch, isFinished: (path: string) => boolean) {
  const request = { ...search, explicit: null, noFocus: false, task: null, transcriptPath: null };
  return discoverFocus(request, isFinished);
}

function isFinished(path: string): boolean {
  const read = readPlan(path);
  return read.kind === "plan" && read.plan.items.length > 0 && read.plan.open === 0;
}

function foundAt(path: string, how: string): FoundPlan {
  return { path: realPathOf(path) ?? path, how };
}

/** Lists the files that a run may change for its own purposes: the plan, its progress and findings files. */
export function filesOfPlan(path: string): readonly [plan: string, ...companions: string[]] {
  const { progress, findings } = companionsOf(path);
  return [path, progress, findings];
}

/** Returns the paths of the plan's companions, which the agent keeps next to it. */
export function companionsOf(path: string): { progress: string; findings: string } {
  const stem = path.replace(/\.[^./\\]*$/, "");
  return { progress: `${stem}.progress.md`, findings: `${stem}.findings.md` };
}
