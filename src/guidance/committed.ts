/**
 * Guidance that a repository has committed: it is the project's, whatever its time says. Only what
 * was added since is the user's.
 */
import { parseJson } from "../store/files/json_text.ts";
import { isObject } from "../store/records/json_record.ts";
import { findGitTop } from "../store/project.ts";
import { findTracked } from "../ideas/tree/git_index.ts";
import { guidanceOf } from "./document.ts";
import { GUIDANCE_LISTS, type GuidanceList } from "./item.ts";
import { PROJECT_FILES } from "../store/project_files.ts";

const CONFIG = `.claude/${PROJECT_FILES.config.name}`;
/** Longest time for git to print one file, milliseconds. */
const TIMEOUT_MS = 5_000;

/** Tells whether the repository has committed a text. */
export type IsCommitted = (list: GuidanceList, text: string) => boolean;

/** Tells whether git tracks the project's configuration. For hooks too: starts no program. */
export function isConfigTracked(project: string): boolean {
  return findTracked(project, [CONFIG]).length > 0;
}

/**
 * Finds which guidance the repository has committed. Asks git, so not for hooks.
 *
 * @returns True for every text where the file is tracked and git does not print it.
 */
export async function findCommitted(project: string): Promise<IsCommitted> {
  const top = findGitTop(project);
  if (top === null || !isConfigTracked(project)) return () => false;
  const { askGit } = await import("../system/run_git.ts");
  const endsAt = performance.now() + TIMEOUT_MS;
  const below = project === top ? "" : `${project.slice(top.length + 1)}/`;
  const object = `:${below}${CONFIG}`;
  const answer = await askGit(top, "cat-file", ["blob", object], endsAt);
  const json = answer.kind === "text" ? parseJson(answer.text) : null;
  if (json?.kind !== "ok" || !isObject(json.value)) return () => true;
  const committed = guidanceOf(json.value);
  const keys = new Set(
    GUIDANCE_LISTS.flatMap((list) => committed[list].map(({ text }) => `${list}\0${text}`)),
  );
  return (list, text) => keys.has(`${list}\0${text}`);
}
