/**
 * Programs in other languages (python, node, perl, ruby, deno, awk). They are neither run nor
 * parsed: if a statement changes files or runs a program, the paths that its string literals name
 * or build count as changed, unless the statement only reads them.
 *
 * @module
 */
import { joinPath } from "../../_paths.ts";
import { isKnown, UNKNOWN } from "../words/text.ts";
import type { Call, Outcome, Verb } from "../shell.ts";
import { createReach, listLiterals, type Literal } from "./program_text.ts";

/** Calls that run other programs. */
const RUNNING =
  /\b(system|popen|exec\w*|spawn\w*|subprocess|check_call|check_output|Command|run|getline)\b|`[^`]*`/;
/** Calls that change files or the working directory, in any of the languages. */
const CHANGING = new RegExp(
  [
    RUNNING,
    /\b(unlink\w*|rmSync|rmdir\w*|rmtree|remove\w*|rimraf|rm_\w+|chdir|copyfile|copytree)\b/,
    /\b(os|fs|Deno|File|FileUtils|promises|shutil|pathlib|Bun)\s*\.\s*(rm|delete|rename|renames|replace|truncate|copy\w*|move|symlink|link|mkdir\w*|create|write\w*|cp\w*|mv|ln\w*|touch|chmod|chown|utime)\b/,
    /\b(write(Text)?File\w*|appendFile\w*|createWriteStream|copyFile\w*|renameSync|truncateSync|write_(text|bytes)|file_put_contents)\b/,
    /\.(touch|rename|hardlink_to|symlink_to|delete)\s*\(|\bPath\b[^]*\.replace\s*\(/,
    /\bopen(Sync)?\s*\(?[^;)]*,\s*(mode\s*=\s*)?['"][^'"]*([wax+]|>)[^'"]*['"]|\bopen\b[^;]*['"]\s*\+?>/,
    /\b(write|delete|binwrite)\s*\(?\s*['"]|\b(truncate|rename|chmod|symlink|link|mkdir|sysopen)\s*[( ]/,
    /\bprintf?\b[^;}]*>|\bO_(TRUNC|WRONLY|RDWR|CREAT)\b|\|\s*"/,
  ].map((each) => each.source).join("|"),
);
/** Calls that remove a tree. */
const DEEP =
  /\b(rmtree|rmSync|rmdirSync|removedirs|rimraf|rm_rf|rm_r|remove_tree|remove_entry|rename\w*|move|mv|Deno\.remove\w*|fs\.(promises\.)?rm|promises\.rm)\b/;
/** A walk through a tree, and its signs of removing files or of choosing among them. */
const WALKING = /\b(os\.walk|walkSync|rglob)\b/;
const REMOVING = /\b(remove|unlink\w*|rmSync|removeSync|rmtree)\b/;
const CHOOSING =
  /\b(if|endswith|suffix|fnmatch|splitext|match|filter)\b|rglob\(\s*['"][^'"*]*\*\.\w/;
/** Words for the working directory. */
const WORKING_DIRECTORY = /\b(getcwd|cwd|Dir\.pwd|process\.cwd|Path\.cwd|import\.meta\.dirname)\b/;
const MAX_TEXT = 4096;

/**
 * Judges a program's text.
 *
 * @throws {Denied} If its literals show that it changes a control file.
 */
function judgeCode(call: Call, program: string): void {
  if (!CHANGING.test(program)) return;
  const literals = listLiterals(program);
  const isRunning = RUNNING.test(program);
  const argv = isRunning ? runLists(call, literals) : new Set<Literal>();
  const reaches = createReach(program, literals, CHANGING);
  const targets = literals.filter((literal, index) =>
    !argv.has(literal) && !isOnlyRead(literal, literals[index - 1]) && reaches(literal)
  );
  const isDeep = DEEP.test(program) ||
    WALKING.test(program) && REMOVING.test(program) && !CHOOSING.test(program);
  for (const path of listPaths(call, targets)) judgePath(call, path, isDeep);
  if (DEEP.test(program) && WORKING_DIRECTORY.test(program) && isKnown(call.cwd)) {
    call.remove(["."], true);
  }
  if (!isRunning) return;
  for (const { text } of literals) {
    if (!/\s/.test(text.trim()) || text.length > MAX_TEXT) continue;
    call.runText(text);
  }
}

function judgePath(call: Call, path: string, isDeep: boolean): void {
  if (path === "" || path.length > MAX_TEXT) return;
  // Patterns and placeholders may become any text.
  const bare = path.replace(/^\s*\+?[<>]+\s*/, "").trim()
    .replace(/[*?]+|\[[^\]]*\]|[$#]?\{[^}]*\}|%s/g, UNKNOWN);
  call.write([bare]);
  if (!isKnown(bare)) return;
  // Code that names a folder of control files reaches into it.
  const { control, disk } = call.shell;
  const resolved = disk.resolve(call.absolute(bare));
  const isFolder = isKnown(call.cwd) && /[/.]|claude|ralph/.test(bare) &&
    [...control.projectBases, ...control.homeBases, ...control.folders].includes(resolved);
  call.remove([bare], isDeep || isFolder);
}

/** Whether a literal is a path to read or to ask about, or the text that is written or replaced. */
function isOnlyRead({ before, after }: Literal, earlier: Literal | undefined): boolean {
  if (/\b(exists|lexists|existsSync|isfile|isdir|islink|getsize)\s*\(\s*$/.test(before)) {
    return true;
  }
  if (/(?<!\b(os|Path\([^()]*\)))\s*\.\s*(replace|replaceAll)\s*\(\s*$/.test(before)) {
    return /^\s*,/.test(after);
  }
  if (/\b(read\w*|copy\w*|cp|cpSync)\s*\(\s*$/.test(before)) return true;
  if (/(?<!\bFile\s*)\.\s*(write|write_text|writelines)\s*\(\s*$/.test(before)) return true;
  if (/\bopen\s*\(\s*$/.test(before)) {
    return /^\s*(\)|,\s*(mode\s*=\s*)?['"]r[bt]?['"]|,\s*encoding)/.test(after);
  }
  if (/\bPath\s*\(\s*$/.test(before)) return /^\s*\)\s*\.(read|exists|is_|stat)/.test(after);
  if (earlier === undefined || !/^\s*,\s*$/.test(before)) return false;
  return earlier.text === "<" || /\b(write|append)(Text)?File(Sync)?\s*\(\s*$/.test(earlier.before);
}

/** Judges the argument lists of processes (`run(['rm', 'x'])`) as commands. */
function runLists(call: Call, literals: readonly Literal[]): ReadonlySet<Literal> {
  const listed = new Set<Literal>();
  for (const [index, first] of literals.entries()) {
    if (!/[[(]\s*$/.test(first.before) || listed.has(first)) continue;
    let end = index + 1;
    while (/^\s*,\s*\[?\s*$/.test(literals[end]?.before ?? "")) end++;
    if (end - index < 2) continue;
    const list = literals.slice(index, end);
    call.runArgs(list.map(({ text }) => text));
    for (const each of list) listed.add(each);
  }
  return listed;
}

/** Lists the paths that literals name: each alone, and neighbors that the code joins. */
function listPaths(call: Call, literals: readonly Literal[]): ReadonlySet<string> {
  const paths = new Set<string>();
  const home = call.shell.context.homeDir;
  for (const [index, { text, before }] of literals.entries()) {
    let joined = text.replace(/^~(?=\/|$)/, home);
    let slashed = joined;
    paths.add(joined);
    for (const next of literals.slice(index + 1, index + 6)) {
      if (!/^[\s+.,()/]*(join|resolve|Path|path|os)*[\s+.,()/]*$/.test(next.before)) break;
      joined += next.text;
      slashed += `/${next.text}`;
      paths.add(joined).add(slashed);
    }
    if (/home|HOME|expanduser/.test(before)) {
      paths.add(joinPath(home, text.replace(/^\//, ""))).add(joinPath(home, slashed));
    }
  }
  return paths;
}

function interpreter(letters: string, longs: readonly string[]): Verb {
  const short = new RegExp(`^-(?![MmIx-])[a-zA-Z0-9]*?[${letters}]`);
  return (call): Outcome | void => {
    const { args } = call;
    const at = args.findIndex((arg) => longs.includes(arg.split("=")[0] ?? "") || short.test(arg));
    if (at < 0) return judgeFile(call, args.find((arg) => !/^-./.test(arg)));
    const arg = args[at] as string;
    const inline = arg.startsWith("--") ? /=([^]*)$/.exec(arg)?.[1] ?? "" : arg.replace(short, "");
    const code = inline === "" ? args[at + 1] ?? "" : inline;
    const words = args.slice(inline === "" ? at + 2 : at + 1).filter((word) =>
      !word.startsWith("-")
    );
    judgeCode(call, code);
    // `perl -e 'unlink @ARGV' path`: the operands may be the files that change.
    if (CHANGING.test(code)) {
      call.write(words);
      call.remove(words, DEEP.test(code));
    }
    if (args.some((each) => /^-[a-zA-Z0-9]*i/.test(each))) call.write(words, "edit");
  };
}

/** Judges a program from the input, or from a file that the line itself wrote. */
function judgeFile(call: Call, file: string | undefined): void {
  if (file === undefined || file === "-") return judgeCode(call, call.stdin());
  const absolute = call.absolute(file);
  const written = isKnown(absolute) ? call.shell.disk.writtenText(absolute) : undefined;
  if (written !== undefined) judgeCode(call, written);
}

const deno: Verb = (call) => {
  const [sub = "", ...rest] = call.args;
  const operands = rest.filter((arg) => !/^-./.test(arg));
  if (sub === "eval") return judgeCode(call, operands.join("\n"));
  if (sub === "fmt") return rest.includes("--check") ? undefined : call.write(operands, "edit");
  if (operands[0] !== undefined) judgeFile(call, operands[0]);
};

/** `awk`: `print > "file"`, `system(…)`, and `-i inplace`. */
const awk: Verb = (call) => {
  const options = call.options("f F v i file assign include");
  const [code = "", ...files] = options.has("f") ? ["", ...options.operands] : options.operands;
  judgeCode(call, code);
  if (options.all("i").includes("inplace")) call.write(files, "edit");
};

/** Interpreters: names, short and long options that take a program text. */
const INTERPRETERS: readonly (readonly [names: string, letters: string, longs?: string])[] = [
  ["python pypy", "c"],
  ["node nodejs bun", "ep", "--eval --print"],
  ["tsx", "e", "--eval"],
  ["perl", "eE"],
  ["ruby lua", "e"],
  ["php", "r", "--run"],
];

/** The rules for interpreters that take code as an argument, by command name. */
export const CODE_VERBS: Readonly<Record<string, Verb>> = {
  ...Object.fromEntries(
    INTERPRETERS.flatMap(([names, letters, longs = ""]) =>
      names.split(" ").map((name) => [name, interpreter(letters, longs.split(" "))])
    ),
  ),
  deno,
  ...Object.fromEntries("awk gawk mawk nawk".split(" ").map((name) => [name, awk])),
};
