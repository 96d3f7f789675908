/** The cascade's last step: the plan that a project keeps with its code, by its open items. */
import { basename, join } from "@std/path";
import { statOf } from "../files.ts";
import { isReallyBelow } from "../paths.ts";
import { namesIn, realPathOf } from "../../store/files/presence.ts";
import { readFocusFile } from "../items/read_document.ts";
import type { Discovery, DiscoveryInput } from "./discovery.ts";

/** Names of plans in any case, most likely first. */
const NAMES = ["plan", "implementation-plan", "fix-plan", "tasks", "todo", "prd", "roadmap"];
const NAME = /^@?(plan|implementation[-_ ]?plan|fix[-_ ]?plan|tasks|todo|prd|roadmap)\.md$/i;
/** Any document in a folder of plans, except its index. */
const PLAN_FILE = /^(?!readme\.|index\.|\.).*\.md$/i;
/** Maximum number of specs to read. */
const MAX_PLANS = 200;
/** Maximum number of plans to name. */
const MAX_NAMED = 20;

interface PlanFile {
  readonly path: string;
  readonly open: number;
  readonly items: number;
}

/**
 * Finds `PLAN.md` and similar names in the project's root, `docs/` and `specs/*`, and any document in
 * `docs/plans/` and `plans/`.
 *
 * @returns The plan with open items, or all of them if there are several. If none has an open item, the
 * first plan with ticked items, which is never taken without asking.
 */
export function findProjectPlan(
  { project }: Pick<DiscoveryInput, "project">,
): Discovery | null {
  const plans: PlanFile[] = [];
  for (const path of listPaths(project)) {
    const { items } = readFocusFile(path);
    const binding = items.filter(({ optional }) => !optional);
    const open = binding.filter(({ state }) => state === "open").length;
    plans.push({ path, open, items: binding.length });
  }
  const method = "project_plan";
  const open = plans.filter((plan) => plan.open > 0).slice(0, MAX_NAMED);
  if (open.length === 1) return { kind: "found", path: open[0]!.path, method };
  if (open.length > 1) {
    const openItems = open.map((plan) => plan.open);
    return { kind: "ambiguous", method, candidates: open.map(({ path }) => path), openItems };
  }
  const ticked = plans.find(({ items }) => items > 0);
  return ticked ? { kind: "doubtful", path: ticked.path, method, why: "complete-already" } : null;
}

/** Lists paths of plans, most likely first. A link that leads out of the project is not followed. */
function listPaths(project: string): string[] {
  const below = (folder: string, name: RegExp) =>
    namesIn(folder).filter((entry) => name.test(entry)).sort()
      .map((entry) => join(folder, entry));
  const docs = below(project, /^docs?$/i);
  const plansOf = (folder: string) => below(folder, /^plans$/i);
  const plansFolders = [...docs.flatMap(plansOf), ...plansOf(project)];
  const folders = [
    project,
    ...docs,
    ...below(project, /^specs$/i).flatMap((folder) => below(folder, /^[^.]/)).slice(0, MAX_PLANS),
  ];
  const seen = new Set<string>();
  return [
    ...folders.flatMap((folder) => below(folder, NAME).sort(byName)),
    // Any document in a folder of plans is a plan.
    ...plansFolders.flatMap((folder) => below(folder, PLAN_FILE).sort(byName)),
  ]
    .filter((path) => statOf(path)?.kind === "file" && isReallyBelow(path, project))
    .filter((path) => {
      const real = realPathOf(path) ?? path;
      if (seen.has(real)) return false;
      seen.add(real);
      return true;
    })
    .slice(0, MAX_PLANS);
}

function byName(left: string, right: string): number {
  return rank(left) - rank(right) || (left < right ? -1 : 1);
}

function rank(path: string): number {
  const name = NAME.exec(basename(path))?.[1]?.toLowerCase().replace(/[_ ]/, "-") ?? "";
  const at = NAMES.findIndex((listed) => listed.replace("-", "") === name.replace("-", ""));
  return at === -1 ? NAMES.length : at;
}
