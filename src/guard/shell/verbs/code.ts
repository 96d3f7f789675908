/**
 * One-liners of python, node, perl, ruby, deno, awk and their kin. They are not run and not parsed;
 * their text is looked through for string literals that name, or build, a path of control, together with
 * a call that writes, moves or removes.
 *
 * @module
 */
import { joinPath } from "../../_paths.ts";
import { createReach, type Placed } from "./code_statements.ts";
import type { Invocation, Outcome, Verb } from "./call.ts";
import { readOptions } from "./options.ts";
import { isKnown, UNKNOWN } from "../words/text.ts";
import { unescapeText } from "./builtins.ts";

/** Calls that change files, in any of the languages. */
const WRITING = new RegExp(
  [
    /\b(unlink|unlinkSync|rmSync|rmdir|rmdirSync|rmtree|removedirs|remove|removeSync|rimraf|rm_rf|rm_r|rm_f|remove_entry|remove_tree)\b/,
    /\b(os|fs|Deno|File|FileUtils|promises|shutil|pathlib|Bun)\s*\.\s*(rm|remove|delete|rename|renames|replace|truncate|copy\w*|move|symlink|link|mkdir\w*|create|write\w*|cp\w*|mv|ln\w*|touch|chmod|chown|utime)\b/,
    /\b(writeFile|writeFileSync|writeTextFile\w*|appendFile\w*|createWriteStream|copyFile\w*|renameSync|truncateSync|write_text|write_bytes|copytree|copyfile|file_put_contents)\b/,
    /\.(touch|rename|hardlink_to|symlink_to|delete)\s*\(/,
    /\bPath\b[^]*\.replace\s*\(/,
    /\bopen(Sync)?\s*\(?[^;)]*,\s*(mode\s*=\s*)?['"][^'"]*([wax+]|>)[^'"]*['"]/,
    /\bopen\b[^;]*['"]\s*\+?>/,
    /\b(write|delete|binwrite)\s*\(?\s*['"]/,
    /\b(truncate|rename|chmod|symlink|link|mkdir|sysopen)\s*[( ]/,
    /\b(system|popen|exec\w*|spawn\w*|subprocess|check_call|check_output|Command|run)\b/,
    /\bprintf?\b[^;}]*>/,
    /\bO_(TRUNC|WRONLY|RDWR|CREAT)\b/,
    /`[^`]*`/,
    /\|\s*(getline\b|")/,
  ].map((each) => each.source).join("|"),
);
/** The same, and what decides where they do it. */
const CHANGING = new RegExp(`${WRITING.source}|\\bchdir\\b`);
/** Calls that take a whole tree away. */
const DEEP =
  /\b(rmtree|rmSync|rmdirSync|removedirs|rimraf|rm_rf|rm_r|remove_tree|remove_entry|rename\w*|move|mv|Deno\.remove\w*|fs\.(promises\.)?rm|promises\.rm)\b/;
/** Calls that run other programs. */
const RUNNING =
  /\b(system|popen|exec\w*|spawn\w*|subprocess|check_call|check_output|Command|run|getline)\b|`[^`]*`/;
const REMOVING = /\b(remove|unlink\w*|rmSync|removeSync|rmtree)\b/;
/** A walk through a tree that chooses its files by something. */
const CHOOSING =
  /\b(if|endswith|suffix|fnmatch|splitext|match|filter)\b|rglob\(\s*['"][^'"*]*\*\.\w/;
/** Words for the working directory. */
const HERE = /\b(getcwd|cwd|Dir\.pwd|process\.cwd|Path\.cwd|import\.meta\.dirname)\b/;
const WRITERS_TO_STREAM =
  /\b(process\.std(out|err)|sys\.std(out|err)|Deno\.stdout|STDOUT|STDERR)\s*\.\s*\w+/g;

/** One piece of a program: a string literal, or what stands between two. */
interface Literal extends Placed {
  readonly text: string;
  /** Whether its words are a list (`%w[a b]`, `'a b'.split()`). */
  readonly isList: boolean;
  /** The code since the literal before. */
  readonly before: string;
  /** The code that follows, as far as it tells reading from writing. */
  readonly after: string;
}

/**
 * Judges a program's text.
 *
 * @param depth How many literals the text was found in.
 * @throws {Denied} Where it would change a file of control as far as its literals show.
 */
export function judgeCode(call: Invocation, code: string, depth = 0): void {
  const plain = code.replace(WRITERS_TO_STREAM, "stream");
  if (!WRITING.test(plain)) return;
  const all = listLiterals(plain);
  const isRunning = RUNNING.test(plain);
  const listed = isRunning ? runLists(call, all) : new Set<Literal>();
  const reaches = createReach(plain, all, CHANGING);
  const targets = all.filter((literal, index) =>
    !listed.has(literal) && !isNoTarget(literal, all[index - 1]) && reaches(literal)
  );
  const isWalking = /\b(os\.walk|walkSync|rglob)\b/.test(plain) && !CHOOSING.test(plain);
  const deep = DEEP.test(plain) || isWalking && REMOVING.test(plain);
  judgeTargets(call, targets, deep);
  if (DEEP.test(plain) && HERE.test(plain) && isKnown(call.cwd)) {
    call.shell.harm.remove(call.cwd, ".", true);
  }
  if (!isRunning) return;
  for (const { text } of all) {
    if (/\s/.test(text.trim()) && text.length < 4096) {
      call.shell.runText(text, call.state, () => "");
      // `exec("…")` holds code in code.
      if (depth < 2 && text.includes("(")) judgeCode(call, text, depth + 1);
    }
  }
}

function judgeTargets(call: Invocation, targets: readonly Literal[], deep: boolean): void {
  const { harm, control, disk } = call.shell;
  const holders = [...control.projectBases, ...control.homeBases, ...control.folders];
  for (const path of listPaths(targets, call)) {
    if (path === "" || path.length > 4096) continue;
    // Patterns and places for values may become anything.
    const bare = path.replace(/^\s*\+?[<>]+\s*/, "").trim()
      .replace(/[*?]+|\[[^\]]*\]|[$#]?\{[^}]*\}|%s/g, UNKNOWN);
    if (!isKnown(bare)) {
      harm.write(call.cwd, bare);
      continue;
    }
    // Folders that hold our files are named to reach into them.
    const resolved = disk.resolve(joinPath(call.cwd, bare));
    const isHolder = isKnown(call.cwd) && holders.includes(resolved) &&
      /[/.]|claude|ralph/.test(bare);
    harm.write(call.cwd, bare);
    harm.remove(call.cwd, bare, deep || isHolder);
  }
}

/** Whether a literal is read from, or is what is written rather than where. */
function isNoTarget(literal: Literal, earlier: Literal | undefined): boolean {
  const { before, after } = literal;
  if (/\b(read\w*|copy\w*|cp|cpSync)\s*\(\s*$/.test(before)) return true;
  if (
    /\.\s*(write|write_text|writelines)\s*\(\s*$/.test(before) &&
    !/\bFile\s*\.\s*write/.test(before)
  ) {
    return true;
  }
  if (/\bopen\s*\(\s*$/.test(before)) {
    return /^\s*(\)|,\s*(mode\s*=\s*)?['"]r[bt]?['"]|,\s*encoding)/.test(after);
  }
  if (/\bPath\s*\(\s*$/.test(before)) return /^\s*\)\s*\.(read|exists|is_|stat)/.test(after);
  if (earlier === undefined || !/^\s*,\s*$/.test(before)) return false;
  return earlier.text === "<" || /\b(write|append)(Text)?File(Sync)?\s*\(\s*$/.test(earlier.before);
}

/** Lists given to a process (`run(['rm', 'x'])`): each is judged as the command it is. */
function runLists(call: Invocation, literals: readonly Literal[]): ReadonlySet<Literal> {
  const listed = new Set<Literal>();
  for (const [index, first] of literals.entries()) {
    if (!/[[(]\s*$/.test(first.before) || listed.has(first)) continue;
    let end = index + 1;
    while (/^\s*,\s*\[?\s*$/.test(literals[end]?.before ?? "")) end++;
    if (end - index < 2) continue;
    const list = literals.slice(index, end);
    call.shell.runArgs(list.map(({ text }) => text), call.state, () => "");
    for (const each of list) listed.add(each);
  }
  return listed;
}

/** Paths that the literals name: each alone, and neighbours that are joined by the code. */
function listPaths(literals: readonly Literal[], call: Invocation): ReadonlySet<string> {
  const paths = new Set<string>();
  const home = call.shell.scene.homeDir;
  for (const [index, { text }] of literals.entries()) {
    let joined = text.replace(/^~(?=\/|$)/, home);
    let slashed = joined;
    paths.add(joined);
    for (const next of literals.slice(index + 1, index + 6)) {
      if (!/^[\s+.,()/]*(join|resolve|Path|path|os)*[\s+.,()/]*$/.test(next.before)) break;
      joined += next.text;
      slashed += `/${next.text}`;
      paths.add(joined).add(slashed);
    }
    const atHome = /home|HOME|expanduser/.test(literals[index]?.before ?? "");
    if (atHome) paths.add(joinPath(home, text.replace(/^\//, ""))).add(joinPath(home, slashed));
  }
  // Words in lists (`%w[a b]`, `split`) and arrays given to a process.
  const words = literals.flatMap(({ text, isList }) => isList ? text.split(/\s+/) : []);
  for (const word of words) paths.add(word);
  return paths;
}

/** String literals of any of the languages, escapes read. */
function listLiterals(code: string): readonly Literal[] {
  const literals: Literal[] = [];
  let end = 0;
  const pattern =
    /'''([^]*?)'''|"""([^]*?)"""|'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|`((?:[^`\\]|\\[^])*)`|\bqw?[q{([/|]([^})\]/|]*)[})\]/|]|%w?[[({]([^\])}]*)[\])}]/g;
  for (const match of code.matchAll(pattern)) {
    const text = match.slice(1).find((group) => group !== undefined) ?? "";
    const after = code.slice(match.index + match[0].length, match.index + match[0].length + 24);
    literals.push({
      at: match.index,
      length: match[0].length,
      text: unescapeText(text).replace(/\\(['"`])/g, "$1"),
      before: code.slice(end, match.index).replace(/\b[rbfu]$/, ""),
      isList: /^(qw|%w)/.test(match[0]) || /^\s*\.split\b/.test(after),
      after,
    });
    end = match.index + match[0].length;
  }
  return literals;
}

/** An interpreter whose options with `letters` take program text. */
function interpreter(letters: string, longs: readonly string[] = []): Verb {
  return (call): Outcome | void => {
    const args = call.args;
    const at = args.findIndex((arg) =>
      longs.includes(arg.split("=")[0] ?? "") ||
      new RegExp(`^-(?![MmIx])[a-zA-Z0-9]*[${letters}]`).test(arg) && !arg.startsWith("--")
    );
    if (at >= 0) {
      const arg = args[at] as string;
      const inline = arg.includes("=") && arg.startsWith("--")
        ? arg.slice(arg.indexOf("=") + 1)
        : arg.replace(new RegExp(`^-[a-zA-Z0-9]*?[${letters}]`), "");
      const isOwnWord = inline === arg || inline === "";
      const code = isOwnWord ? args[at + 1] ?? "" : inline;
      const words = args.slice(isOwnWord ? at + 2 : at + 1).filter((word) => !word.startsWith("-"));
      judgeCode(call, code);
      // `perl -e 'unlink @ARGV' path`: the words are the program's data.
      if (WRITING.test(code.replace(WRITERS_TO_STREAM, ""))) judgeData(call, words, code);
      if (args.some((each) => /^-[a-zA-Z0-9]*i/.test(each))) writeWords(call, words);
      return;
    }
    const [file] = args.filter((arg) => !arg.startsWith("-") || arg === "-");
    if (file === undefined || file === "-") return judgeCode(call, call.stdin());
    const whole = joinPath(call.cwd, file);
    const written = isKnown(whole) ? call.shell.disk.writtenText(whole) : undefined;
    if (written !== undefined) judgeCode(call, written);
    if (args[0] === "-m") module(call);
  };
}

function judgeData(call: Invocation, words: readonly string[], code: string): void {
  for (const word of words) {
    call.shell.harm.write(call.cwd, word);
    call.shell.harm.remove(call.cwd, word, DEEP.test(code));
  }
}

function writeWords(call: Invocation, words: readonly string[]): void {
  for (const word of words) call.shell.harm.write(call.cwd, word, undefined, "edit");
}

/** `python -m json.tool IN OUT` writes its second file. */
function module(call: Invocation): void {
  const [, name = "", ...rest] = call.args;
  if (name === "json.tool") {
    writeWords(call, readOptions(rest, { long: ["indent"] }).operands.slice(1));
  }
}

const deno: Verb = (call) => {
  const [sub = "", ...rest] = call.args;
  if (sub === "eval") return judgeCode(call, rest.filter((arg) => !arg.startsWith("-")).join("\n"));
  if (sub === "fmt" && !rest.includes("--check")) {
    return writeWords(call, rest.filter((arg) => !arg.startsWith("-")));
  }
  const file = rest.find((arg) => !arg.startsWith("-") || arg === "-");
  if (sub === "run" && file === "-") return judgeCode(call, call.stdin());
  const whole = joinPath(call.cwd, file ?? "");
  const written = isKnown(whole) ? call.shell.disk.writtenText(whole) : undefined;
  if (written !== undefined) judgeCode(call, written);
};

/** `awk`: `print > "file"`, `system(…)`, and `-i inplace`. */
const awk: Verb = (call) => {
  const options = readOptions(call.args, { short: "fFvi", long: ["file", "assign", "include"] });
  const [code = "", ...files] = options.flags.has("f")
    ? ["", ...options.operands]
    : options.operands;
  judgeCode(call, code);
  if (options.values.get("i")?.includes("inplace") === true) writeWords(call, files);
};

/** Rules by name. */
export const CODE_VERBS: Readonly<Record<string, Verb>> = {
  python: interpreter("c"),
  python2: interpreter("c"),
  python3: interpreter("c"),
  pypy3: interpreter("c"),
  node: interpreter("ep", ["--eval", "--print"]),
  nodejs: interpreter("ep", ["--eval", "--print"]),
  bun: interpreter("ep", ["--eval", "--print"]),
  tsx: interpreter("e", ["--eval"]),
  perl: interpreter("eE"),
  ruby: interpreter("e"),
  php: interpreter("r", ["--run"]),
  lua: interpreter("e"),
  deno,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
};
