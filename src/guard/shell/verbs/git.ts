/**
 * `git`: what git tracks and what it ignores decides which of its commands reach our files.
 *
 * @module
 */
import { createIgnoreTest } from "../../_git_ignore.ts";
import { readRepository, type Repository } from "../../git_repository.ts";
import { isWithin, joinPath } from "../../_paths.ts";
import { findTopOf, type GitCall, isMeant, readOurs } from "./git_files.ts";
import { moveTracked, restore, touchTracked } from "./git_tracked.ts";
import type { Outcome, Verb } from "./call.ts";
import { allValues, hasFlag, readOptions } from "./options.ts";
import { UNKNOWN } from "../words/text.ts";
import { applyPatch } from "./writers.ts";
import { quoteWord } from "../../../text/shell_word.ts";

/** The rule for `git`. */
export const git: Verb = (call) => {
  const args = [...call.args];
  let cwd = call.cwd;
  const aliases = new Map<string, string>();
  while (args[0]?.startsWith("-")) {
    const option = args.shift() as string;
    if (option === "-C" || option === "--work-tree") cwd = joinPath(cwd, args.shift() ?? "");
    else if (option.startsWith("--work-tree=")) cwd = joinPath(cwd, option.slice(12));
    else if (option === "-c") readAlias(args.shift() ?? "", aliases);
    else if (option === "--git-dir" || option === "--namespace" || option === "--exec-path") {
      args.shift();
    }
  }
  const [sub = "", ...rest] = args;
  const alias = aliases.get(sub);
  if (alias !== undefined) {
    const text = alias.startsWith("!") ? alias.slice(1) : `git ${alias}`;
    call.shell.runText([text, ...rest.map(quoteWord)].join(" "), call.state, call.stdin);
    return;
  }
  return judgeSub({ call, cwd, sub, args: rest });
};

function readAlias(setting: string, aliases: Map<string, string>): void {
  const [, name, value] = /^alias\.([^=]+)=([^]*)$/.exec(setting) ?? [];
  if (name !== undefined && value !== undefined) aliases.set(name, value);
}

function judgeSub(git: GitCall): Outcome | void {
  const { call, cwd, sub, args } = git;
  for (const arg of args) {
    if (arg.startsWith("--output=")) call.shell.harm.write(cwd, arg.slice(9));
  }
  switch (sub) {
    case "add":
      return add(git);
    case "clean":
      return clean(git);
    case "stash":
      return stash(git);
    case "checkout":
    case "restore":
    case "switch":
      return restore(git);
    case "reset":
      if (args.some((arg) => /^--(hard|merge|keep)$/.test(arg))) touchTracked(git, []);
      return;
    case "checkout-index":
    case "read-tree":
      if (args.some((arg) => /^(-f|-a|-u|--force|--all|--reset|-af|-fa)$/.test(arg))) {
        touchTracked(git, []);
      }
      return;
    case "rm":
    case "mv":
      return moveTracked(git);
    case "apply":
    case "am": {
      const options = readOptions(args, { short: "pC", long: ["directory", "exclude", "include"] });
      if (hasFlag(options, "check", "stat", "numstat", "cached")) return;
      const top = findTopOf(git) ?? cwd;
      const texts = options.operands.map((path) => () =>
        call.shell.disk.text(joinPath(cwd, path), 1 << 20) ?? UNKNOWN
      );
      for (const text of texts.length > 0 ? texts : [call.stdin]) applyPatch(call, text, top, 1);
      return;
    }
    case "worktree":
      if (args[0] === "remove" || args[0] === "move") {
        const [path] = readOptions(args.slice(1)).operands;
        if (path !== undefined) call.shell.harm.remove(cwd, path, true);
      }
      return;
    case "archive":
    case "format-patch":
    case "bundle": {
      const options = readOptions(args, { short: "o", long: ["output", "output-directory"] });
      for (const path of allValues(options, "o", "output")) call.shell.harm.write(cwd, path);
      if (sub === "bundle" && args[0] === "create") call.shell.harm.write(cwd, args[1] ?? UNKNOWN);
      return;
    }
    case "rev-parse":
      if (args.includes("--show-toplevel")) return { out: () => `${findTopOf(git) ?? UNKNOWN}\n` };
      if (args.includes("--show-prefix") || args.includes("--show-cdup")) {
        return { out: () => UNKNOWN };
      }
      return;
    default:
      return runGiven(git);
  }
}

/** Subcommands that run a command they are given. */
function runGiven({ call, sub, args }: GitCall): void {
  const texts: string[] = [];
  if (sub === "rebase") {
    texts.push(...allValues(readOptions(args, { short: "x", long: ["exec"] }), "x", "exec"));
  }
  if (sub === "bisect" && args[0] === "run") {
    call.shell.runArgs(args.slice(1), call.state, () => "");
  }
  if (sub === "submodule" && args.includes("foreach")) {
    texts.push(
      args.slice(args.indexOf("foreach") + 1).filter((arg) => !arg.startsWith("-")).join(" "),
    );
  }
  if (sub === "filter-branch") {
    args.forEach((arg, index) => /-filter$/.test(arg) && texts.push(args[index + 1] ?? ""));
  }
  if (sub === "config") {
    for (const arg of args) if (arg.startsWith("!")) texts.push(arg.slice(1));
  }
  if (sub === "grep") {
    const pager = args.find((arg) => /^(-O.|--open-files-in-pager=)/.test(arg));
    if (pager !== undefined) {
      texts.push(`${pager.replace(/^(-O|--[^=]*=)/, "")} ${args.at(-1) ?? ""}`);
    }
  }
  for (const text of texts) call.shell.runText(text, call.state, () => "");
}

/** `git add -f` harms nothing, but what git tracks it can also take away. */
function add(git: GitCall): void {
  const options = readOptions(git.args);
  if (!hasFlag(options, "f", "force")) return;
  const found = readOurs(git);
  for (const path of found?.paths.values() ?? []) {
    if (isMeant(git, options.operands, path, found?.repository.top ?? "/")) {
      git.call.shell.added.add(path);
    }
  }
}

/** `git clean`: untracked files go; ignored ones only with `-x` or `-X`. */
function clean(git: GitCall): void {
  const options = readOptions(git.args, { short: "e", long: ["exclude"] });
  const isForced = hasFlag(options, "f", "force", "i", "interactive") ||
    git.call.args.some((arg) => /^clean\.requireforce=/i.test(arg));
  if (hasFlag(options, "n", "dry-run") || !isForced) return;
  const found = readOurs(git);
  if (found === undefined) return;
  const { repository, paths } = found;
  const { disk, harm, scene } = git.call.shell;
  const [all, onlyIgnored] = [hasFlag(options, "x"), hasFlag(options, "X")];
  const excluded = allValues(options, "e", "exclude");
  const isIgnored = createIgnoreTest(disk, repository, scene.homeDir, excluded, !all);
  const here = disk.resolve(git.cwd);
  const isDeep = hasFlag(options, "d") || options.operands.length > 0 || onlyIgnored;
  for (const [name, path] of paths) {
    if (
      repository.tracked?.has(name) === true ||
      options.operands.length === 0 && !isWithin(path, here)
    ) continue;
    if (!isMeant(git, options.operands, path, repository.top)) continue;
    if (onlyIgnored ? !isIgnored(name) : isIgnored(name)) continue;
    // Without -d git does not look into a folder in which it tracks nothing.
    if (!isDeep && !tracksInFolder(git, repository, name)) continue;
    harm.remove("/", path, false, "clean");
  }
}

function tracksInFolder({ call }: GitCall, { top }: Repository, name: string): boolean {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const { tracked } = readRepository(call.shell.disk, top, (path) => path.startsWith(folder));
  return tracked === undefined || tracked.size > 0;
}

/** `git stash`: tracked changes go; `-u` takes untracked files too, `-a` also ignored ones. */
function stash(git: GitCall): void {
  const [first = "push", ...rest] = git.args;
  if (!/^(push|save|-.*)$/.test(first)) return;
  const options = readOptions(first.startsWith("-") ? git.args : rest, {
    short: "m",
    long: ["message", "pathspec-from-file"],
  });
  const specs = first === "save" ? [] : options.operands;
  touchTracked(git, specs);
  const takesAll = hasFlag(options, "a", "all");
  if (!takesAll && !hasFlag(options, "u", "include-untracked")) return;
  const found = readOurs(git);
  if (found === undefined) return;
  const { repository, paths } = found;
  const { disk, harm, scene } = git.call.shell;
  const isIgnored = createIgnoreTest(disk, repository, scene.homeDir, [], true);
  for (const [name, path] of paths) {
    if (repository.tracked?.has(name) === true || !takesAll && isIgnored(name)) continue;
    if (isMeant(git, specs, path, repository.top)) harm.remove("/", path, false, "stash");
  }
}
