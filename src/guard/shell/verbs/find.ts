/**
 * `find`: would its expression act on a file of control? Only paths of control, plans, and the folders
 * above them are tried, so the size of the tree does not matter.
 *
 * @module
 */
import { isWithin, joinPath, lastName, parentOf } from "../../_paths.ts";
import { type Action, type Candidate, Expression } from "./find_expression.ts";
import { absolute, type Invocation, type Verb } from "./call.ts";
import { isKnown, lazily, UNKNOWN } from "../words/text.ts";

/** The rule for `find`. */
export const find: Verb = (call) => {
  const at = call.args.findIndex((arg) => /^(-(?![HLPDO])|[(!,])/.test(arg));
  const head = at < 0 ? call.args : call.args.slice(0, at);
  const words = at < 0 ? [] : call.args.slice(at);
  const roots = head.filter((arg) => !/^-[HLPDO]/.test(arg));
  const expression = new Expression(call, words);
  const found: string[] = [];
  for (const root of roots.length > 0 ? roots : ["."]) {
    if (!isKnown(absolute(call, root))) actUnseen(call, root, words);
    else for (const each of listCandidates(call, root)) visit(call, each, expression, found);
  }
  const others = (roots.length > 0 ? roots : ["."]).map(otherPathsBelow);
  return { out: lazily(() => [...found, ...others].map((path) => `${path}\n`).join("")) };
};

/** What else is found below a root: all of control is looked at one by one, so it is none of control. */
function otherPathsBelow(root: string): string {
  return isKnown(root) ? `${root}/guard-other-${UNKNOWN}` : `${root}/${UNKNOWN}`;
}

/** A root that cannot be seen: judged as what stands below it. */
function actUnseen(call: Invocation, root: string, words: readonly string[]): void {
  const acts = words.some((word) => /^-(delete|exec|execdir|ok|okdir)$/.test(word));
  if (acts) call.shell.harm.remove(call.cwd, `${root}/${UNKNOWN}`, true);
}

/** Our paths below a root with the folders that lead there, the root itself first. */
function listCandidates(call: Invocation, root: string): Candidate[] {
  const { disk, control } = call.shell;
  const base = disk.resolve(absolute(call, root));
  const paths = new Set<string>();
  const meant = [
    ...control.existing(),
    ...control.plans(),
    ...control.projectBases,
    ...control.homeBases,
  ];
  for (const path of meant) {
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

function visit(
  call: Invocation,
  candidate: Candidate,
  expression: Expression,
  found: string[],
): void {
  const { depth } = candidate;
  if (depth < expression.minDepth || depth > expression.maxDepth) return;
  // `-delete` works from the bottom, and then pruning does nothing.
  if (!expression.isDepthFirst && isPruned(candidate, expression)) return;
  const actions: Action[] = [];
  const truth = expression.test(candidate, actions);
  const acts = actions.filter((action) => action.kind !== "prune");
  if (acts.length === 0 && !expression.hasAction && truth !== false) found.push(candidate.shown);
  for (const action of acts) {
    if (action.kind === "print") found.push(candidate.shown);
    // Only an empty folder is deleted, and a folder of control is not.
    else if (action.kind === "delete") {
      if (candidate.kind !== "dir") call.shell.harm.remove("/", candidate.path, false);
    } else if (action.kind === "exec") runAction(call, candidate, action);
  }
}

function runAction(
  call: Invocation,
  candidate: Candidate,
  action: Extract<Action, { kind: "exec" }>,
): void {
  const shown = action.isDir ? `./${lastName(candidate.path)}` : candidate.shown;
  const argv = action.argv.map((word) => word.replaceAll("{}", shown));
  const cwd = action.isDir ? parentOf(candidate.path) : call.cwd;
  const state = { ...call.state, env: { ...call.state.env, cwd } };
  call.shell.runArgs(argv, state, () => "");
}

function isPruned(candidate: Candidate, expression: Expression): boolean {
  const parts = candidate.shown.split("/");
  for (let up = 1; up <= candidate.depth; up++) {
    const actions: Action[] = [];
    const path = candidate.path.split("/").slice(0, -up).join("/") || "/";
    const shown = parts.slice(0, -up).join("/");
    const depth = candidate.depth - up;
    const truth = expression.test({ shown, path, depth, kind: "dir" }, actions);
    const isSure = truth !== undefined || actions.length === 1;
    if (isSure && actions.some((action) => action.kind === "prune")) return true;
  }
  return false;
}

/** `fd PATTERN DIR -x CMD`: what it would run is tried on everything of control below the folder. */
export const fd: Verb = (call) => {
  const at = call.args.findIndex((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg));
  if (at < 0) return;
  const operands = call.args.slice(0, at).filter((arg) => !arg.startsWith("-"));
  const isHiddenSeen = call.args.slice(0, at).some((arg) =>
    /^(-[a-zA-Z]*[Hu]|--hidden|--unrestricted)/.test(arg)
  );
  for (const root of operands.length > 1 ? operands.slice(1) : ["."]) {
    for (const each of isKnown(root) ? listCandidates(call, root) : []) {
      if (
        !isHiddenSeen &&
        each.shown.split("/").slice(root.split("/").length).some((part) => part.startsWith("."))
      ) {
        continue;
      }
      const argv = call.args.slice(at + 1);
      const isNamed = argv.some((word) => word.includes("{}"));
      const filled = argv.map((word) => word.replaceAll("{}", each.shown));
      call.shell.runArgs(isNamed ? filled : [...argv, each.shown], call.state, () => "");
    }
  }
};
