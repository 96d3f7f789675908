/**
 * `find` and `fd`: judged by trying their expression on control files, plans, and the folders above
 * them, so the size of the tree does not matter.
 *
 * @module
 */
import { isWithin, joinPath, lastName, parentOf } from "../../_paths.ts";
import { isKnown, lazily, UNKNOWN } from "../words/text.ts";
import type { Call, Verb } from "../shell.ts";
import { type Action, type Candidate, parseExpression } from "./find_expression.ts";

const find: Verb = (call) => {
  const at = call.args.findIndex((arg) => /^(-(?![HLPDO])|[(!,])/.test(arg));
  const head = at < 0 ? call.args : call.args.slice(0, at);
  const words = at < 0 ? [] : call.args.slice(at);
  const given = head.filter((arg) => !/^-[HLPDO]/.test(arg));
  const roots = given.length > 0 ? given : ["."];
  const expression = parseExpression(words, call.shell.disk);
  call.write(expression.writes);
  const names: string[] = [];
  for (const root of roots) {
    if (isKnown(call.absolute(root))) {
      for (const each of listCandidates(call, root)) visit(each);
    } else if (words.some((word) => /^-(delete|exec|execdir|ok|okdir)$/.test(word))) {
      // Any path below the root may be removed.
      call.remove([`${root}/${UNKNOWN}`], true);
    }
  }
  // Each control file was tried, so every other path is another file.
  const others = roots.map((root) =>
    isKnown(root) ? `${root}/guard-other-${UNKNOWN}` : `${root}/${UNKNOWN}`
  );
  return { out: lazily(() => [...names, ...others].map((path) => `${path}\n`).join("")) };

  function visit(candidate: Candidate): void {
    const { depth, path, shown } = candidate;
    if (depth < expression.minDepth || depth > expression.maxDepth) return;
    // `-delete` works from the bottom, and then pruning does nothing.
    if (!expression.isDepthFirst && isPruned(candidate)) return;
    const actions: Action[] = [];
    const isMatch = expression.test(candidate, actions);
    if (!expression.hasAction && isMatch !== false) names.push(shown);
    for (const action of actions) {
      if (action.kind === "print") names.push(shown);
      // `-delete` removes only empty folders, and a folder with control files is not empty.
      else if (action.kind === "delete" && candidate.kind !== "dir") {
        call.shell.harm.remove("/", path, false);
      } else if (action.kind === "exec") runAction(call, candidate, action);
    }
  }

  function isPruned({ path, shown, depth }: Candidate): boolean {
    for (let up = 1; up <= depth; up++) {
      const actions: Action[] = [];
      const folder: Candidate = {
        path: path.split("/").slice(0, -up).join("/") || "/",
        shown: shown.split("/").slice(0, -up).join("/"),
        depth: depth - up,
        kind: "dir",
      };
      const isSure = expression.test(folder, actions) !== undefined || actions.length === 1;
      if (isSure && actions.some(({ kind }) => kind === "prune")) return true;
    }
    return false;
  }
};

/** Lists control files and plans below a root, and the folders above them, the root first. */
function listCandidates(call: Call, root: string): Candidate[] {
  const { disk, control } = call.shell;
  const base = disk.resolve(call.absolute(root));
  const paths = new Set<string>();
  const ends = [
    ...control.existing(),
    ...control.plans(),
    ...control.projectBases,
    ...control.homeBases,
  ];
  for (const path of ends) {
    if (disk.entry(path) === undefined) continue;
    for (let at = path; isWithin(at, base); at = parentOf(at)) {
      paths.add(at);
      if (at === base) break;
    }
  }
  return [...paths].toSorted().map((path) => {
    const rest = path === base ? "" : path.slice(base === "/" ? 1 : base.length + 1);
    return {
      shown: rest === "" ? root : joinPath(root, rest),
      path,
      depth: rest === "" ? 0 : rest.split("/").length,
      kind: disk.entry(path)?.kind ?? "file",
    };
  });
}

function runAction(
  call: Call,
  { path, shown }: Candidate,
  { argv, isInFolder }: Extract<Action, { kind: "exec" }>,
): void {
  const filled = argv.map((word) =>
    word.replaceAll("{}", isInFolder ? `./${lastName(path)}` : shown)
  );
  const cwd = isInFolder ? parentOf(path) : call.cwd;
  call.shell.runArgs(filled, { ...call.state, env: { ...call.state.env, cwd } }, () => "");
}

/** `fd PATTERN DIR -x CMD`: its command is judged for every control file below the folder. */
const fd: Verb = (call) => {
  const at = call.args.findIndex((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg));
  if (at < 0) return;
  const head = call.args.slice(0, at);
  const argv = call.args.slice(at + 1);
  const roots = head.filter((arg) => !arg.startsWith("-")).slice(1);
  const seesHidden = head.some((arg) => /^(-[a-zA-Z]*[Hu]|--hidden|--unrestricted)/.test(arg));
  const isNamed = argv.some((word) => word.includes("{}"));
  for (const root of (roots.length > 0 ? roots : ["."]).filter(isKnown)) {
    for (const { shown } of listCandidates(call, root)) {
      if (!seesHidden && shown.slice(root.length).includes("/.")) continue;
      const filled = argv.map((word) => word.replaceAll("{}", shown));
      call.runArgs(isNamed ? filled : [...argv, shown]);
    }
  }
};

/** The rules for `find` and `fd`, by command name. */
export const FIND_VERBS: Readonly<Record<string, Verb>> = { find, gfind: find, fd, fdfind: fd };
