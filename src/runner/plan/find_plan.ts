/**
 * Finds the plan: the one that was named, the one that `docs/plans/.active` names, or the cascade of
 * `start`.
 *
 * @module
 */
import { basename, isAbsolute, join, resolve } from "@std/path";
import { describeDiscovery } from "../../focus/discovery/confirm.ts";
import { discoverFocus } from "../../focus/discovery/discover.ts";
import { leadsOut, pathInProject, REAL_FILES } from "../../focus/files.ts";
import { readText } from "../../store/files/text_file.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { readPlan } from "./plan.ts";

/** The pointer file, where `PLAN_POINTER_OVERRIDE` names no other. */
export const PLAN_POINTER = "docs/plans/.active";

/** Where to look. */
export interface PlanSearch {
  readonly project: string;
  readonly cwd: string;
  readonly home: string;
  readonly claudeFolder: string;
  /** What the user named; null for nothing. */
  readonly named: string | null;
  /** `PLAN_POINTER_OVERRIDE`; null where unset. */
  readonly pointer: string | null;
}

/** What was found. */
export type PlanSearchResult =
  | { readonly kind: "found"; readonly path: string; readonly how: string }
  | { readonly kind: "none"; readonly why: string; readonly hint: string };

/** So many plans are named in a hint. */
const MOST_PLANS = 5;
const NAME_ONE = "Name the plan: ralph run PLAN.md.";

/** Finds the plan; links in its path are resolved. */
export async function findPlan(search: PlanSearch): Promise<PlanSearchResult> {
  if (search.named !== null) return await findNamed(search, search.named);
  return findByPointer(search) ?? await findByCascade(search);
}

async function findNamed(search: PlanSearch, named: string): Promise<PlanSearchResult> {
  const path = resolve(search.cwd, named);
  const kind = REAL_FILES.stat(path)?.kind;
  if (kind === "file") return found(path, "named");
  if (/^\d+$/.test(named)) {
    return {
      kind: "none",
      why: `Wanted a plan, found the number ${named}`,
      hint: `For a number of iterations: ralph run --max-iterations ${named}.`,
    };
  }
  const why = kind === undefined
    ? `Plan file not found: ${path}`
    : `The plan is not a file: ${path}`;
  return { kind: "none", why, hint: await hintAtPlans(search, named) };
}

/** Names the plans that are there, the one that was probably meant first. */
async function hintAtPlans(search: PlanSearch, named: string): Promise<string> {
  const plans = await listPlans(search);
  const near = nearestName(named, plans) ??
    plans.find((plan) => basename(plan).toLowerCase() === basename(named).toLowerCase());
  if (near != null) return `Did you mean: ralph run ${quoteForShell(near)}?`;
  return plans.length === 0
    ? "A plan is a markdown file with items such as `- [ ] Add the parser`."
    : `Plans here: ${plans.join(", ")}.`;
}

/** The plans that the cascade would take, from the project's root. */
async function listPlans(search: PlanSearch): Promise<string[]> {
  const discovery = await discoverFocus(
    { ...search, explicit: null, noFocus: false, task: null, transcriptPath: null },
    REAL_FILES,
    () => Promise.resolve(false),
  );
  const paths = discovery.kind === "ambiguous"
    ? discovery.candidates
    : discovery.kind === "none"
    ? []
    : [discovery.path];
  return paths.filter((path) => !leadsOut(path, search.project))
    .slice(0, MOST_PLANS).map((path) => pathInProject(path, search.project));
}

/** The pointer's text is a path, absolute or from the project's root; an empty one names nothing. */
function findByPointer({ project, pointer }: PlanSearch): PlanSearchResult | null {
  const file = resolve(project, pointer ?? PLAN_POINTER);
  if (pointer === null && leadsOut(file, project)) return refuseOutside(file, project);
  const read = readText(file);
  if (read.kind === "absent" && pointer === null) return null;
  const named = read.kind === "text" ? read.text.trim() : "";
  if (named === "" || named.includes("\n")) {
    if (pointer === null && named === "") return null;
    return {
      kind: "none",
      why: `The pointer file names no plan: ${file}`,
      hint: "It contains one line: the path of the plan, from the project's root.",
    };
  }
  const path = isAbsolute(named) ? named : join(project, named);
  // The pointer comes with the project: what it names is the user's only where it stands in there.
  if (pointer === null && leadsOut(path, project)) return refuseOutside(path, project);
  if (REAL_FILES.stat(path)?.kind === "file") return found(path, `named by ${file}`);
  return { kind: "none", why: `Plan file not found: ${path} (named by ${file})`, hint: NAME_ONE };
}

function refuseOutside(path: string, project: string): PlanSearchResult {
  const file = join(project, PLAN_POINTER);
  const why = path === file
    ? `${PLAN_POINTER} is a link out of the project, so it names no plan`
    : `${PLAN_POINTER} names a plan outside the project: ${path}`;
  return { kind: "none", why, hint: NAME_ONE };
}

async function findByCascade(search: PlanSearch): Promise<PlanSearchResult> {
  const discovery = await discoverFocus(
    { ...search, explicit: null, noFocus: false, task: null, transcriptPath: null },
    REAL_FILES,
    isFinished,
  );
  if (discovery.kind === "found") return found(discovery.path, `found via ${discovery.method}`);
  // A finished plan is taken where it names this project: it is verified, and then nothing is to do.
  if (discovery.kind === "doubtful" && discovery.why === "complete-already") {
    return found(discovery.path, `found via ${discovery.method}`);
  }
  const why = discovery.kind === "none"
    ? `No plan found: there is no ${PLAN_POINTER}, and nothing else looks like one`
    : describeDiscovery(discovery);
  const hint = discovery.kind === "ambiguous"
    ? `Name the one you mean: ralph run ${
      quoteForShell(pathInProject(discovery.candidates[0]!, search.project))
    }`
    : NAME_ONE;
  return { kind: "none", why, hint };
}

async function isFinished(path: string): Promise<boolean> {
  const read = await readPlan(path);
  return read.kind === "plan" && read.plan.items.length > 0 && read.plan.open === 0;
}

function found(path: string, how: string): PlanSearchResult {
  return { kind: "found", path: REAL_FILES.realPath(path) ?? path, how };
}

/** The plan's companions, which the agent keeps beside it. */
export function companionsOf(path: string): { progress: string; findings: string } {
  const stem = path.replace(/\.[^./\\]*$/, "");
  return { progress: `${stem}.progress.md`, findings: `${stem}.findings.md` };
}
