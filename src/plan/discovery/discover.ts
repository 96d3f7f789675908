/** Finds the focus file by a cascade: the first hit wins. */
import { isAbsolute, resolve } from "@std/path";
import { isBinary, readStart, statOf } from "../files.ts";
import { leadsOut } from "../paths.ts";
import { MAX_FILE_BYTES } from "../items/read_document.ts";
import type { Discovery, DiscoveryInput, Refusal } from "./discovery.ts";
import { PLAN_PLACES } from "./places.ts";
import { findProjectPlan } from "./project_plan.ts";

/** Judges whether the file at a path is complete already. */
type IsComplete = (path: string) => boolean;

/** Maximum number of candidates to name. */
const MAX_CANDIDATES = 20;

/**
 * Finds the focus file.
 *
 * @param isComplete Judges whether a file is complete already. Such a file is doubtful, unless the user
 * named it.
 * @returns The result and how it was found. It never throws because of files.
 */
export function discoverFocus(input: DiscoveryInput, isComplete: IsComplete): Discovery {
  if (input.noFocus) return { kind: "none", method: "no_focus" };
  if (input.explicit !== null) return findExplicit(input.explicit, input);
  const placed = findInPlaces(input, isComplete);
  if (placed !== null && placed.kind !== "doubtful") return placed;
  if (input.task !== null) return placed ?? { kind: "none", method: "task" };
  // Prefer a plan with open items to a doubtful file.
  const projectPlan = findProjectPlan(input);
  const isOpen = projectPlan?.kind === "found" || projectPlan?.kind === "ambiguous";
  return isOpen ? projectPlan : placed ?? projectPlan ?? { kind: "none", method: "none" };
}

/**
 * Searches the places for plans. With a task given as text, searches only those of the session's own work.
 */
function findInPlaces(input: DiscoveryInput, isComplete: IsComplete): Discovery | null {
  for (const { method, list, isSessions = false, doubt } of PLAN_PLACES) {
    if (input.task !== null && !isSessions) continue;
    const files = list(input);
    const [path] = files;
    if (path === undefined) continue;
    if (files.length > 1) {
      return { kind: "ambiguous", method, candidates: files.slice(0, MAX_CANDIDATES) };
    }
    const why = doubt ?? (isComplete(path) ? "complete-already" : null);
    return why === null ? { kind: "found", path, method } : { kind: "doubtful", path, method, why };
  }
  return null;
}

/**
 * Finds the file that the user named, relative to the working directory, then to the project.
 *
 * @returns The file, or a refusal with the path that was tried first.
 */
function findExplicit(name: string, input: DiscoveryInput): Discovery {
  const path = locateNamed(name, input);
  const why = name.trim() === ""
    ? "missing"
    : input.isExplicitFromProject === true && leadsOut(path, input.project)
    ? "outside"
    : refuse(path);
  return why === null
    ? { kind: "found", path, method: "explicit" }
    : { kind: "refused", path, why };
}

/**
 * Locates a file by a typed name, relative to the working directory, then to the project.
 *
 * @returns The path that exists, or else the path that was tried first.
 */
export function locateNamed(
  name: string,
  { cwd, home, project }: Pick<DiscoveryInput, "cwd" | "home" | "project">,
): string {
  const expanded = /^~(?=[/\\]|$)/.test(name) ? home + name.slice(1) : name;
  const tried = isAbsolute(expanded)
    ? [expanded]
    : [resolve(cwd, expanded), resolve(project, expanded)];
  return tried.find((candidate) => statOf(candidate) !== null) ?? tried[0]!;
}

function refuse(path: string): Refusal | null {
  const stat = statOf(path);
  if (!stat) return "missing";
  if (stat.kind === "folder") return "folder";
  if (stat.kind === "other") return "unreadable";
  if (stat.size > MAX_FILE_BYTES) return "too-large";
  const start = readStart(path, 8_192);
  if (!start) return "unreadable";
  return isBinary(start) ? "binary" : null;
}
