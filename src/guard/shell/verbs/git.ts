/**
 * `git`: which commands reach control files depends on what git tracks and ignores.
 *
 * @module
 */
import { quoteWord } from "../../../text/shell_word.ts";
import { joinPath, lastName } from "../../_paths.ts";
import { isKnown, UNKNOWN } from "../words/text.ts";
import type { Call, Outcome, Verb } from "../shell.ts";
import {
  findTopOf,
  type GitCall,
  listFiles,
  pathspecs,
  removeUntracked,
  touchTracked,
} from "./git_files.ts";
import { Options } from "./options.ts";
import { applyPatch } from "./writers.ts";

/** Options of git itself with a value in the next word. */
const VALUED = /^(-C|-c|--work-tree|--git-dir|--namespace|--exec-path)$/;

/** Judges `git` with its global options and aliases, by subcommand. */
export const git: Verb = (call) => {
  const args = [...call.args];
  let { cwd } = call;
  const aliases = new Map<string, string>();
  while (args[0]?.startsWith("-")) {
    const option = args.shift() as string;
    const value = VALUED.test(option) ? args.shift() ?? "" : option.replace(/^[^=]*=?/, "");
    if (/^(-C|--work-tree(=.*)?)$/.test(option)) cwd = joinPath(cwd, value);
    const [, name, text] = /^alias\.([^=]+)=([^]*)$/.exec(value) ?? [];
    if (option === "-c" && name !== undefined && text !== undefined) aliases.set(name, text);
  }
  const [sub = "", ...rest] = args;
  const alias = aliases.get(sub);
  if (alias === undefined) return judgeSub({ call, cwd, sub, args: rest });
  const text = alias.startsWith("!") ? alias.slice(1) : `git ${alias}`;
  call.runText([text, ...rest.map(quoteWord)].join(" "), call.stdin);
};

/** The rules of the subcommands that reach files or run texts. */
const SUBCOMMANDS: Readonly<Record<string, (git: GitCall) => Outcome | void>> = {
  add,
  clean,
  stash,
  checkout: restore,
  restore,
  switch: restore,
  reset: (git) => resetIf(git, /^--(hard|merge|keep)$/),
  "checkout-index": (git) => resetIf(git, /^(-f|-a|--force|--all|-af|-fa)$/),
  "read-tree": (git) => resetIf(git, /^(-u|--reset)$/),
  rm: removeTracked,
  mv: move,
  apply,
  am: apply,
  archive: writeOutput,
  "format-patch": writeOutput,
  "rev-parse": (git) =>
    git.args.includes("--show-toplevel")
      ? { out: () => `${findTopOf(git) ?? UNKNOWN}\n` }
      : undefined,
  rebase: ({ call, args }) => runTexts(call, new Options(args, "x exec").all("x exec")),
  bisect: ({ call, args: [action, ...argv] }) => action === "run" ? call.runArgs(argv) : undefined,
  submodule: ({ call, args }) => {
    const argv = args.slice(args.indexOf("foreach") + 1).filter((arg) => !arg.startsWith("-"));
    if (args.includes("foreach")) call.runText(argv.join(" "));
  },
  config: ({ call, args }) =>
    runTexts(call, args.filter((arg) => arg.startsWith("!")).map((arg) => arg.slice(1))),
};

function judgeSub(git: GitCall): Outcome | void {
  const { call, cwd, sub, args } = git;
  for (const arg of args) {
    if (arg.startsWith("--output=")) call.shell.harm.write(cwd, arg.slice(9));
  }
  return Object.hasOwn(SUBCOMMANDS, sub) ? SUBCOMMANDS[sub]?.(git) : undefined;
}

function runTexts(call: Call, texts: readonly string[]): void {
  for (const text of texts) call.runText(text);
}

function resetIf(git: GitCall, option: RegExp): void {
  if (git.args.some((arg) => option.test(arg))) touchTracked(git, []);
}

function apply(git: GitCall): void {
  const { call, cwd, args } = git;
  const options = new Options(args, "p C directory exclude include");
  if (options.has("check stat numstat cached")) return;
  const paths = options.operands.map((path) => joinPath(cwd, path));
  applyPatch(call, call.input(paths, 1 << 20), findTopOf(git) ?? cwd, 1);
}

function writeOutput({ call, cwd, args }: GitCall): void {
  const options = new Options(args, "o output output-directory");
  for (const path of options.all("o output")) call.shell.harm.write(cwd, path);
}

/** `git add -f` is harmless, but git can later remove the files that it tracks. */
function add(git: GitCall): void {
  const options = new Options(git.args);
  if (!options.has("f force")) return;
  for (const { path } of listFiles(git, options.operands)?.files ?? []) {
    git.call.shell.added.add(path);
  }
}

/** `git clean` removes untracked files; ignored files only with `-x` or `-X`. */
function clean(git: GitCall): void {
  const options = new Options(git.args, "e exclude");
  const { operands } = options;
  const isForced = options.has("f force i interactive") ||
    git.call.args.some((arg) => /^clean\.requireforce=/i.test(arg));
  const onlyIgnored = options.has("X");
  // Without -d git does not enter a folder without tracked files.
  const isDeep = options.has("d") || operands.length > 0 || onlyIgnored;
  if (!isForced || !isDeep || options.has("n dry-run")) return;
  removeUntracked(git, {
    specs: operands.length > 0 ? operands : ["."],
    takes: (isIgnored) => isIgnored === onlyIgnored,
    excluded: options.all("e exclude"),
    skipsRules: options.has("x"),
    doing: "clean",
  });
}

/** `git stash` takes tracked changes; with `-u` also untracked files, with `-a` ignored files too. */
function stash(git: GitCall): void {
  const [first = "push", ...rest] = git.args;
  if (!/^(push|save|-.*)$/.test(first)) return;
  const options = new Options(
    first.startsWith("-") ? git.args : rest,
    "m message pathspec-from-file",
  );
  const specs = first === "save" ? [] : options.operands;
  touchTracked(git, specs);
  const takesIgnored = options.has("a all");
  if (!takesIgnored && !options.has("u include-untracked")) return;
  removeUntracked(git, { specs, takes: (isIgnored) => takesIgnored || !isIgnored, doing: "stash" });
}

/** `checkout`, `restore`, `switch`: change only tracked files, if the command overwrites them. */
function restore(git: GitCall): void {
  const options = new Options(
    git.args,
    "b B s S c C source orphan create force-create conflict pathspec-from-file",
  );
  if (git.sub === "restore") {
    // --staged alone does not change files.
    const isStagedOnly = options.has("staged S") && !options.has("worktree W");
    if (!isStagedOnly) touchTracked(git, options.operands);
    return;
  }
  if (options.has("f force discard-changes")) touchTracked(git, []);
  const specs = git.sub === "switch" ? [] : pathspecs(git, options);
  const isOfCommit = git.args.indexOf("--") > 0 || options.operands.length > specs.length;
  if (specs.length > 0) touchTracked(git, specs, isOfCommit);
}

/** `git rm`: only tracked files can be removed. */
function removeTracked(git: GitCall): void {
  const options = new Options(git.args);
  if (options.has("cached n dry-run")) return;
  const specs = options.operands.length > 0 ? options.operands : ["/"];
  for (const { path, tracked } of listFiles(git, specs)?.files ?? []) {
    if (tracked !== undefined) git.call.shell.harm.remove("/", path, false);
  }
}

/** `git mv` moves everything in a folder, tracked or not. */
function move({ call: { shell: { harm, disk } }, cwd, args }: GitCall): void {
  const options = new Options(args);
  const sources = [...options.operands];
  const target = sources.pop();
  if (target === undefined || options.has("n dry-run")) return;
  const absolute = joinPath(cwd, target);
  const isFolder = isKnown(absolute) && disk.isFolder(absolute);
  for (const source of sources) {
    harm.remove(cwd, source, true, "move");
    harm.replace(cwd, isFolder ? `${target}/${lastName(source)}` : target);
  }
}
