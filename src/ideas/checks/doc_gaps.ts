/**
 * The check `doc-feature-gap`: finds documents that tell the reader to run something that does not exist.
 * Reports nothing if in doubt.
 */
import type { Mention } from "../facts/mentions.ts";
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import { folderOf } from "../tree/walk_files.ts";
import { isReadme, isTestData } from "../path_kind.ts";
import { RUN_WORDS, type TaskList } from "../facts/task_list.ts";
import type { TreeView } from "./tree_view.ts";

/** Commands that a runner has built in. */
const BUILT_IN: ReadonlySet<string> = new Set(["env", "start", "restart", "test", "install"]);
/** Tasks in files of their own. */
const MISE_FOLDERS = [
  "mise-tasks",
  ".mise-tasks",
  "mise/tasks",
  ".mise/tasks",
  ".config/mise/tasks",
];

/** Documents that describe the past. */
const IS_HISTORY = /(?:^|\/)(?:changelog|changes|history|news)\b[^/]*$/i;
/** Missing names that are always reported for a README, since it is about its own project. */
const FEW_IN_VAIN = 2;

/** All task names of each runner; null if they cannot be determined. */
type Names = Readonly<Record<string, ReadonlySet<string> | null>>;

/**
 * Compares the tasks and files that documents name with those that exist.
 *
 * @returns An opportunity for each missing task or file that a document names.
 */
export function findDocumentGaps(view: TreeView): Opportunity[] {
  const lists = [...view.withFacts.values()].flatMap(({ tasks }) => tasks ?? []);
  const names: Names = Object.fromEntries(
    Object.keys(RUN_WORDS).map((runner) => [runner, namesOf(runner, view, lists)]),
  );
  return [...view.withFacts].flatMap(([file, { mentions = [] }]) =>
    IS_HISTORY.test(file) || isTestData(file) ? [] : findNamedInVain(view, file, mentions, names)
  );
}

function namesOf(
  runner: string,
  view: TreeView,
  lists: readonly TaskList[],
): ReadonlySet<string> | null {
  // Deno also runs the scripts of package.json.
  const runners = runner === "deno" ? ["deno", "npm"] : [runner];
  const own = lists.filter((list) => runners.includes(list.runner));
  const isUnclear = view.hasUnread || own.some(({ isOpen }) => isOpen) ||
    !own.some((list) => list.runner === runner) ||
    (runner === "mise" && MISE_FOLDERS.some((folder) => view.has(folder)));
  return isUnclear ? null : new Set(own.flatMap((list) => list.names));
}

/**
 * Finds the missing names of a document. A document with more missing names than existing ones is about
 * another project.
 */
function findNamedInVain(
  view: TreeView,
  file: string,
  mentions: readonly Mention[],
  names: Names,
): Opportunity[] {
  const distinct = new Map(mentions.map((mention) => [mention.slice(1).join(" "), mention]));
  let there = 0;
  const gaps = [...distinct.values()].flatMap((mention) => {
    const [line, runner, name] = mention;
    const verdict = runner === "file"
      ? judgeFile(view, file, name)
      : judgeTask(runner, name, names);
    if (verdict === "there") there++;
    if (typeof verdict === "string") return [];
    return makeOpportunity("doc-feature-gap", {
      key: `${file}\0${runner}\0${name}`,
      file,
      line,
      text: `${file}:${line} says to run ${verdict.missing}`,
    });
  });
  const most = Math.max(isReadme(file) ? FEW_IN_VAIN : 0, there);
  return gaps.length > most ? [] : gaps;
}

/** The result of looking for a task or file that a document names. */
type Verdict = "there" | "unknown" | { readonly missing: string };

function judgeFile(view: TreeView, document: string, name: string): Verdict {
  const folder = folderOf(document);
  if (view.has(name) || view.has(folder === "" ? name : `${folder}/${name}`)) return "there";
  // A path outside the project's folders may be the reader's own file.
  const top = name.slice(0, Math.max(0, name.indexOf("/")));
  const isOurs = top !== "" && view.hasFolder(top);
  return isOurs ? { missing: `\`${name}\`, and there is no such file` } : "unknown";
}

function judgeTask(runner: string, name: string, names: Names): Verdict {
  const known = Object.hasOwn(names, runner) ? names[runner] ?? null : null;
  if (known?.has(name)) return "there";
  if (known === null || (runner === "npm" && BUILT_IN.has(name))) return "unknown";
  const words = RUN_WORDS[runner as TaskList["runner"]];
  return { missing: `\`${words} ${name}\`, and there is no such task` };
}
