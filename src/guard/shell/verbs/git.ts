/**
 * `git`: which commands reach control files depends on what git tracks and ignores.
 *
 * @module
 */
import { quoteWord } from "../../../text/shell_word.ts";
import { denyFile } from "../../_denial.ts";
import { readRepository } from "../../git_repository.ts";
import { isWithin, joinPath, lastName } from "../../_paths.ts";
import { isKnown, UNKNOWN } from "../words/text.ts";
import type { Call, Outcome, Verb } from "../shell.ts";
import {
  findTopOf,
  type GitCall,
  meantFiles,
  pathspecs,
  readFiles,
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

/** The rules of the subcommands that reach files; {@linkcode runGiven} judges all others. */
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
  rm: moveTracked,
  mv: moveTracked,
  apply,
  am: apply,
  archive: writeOutput,
  "format-patch": writeOutput,
  "rev-parse": revParse,
};

function judgeSub(git: GitCall): Outcome | void {
  const { call, cwd, sub, args } = git;
  for (const arg of args) {
    if (arg.startsWith("--output=")) call.shell.harm.write(cwd, arg.slice(9));
  }
  return Object.hasOwn(SUBCOMMANDS, sub) ? SUBCOMMANDS[sub]?.(git) : runGiven(git);
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

function revParse(git: GitCall): Outcome | void {
  if (git.args.includes("--show-toplevel")) {
    return { out: () => `${findTopOf(git) ?? UNKNOWN}\n` };
  }
}

/** Judges subcommands that run a command from their arguments. */
function runGiven({ call, sub, args }: GitCall): void {
  for (const text of textsGiven(call, sub, args)) call.runText(text);
}

function textsGiven(call: Call, sub: string, args: readonly string[]): readonly string[] {
  switch (sub) {
    case "rebase":
      return new Options(args, "x exec").all("x exec");
    case "bisect":
      if (args[0] === "run") call.runArgs(args.slice(1));
      return [];
    case "submodule": {
      const at = args.indexOf("foreach");
      return at < 0 ? [] : [args.slice(at + 1).filter((arg) => !arg.startsWith("-")).join(" ")];
    }
    case "config":
      return args.filter((arg) => arg.startsWith("!")).map((arg) => arg.slice(1));
    default:
      return [];
  }
}

/** `git add -f` is harmless, but git can later remove the files that it tracks. */
function add(git: GitCall): void {
  const options = new Options(git.args);
  const gitFiles = options.has("f force") ? readFiles(git) : undefined;
  if (gitFiles === undefined) return;
  for (const { path } of meantFiles(git, gitFiles, options.operands)) {
    git.call.shell.added.add(path);
  }
}

/** `git clean` removes untracked files; ignored files only with `-x` or `-X`. */
function clean(git: GitCall): void {
  const { disk } = git.call.shell;
  const options = new Options(git.args, "e exclude");
  const { operands } = options;
  const isForced = options.has("f force i interactive") ||
    git.call.args.some((arg) => /^clean\.requireforce=/i.test(arg));
  const gitFiles = isForced && !options.has("n dry-run") ? readFiles(git) : undefined;
  if (gitFiles === undefined) return;
  const here = disk.resolve(git.cwd);
  const onlyIgnored = options.has("X");
  const isDeep = options.has("d") || operands.length > 0 || onlyIgnored;
  // Without -d git does not enter a folder without tracked files.
  const isSeen = (name: string) => {
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    const { tracked } = readRepository(
      disk,
      gitFiles.repository.top,
      (path) => path.startsWith(folder),
    );
    return tracked === undefined || tracked.size > 0;
  };
  removeUntracked(git, gitFiles, {
    files: meantFiles(git, gitFiles, operands)
      .filter(({ path }) => operands.length > 0 || isWithin(path, here)),
    isTaken: (isIgnored, name) => isIgnored === onlyIgnored && (isDeep || isSeen(name)),
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
  const gitFiles = takesIgnored || options.has("u include-untracked") ? readFiles(git) : undefined;
  if (gitFiles === undefined) return;
  removeUntracked(git, gitFiles, {
    files: meantFiles(git, gitFiles, specs),
    isTaken: (isIgnored) => takesIgnored || !isIgnored,
    doing: "stash",
  });
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

/** `git rm` and `git mv`: only tracked files can be removed. */
function moveTracked(git: GitCall): void {
  const { harm, disk } = git.call.shell;
  const isMove = git.sub === "mv";
  const options = new Options(git.args);
  if (options.has("cached n dry-run")) return;
  const sources = isMove ? options.operands.slice(0, -1) : options.operands;
  const gitFiles = readFiles(git);
  const meant = gitFiles === undefined
    ? []
    : meantFiles(git, gitFiles, sources.length > 0 ? sources : ["/"]);
  for (const { name, path } of meant) {
    // `git mv folder` moves everything in it, tracked or not.
    const isTaken = isMove || gitFiles?.repository.tracked?.has(name) === true;
    if (isTaken) harm.remove("/", path, false, isMove ? "move" : "remove");
  }
  const target = options.operands.at(-1);
  if (!isMove || target === undefined || sources.length === 0) return;
  const absolute = joinPath(git.cwd, target);
  const isFolder = isKnown(absolute) && disk.isFolder(absolute);
  for (const source of sources) {
    harm.replace(git.cwd, isFolder ? `${target}/${lastName(source)}` : target);
    const label = harm.touches(git.cwd, source, true);
    if (label !== undefined) throw denyFile(label, "move");
  }
}
