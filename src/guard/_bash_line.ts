/**
 * Judges a Bash line by its words: what does each command name, and does it change that? A shell's
 * folder and variables are followed as far as they are written out. Where more would have to be known,
 * the call passes, and what it destroys is put back.
 */
import { attempt } from "../error.ts";
import { resolve } from "../system/path.ts";
import {
  ControlFiles,
  type GuardContext,
  MAX_PATH,
  type Named,
  type Protected,
  resolvePath,
} from "./_control_files.ts";
import { denyFile, denySettings } from "./_denial.ts";
import { isAmong, lookUp, PREFIXES, SHELLS, type Use, useOf } from "./_programs.ts";
import { judgePluginCommand, judgeRalph } from "./_ralph_command.ts";
import { quote, type ShellCommand, splitLine, UNKNOWN, unquote } from "./_split.ts";

/** More paths of one line are not compared. */
const MOST_PATHS = 500;
/** More wildcards in one word are not compared. */
const MOST_WILDCARDS = 6;
/** A longer value of a variable is not known. */
const MOST_VALUE = 1024;
/** More programs that run one another (`sudo env nice …`) are not looked through. */
const MOST_PREFIXES = 10;
/** More texts within texts (`sh -c "sh -c …"`) are not read. */
const MOST_TEXTS = 5;

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
/** Give variables the value that is written out, or one that is not known. */
const ASSIGNS = "export declare local readonly typeset for select read mapfile getopts unset";
const RUNS_CODE = /^(python|node|perl|ruby|php|deno|bun)[\d.]*$/;
const SETTINGS_FILE = /\bsettings(\.local)?\.json\b/;

/** What a shell knows where a command begins. */
interface State {
  /** Null where the line changes to a folder that is not written out. */
  readonly cwd: string | null;
  /** Values as words. */
  readonly variables: ReadonlyMap<string, string>;
}

/** What a line would change besides what is refused at once. */
interface Touched {
  /** Settings files: what they contain decides whether that does harm. */
  readonly settings: Protected[];
  readonly plans: string[];
}

/** Judges a line. @throws {Denied} If it names a control file for a change, or changes the loop. */
export function judgeLine(line: string, cwd: string, context: GuardContext): Touched {
  const judge = new LineJudge(context);
  judge.judgeText(line, { cwd, variables: new Map() }, 0);
  return judge.touched;
}

class LineJudge {
  readonly touched: Touched = { settings: [], plans: [] };
  readonly #context: GuardContext;
  #control: ControlFiles | undefined;
  #pathsLeft = MOST_PATHS;

  constructor(context: GuardContext) {
    this.#context = context;
  }

  judgeText(text: string, begin: State, level: number): void {
    let state = begin;
    const outer: State[] = [];
    for (const item of splitLine(text)) {
      if (item === "(") outer.push(state);
      else if (item === ")") state = outer.pop() ?? state;
      else state = this.#judgeCommand(item, state, level);
    }
  }

  /** @returns What the shell knows behind the command. */
  #judgeCommand({ words, outputs }: ShellCommand, state: State, level: number): State {
    const expand = (list: readonly string[]) =>
      list.map((word) => expandWord(word, state, this.#context));
    this.#change(expand(outputs), state, { does: "changes", doing: "write to" });
    const [first = "", ...args] = expand(withoutPrefixes(words));
    const program = unquote(first);
    const literal = args.map(unquote);
    const name = program.slice(program.lastIndexOf("/") + 1);
    const assigned = name === "" ? words : isAmong(ASSIGNS, name) ? args : null;
    if (assigned !== null) {
      const variables = new Map(state.variables);
      for (const word of assigned) {
        const [, variable = word, value = UNKNOWN] = ASSIGNMENT.exec(word) ?? [];
        const [known = ""] = expand([value]);
        variables.set(variable, known.length > MOST_VALUE ? UNKNOWN : known);
      }
      return { ...state, variables };
    }
    if (isAmong("cd pushd popd", name)) return { ...state, cwd: this.#enter(name, args, state) };
    if (name === "ralph") judgeRalph(literal);
    if (name === "claude") judgePluginCommand(literal);
    // Without hooks nothing is put back, so this one text is looked for in programs.
    const isSwitch = (arg: string) => arg.includes("disableAllHooks") && SETTINGS_FILE.test(arg);
    if (literal.some(isSwitch) && RUNS_CODE.test(name)) {
      throw denySettings("Claude Code's settings", "set disableAllHooks in");
    }
    const text = name === "eval"
      ? literal.join(" ")
      : isAmong(SHELLS, name)
      ? literal[literal.findIndex((arg) => /^-\w*c$/.test(arg)) + 1 || literal.length]
      : undefined;
    if (text === undefined) this.#judgeUse(args, useOf(program, literal), state);
    else if (level < MOST_TEXTS) this.judgeText(text, state, level + 1);
    return state;
  }

  /** Finds the folder that a command changes to; null where it is not written out. */
  #enter(name: string, args: readonly string[], { cwd }: State): string | null {
    const target = args.find((arg) => !/^-\w/.test(arg)) ?? quote(this.#context.homeDir);
    const isKnown = name !== "popd" && target !== "-" && !WILD.test(target) &&
      target.length < MAX_PATH && (cwd ?? "").length < MAX_PATH;
    const folder = unquote(target);
    if (!isKnown || cwd === null && !folder.startsWith("/")) return null;
    // As the shell does, by the text: `..` leaves a link again.
    return resolve(cwd ?? "/", folder);
  }

  #judgeUse(args: readonly string[], use: Use, state: State): void {
    const changes = (use.does === "changes") !== args.some((arg) => use.unless?.test(arg));
    const isDeep = args.some((arg) => use.deep?.test(arg));
    const paths = args.flatMap((arg) =>
      arg.startsWith("-") ? /^-[\w-]+=(.*)$/s.exec(arg)?.[1] ?? [] : arg
    );
    const at = args.indexOf("-t");
    const to = use.isCopy && paths.length > 1 ? (at < 0 ? paths.at(-1) : args[at + 1]) : undefined;
    const from = paths.filter((path) => path !== to);
    if (to !== undefined) {
      const names = from.map((path) => path.slice(path.replace(/\/+$/, "").lastIndexOf("/") + 1));
      // What a pattern finds elsewhere is not looked up.
      const inFolder = names.filter((name) => !WILD.test(name)).map((name) => `${to}/${name}`);
      this.#change([to, ...inFolder], state, use);
    }
    if (changes) this.#change(from, state, use, isDeep);
  }

  /** Judges the change of what expanded words name. */
  #change(words: readonly string[], { cwd }: State, use: Use, isDeep = false): void {
    for (const word of words) {
      // `rm` itself refuses `.` and `..`.
      if (use.doing === "remove" && /(^|\/)\.\.?$/.test(word)) continue;
      const named = this.#pathsLeft-- > 0 ? locate(word, cwd, use.takesLink !== true) : null;
      if (named === null) continue;
      const control = this.#control ??= new ControlFiles(this.#context);
      const found = control.find(named, isDeep);
      if (found?.kind === "control") throw denyFile(found.label, use.doing ?? "change");
      if (found !== null) this.touched.settings.push(found);
      this.touched.plans.push(...control.findPlans(named, isDeep));
    }
  }
}

/** Leaves out assignments and what runs the command behind it, such as `sudo`. */
function withoutPrefixes(words: readonly string[], left = MOST_PREFIXES): readonly string[] {
  const at = words.findIndex((word) => !word.includes("=") || !ASSIGNMENT.test(word));
  const name = unquote(words[at] ?? "").replace(/^\/(usr\/)?bin\//, "");
  const prefix = lookUp(PREFIXES, name);
  if (prefix === undefined || left === 0) return at < 0 ? [] : words.slice(at);
  let [next, operands] = [at + 1, prefix.skips ?? 0];
  if (prefix.asks?.test(words[next] ?? "")) return [];
  for (let word = words[next]; word !== undefined; word = words[next]) {
    if (!word.startsWith("-") && operands-- <= 0) break;
    next += prefix.valued?.test(word) ? 2 : 1;
  }
  // More words come from the input of `xargs`.
  return [...withoutPrefixes(words.slice(next), left - 1), ...name === "xargs" ? [UNKNOWN] : []];
}

/** Expands home and variables in a word; what is not known becomes {@linkcode UNKNOWN}. */
function expandWord(word: string, { cwd, variables }: State, context: GuardContext): string {
  if (!["$", "~", "\\"].some((sign) => word.includes(sign))) return word;
  const known: Readonly<Record<string, string | null>> = {
    HOME: context.homeDir,
    PWD: cwd,
    CLAUDE_PROJECT_DIR: context.projectDir,
    CLAUDE_CONFIG_DIR: context.claudeDir,
    RALPH_HOME: context.ralphHome,
  };
  const valueOf = (name: string) => {
    const value = Object.hasOwn(known, name) ? known[name] : null;
    return variables.get(name) ?? (value == null ? UNKNOWN : quote(value));
  };
  return word.replace(/^~(?=\/|$)/, "$HOME")
    .replace(/\\[^]|\$(?:(\w+)|\{(\w+)\})/g, (whole, bare?: string, braced?: string) => {
      const name = bare ?? braced;
      return name === undefined ? whole : valueOf(name);
    });
}

/** A sign that stands for others. */
const WILD = new RegExp(`[*?[{${UNKNOWN}]`);
const PLAIN_PART = new RegExp(`^(?:\\\\[^]|[^\\\\*?[{${UNKNOWN}])*`);

/** Finds what an expanded word names; null where it does not say that. */
function locate(word: string, cwd: string | null, followsLast: boolean): Named | null {
  const [head = ""] = PLAIN_PART.exec(word) ?? [];
  const isPlain = head.length === word.length;
  const text = unquote(isPlain ? head : head.slice(0, head.lastIndexOf("/") + 1));
  if (word.length > MAX_PATH || (isPlain ? text === "" : head === "" && word.startsWith(UNKNOWN))) {
    return null;
  }
  if (cwd === null && !text.startsWith("/") || text.startsWith("/dev/")) return null;
  const follows = followsLast || !isPlain || text.endsWith("/");
  const path = resolvePath(resolve(cwd ?? "/", text), follows);
  const glob = word.slice(head.lastIndexOf("/") + 1).replace(/\/+$/, "");
  return { path, pattern: isPlain ? null : compilePattern(path, glob) };
}

/** Matches nothing: the folder alone is known. */
const NO_PATH = /(?!)/;
const PATTERN_SIGNS = new Map([["?", "[^/]"], ["{", "(?:"], [",", "|"], ["}", ")"]]);

/** Compiles a pattern of the shell below a folder. */
function compilePattern(folder: string, glob: string): RegExp {
  if (glob.includes(UNKNOWN) || glob.split(/[*?[{]/).length - 1 > MOST_WILDCARDS) return NO_PATH;
  let source = "";
  for (const [part] of glob.matchAll(/\\[^]|\*+|\[[!^]?\]?[^\]/]*\]|[^]/g)) {
    // A wildcard does not stand for the dot of a hidden file.
    if (/^[*?]|^\[./.test(part) && /(^|\/)$/.test(source)) source += "(?!\\.)";
    if (part.startsWith("*")) source += "[^/]*";
    else if (/^\[./.test(part)) source += part.replace(/^\[!/, "[^").replace(/\\(?![\]\\])/g, "");
    else source += PATTERN_SIGNS.get(part) ?? RegExp.escape(unquote(part));
  }
  const base = folder === "/" ? "" : RegExp.escape(folder);
  return attempt(() => new RegExp(`^${base}/${source}$`, "i")) ?? NO_PATH;
}
