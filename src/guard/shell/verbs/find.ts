/**
 * `find` and `fd`: judged by trying their expression on control files, plans, and the folders above
 * them, so the size of the tree does not matter.
 *
 * @module
 */
import { isWithin, joinPath, lastName, parentOf } from "../../_paths.ts";
import { isKnown, lazily, NO_TEXT, UNKNOWN } from "../words/text.ts";
import type { Call, Verb } from "../shell.ts";
import { type Action, type Candidate, parseExpression } from "./find_expression.ts";

const find: Verb = (call) => {
  const at = call.args.findIndex((arg) => /^(-(?![HLPDO])|[(!,])/.test(arg));
  const [head, words] = at < 0 ? [call.args, []] : [call.args.slice(0, at), call.args.slice(at)];
  const given = head.filter((arg) => !/^-[HLPDO]/.test(arg));
  const roots = given.length > 0 ? given : ["."];
  const { test, minDepth, maxDepth, hasAction, isDepthFirst, writes } = parseExpression(
    words,
    call.shell.disk,
  );
  call.write(writes);
  const names: string[] = [];
  const pruned: string[] = [];
  for (const root of roots) {
    // Folders come before what is in them.
    for (const candidate of listCandidates(call, root)) {
      const { depth, path, shown, kind } = candidate;
      if (depth < minDepth || depth > maxDepth || pruned.some((each) => isWithin(path, each))) {
        continue;
      }
      const actions: Action[] = [];
      const isMatch = test(candidate, actions);
      if (!hasAction && isMatch !== false) names.push(shown);
      for (const action of actions) {
        if (action.kind === "print") names.push(shown);
        else if (action.kind === "exec") runAction(call, candidate, action);
        // `-delete` removes only empty folders, and a folder with control files is not empty.
        else if (action.kind === "delete" && kind !== "dir") {
          call.shell.harm.remove("/", path, false);
        } // `-delete` works from the bottom, and then pruning does nothing.
        else if (action.kind === "prune" && !isDepthFirst) {
          if (isMatch !== undefined || actions.length === 1) pruned.push(path);
        }
      }
    }
    const isRemoving = words.some((word) => /^-(delete|exec|execdir|ok|okdir)$/.test(word));
    if (!isKnown(call.absolute(root)) && isRemoving) call.remove([`${root}/${UNKNOWN}`], true);
    // Each control file was tried, so every other path is another file.
    names.push(isKnown(root) ? `${root}/guard-other-${UNKNOWN}` : `${root}/${UNKNOWN}`);
  }
  return { out: lazily(() => names.map((path) => `${path}\n`).join("")) };
};

/** Lists control files and plans below a root, and the folders above them, the root first. */
function listCandidates(call: Call, root: string): Candidate[] {
  if (!isKnown(call.absolute(root))) return [];
  const { disk, control } = call.shell;
  const base = disk.resolve(call.absolute(root));
  const paths = new Set<string>();
  const { projectBases, homeBases } = control;
  for (const end of [...control.existing(), ...control.plans(), ...projectBases, ...homeBases]) {
    if (disk.entry(end) === undefined) continue;
    for (let at = end; isWithin(at, base); at = parentOf(at)) {
      paths.add(at);
      if (at === base) break;
    }
  }
  return [...paths].toSorted().map((path) => {
    const names = path.slice(base.length).split("/").filter((name) => name !== "");
    const shown = names.length === 0 ? root : joinPath(root, names.join("/"));
    return { shown, path, depth: names.length, kind: disk.entry(path)?.kind ?? "file" };
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
  call.shell.runArgs(filled, { ...call.state, env: { ...call.state.env, cwd } }, NO_TEXT);
}

/** `fd PATTERN DIR -x CMD`: its command is judged for every control file below the folder. */
const fd: Verb = (call) => {
  const at = call.args.findIndex((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg));
  if (at < 0) return;
  const head = call.args.slice(0, at);
  const argv = call.args.slice(at + 1);
  const roots = head.filter((arg) => !arg.startsWith("-")).slice(1);
  const seesHidden = head.some((arg) => /^(-[a-zA-Z]*[Hu]|--hidden|--unrestricted)/.test(arg));
  for (const root of roots.length > 0 ? roots : ["."]) {
    for (const candidate of listCandidates(call, root)) {
      // A hidden folder is searched if it is named.
      if (!seesHidden && candidate.shown.slice(root.length).includes("/.")) continue;
      const named = argv.some((word) => word.includes("{}")) ? argv : [...argv, "{}"];
      runAction(call, candidate, { kind: "exec", argv: named, isInFolder: false });
    }
  }
};

/** The rules for `find` and `fd`, by command name. */
export const FIND_VERBS: Readonly<Record<string, Verb>> = { find, gfind: find, fd, fdfind: fd };
