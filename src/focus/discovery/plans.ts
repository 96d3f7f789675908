/** Cascade, steps 4 and 5: plans of the project, then plans of the home folder. */
import { basename, join } from "@std/path";
import { decodeText, readStart } from "../files.ts";
import { choose, listPlans } from "./candidates.ts";
import type { Discovery, DiscoveryInput } from "./discovery.ts";

/** Plans in the home folder that are read, at most: the newest. */
const MAX_PLANS = 200;
/** Bytes of a plan that are searched for the project's name. */
const MAX_PLAN_BYTES = 262_144;
/** Characters; shorter names occur in any text by chance. */
const MIN_NAME_LENGTH = 5;
/** Folder names that do not identify a project. */
const COMMON_NAMES =
  /^(?:admin|agent|agents|backend|build|client|config|demos?|design|develop|examples?|frontend|infra|library|mobile|module|monorepo|package|packages|playground|plugin|plugins|project|projects|python|release|repos?|sandbox|scripts?|server|service|services|shared|source|sources|starter|template|templates|testing|tests?|tools?|website|worker|workspace)$/i;

/** Finds the newest of the project's own plans. */
export function findLocalPlan(input: DiscoveryInput): Discovery | null {
  const folder = join(input.project, ".claude", "plans");
  return choose(listPlans(folder, input.project).slice(0, 1), "local_plan");
}

/**
 * Finds the home folder's plans that name this project, by its path or else by its name; where none
 * does, the newest of all, which is never taken without asking.
 */
export function findGlobalPlan(input: DiscoveryInput): Discovery | null {
  const folder = join(input.claudeFolder, "plans");
  // A link from one's own home folder leads where its owner wants.
  const plans = listPlans(folder, null);
  const read = plans.slice(0, MAX_PLANS).map((plan) => ({ plan, text: readText(plan) }));
  const keep = (names: RegExp | null) =>
    names ? read.filter(({ text }) => names.test(text)).map(({ plan }) => plan) : [];
  const byPath = keep(toPathPattern(input));
  const named = byPath.length > 0 ? byPath : keep(toNamePattern(input.project));
  const [path] = plans;
  if (path === undefined || named.length > 0) return choose(named, "global_plan");
  const why = "nothing-names-this-project";
  return { kind: "doubtful", path, method: "global_plan_mtime", why };
}

function readText(plan: string): string {
  const bytes = readStart(plan, MAX_PLAN_BYTES);
  return bytes ? decodeText(bytes).text : "";
}

/** The project's path in full or from `~`, not as the start of another folder's name. */
function toPathPattern({ project, home }: DiscoveryInput): RegExp {
  const forms = [project, ...(isBelow(project, home) ? [`~${project.slice(home.length)}`] : [])];
  return new RegExp(
    `(?<![\\w/~.-])(?:${forms.map((form) => RegExp.escape(form)).join("|")})(?![\\w-]|\\.\\w)`,
  );
}

/** The project's name as a word of its own, where it is a name that means something. */
function toNamePattern(project: string): RegExp | null {
  const name = basename(project);
  if (name.length < MIN_NAME_LENGTH || COMMON_NAMES.test(name)) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${RegExp.escape(name)}(?![\\p{L}\\p{N}_-])`, "iu");
}

function isBelow(path: string, folder: string): boolean {
  return folder.length > 1 && path.startsWith(`${folder}/`);
}
