/**
 * Judges a Bash line by its words: what does each command name, and does it change that? A shell's
 * folder and variables are followed as far as they are written out. If more would have to be known,
 * the call passes, and files that it destroys are restored.
 */
import { resolvePath } from "../store/project.ts";
import { KILL_SWITCH } from "../store/project_files.ts";
import { resolve } from "../system/path.ts";
import { ControlFiles, type GuardContext, MAX_PATH, type Protected } from "./_control_files.ts";
import { denyFile, denySettings } from "./_denial.ts";
import {
  isAmong,
  lookUp,
  PREFIXES,
  PURE_READERS,
  RUNS_CODE,
  SHELLS,
  type Use,
  useOf,
} from "./_programs.ts";
import { compilePattern, locate, WILD } from "./_locate.ts";
import { listNames, listWritten } from "./_program_text.ts";
import { judgePluginCommand, judgeRalph } from "./_ralph_command.ts";
import { quote, type ShellCommand, splitLine, UNKNOWN, unquote } from "./_split.ts";

/** More paths of one line are not compared. */
const MOST_PATHS = 500;
/** A longer value of a variable is not known. */
const MOST_VALUE = 1024;
/** More programs that run one another (`sudo env nice …`) are not looked through. */
const MOST_PREFIXES = 10;
/** More texts within texts (`sh -c "sh -c …"`) are not read. */
const MOST_TEXTS = 5;

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
/** Give variables the value that is written out, or one that is not known. */
const ASSIGNS = "export declare local readonly typeset for select read mapfile getopts unset";
const SETTINGS_FILE = /\bsettings(\.local)?\.json\b/;
/** Most texts name neither, so they are not looked through. */
const SWITCH_NAME = /stop_loop/i;
const POLICY_NAME = /\.claude|ralph|loop-config/i;
/** An option of `env` that changes the folder. */
const ENV_FOLDER = /^(?:-C|--chdir=?)(.*)$/s;

/** The state of a shell at the beginning of a command. */
interface State {
  /** Null if the line changes to a folder that is not written out. */
  readonly cwd: string | null;
  /** Values as words. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The changes that a line would make, besides those that are refused at once. */
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

  /** Judges a command. @returns The state of the shell after it. */
  #judgeCommand({ words, outputs }: ShellCommand, state: State, level: number): State {
    const expand = (list: readonly string[]) =>
      list.map((word) => expandWord(word, state, this.#context));
    this.#change(expand(outputs), state, { does: "changes", doing: "write to" });
    const from = state;
    if (words.includes("env")) state = this.#enterEnv(expand(words), state);
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
    // Without hooks nothing is restored, so programs are searched for this one text.
    const isSwitch = (arg: string) => arg.includes("disableAllHooks") && SETTINGS_FILE.test(arg);
    if (literal.some(isSwitch) && RUNS_CODE.test(name)) {
      throw denySettings("Claude Code's settings", "set disableAllHooks in");
    }
    const text = name === "eval"
      ? literal.join(" ")
      : isAmong(SHELLS, name)
      ? literal[literal.findIndex((arg) => /^-\w*c$/.test(arg)) + 1 || literal.length]
      : undefined;
    if (text === undefined) {
      this.#judgeNames(name, literal, state);
      this.#judgeUse(args, useOf(program, literal), state);
      if (name === "find") this.#judgeFound(args, literal, state);
    } else if (level < MOST_TEXTS) this.judgeText(text, state, level + 1);
    return from;
  }

  /** Follows `env -C FOLDER`. */
  #enterEnv(words: readonly string[], state: State): State {
    const at = words.findIndex((word) => ENV_FOLDER.test(word));
    if (at < 0 || unquote(words[0] ?? "") !== "env") return state;
    const folder = ENV_FOLDER.exec(words[at] ?? "")?.[1] || (words[at + 1] ?? "");
    return { ...state, cwd: this.#enter("cd", [folder], state) };
  }

  /**
   * Judges the targets of the words that the program is not known to change: only a pure reader may name the
   * kill switch, and a program's text may not write a file that would not be restored.
   */
  #judgeNames(name: string, literal: readonly string[], { cwd }: State): void {
    const isCode = RUNS_CODE.test(name);
    const pathOf = (text: string) => {
      const path = text.replace(/^~(?=\/)/, this.#context.homeDir);
      if (path.length > MAX_PATH || cwd === null && !path.startsWith("/")) return null;
      return this.#pathsLeft-- > 0 ? resolvePath(resolve(cwd ?? "/", path), false) : null;
    };
    const judge = (texts: readonly string[], isForbidden: (path: string) => boolean) => {
      const path = texts.map(pathOf).find((path) => path !== null && isForbidden(path));
      if (path == null) return;
      const label = this.#controlFiles.find({ path, pattern: null }, false)?.label;
      throw denyFile(label ?? KILL_SWITCH, "change");
    };
    if (!isAmong(PURE_READERS, name)) {
      const named = literal.filter((word) => SWITCH_NAME.test(word));
      const texts = named.flatMap((word) => [
        ...listPaths(word),
        // A stream editor may replace the name in a document.
        .../sed$/.test(name) ? listWritten(name, word) : isCode ? listNames(word) : [],
      ]);
      judge(
        texts.filter((text) => SWITCH_NAME.test(text)),
        (path) => this.#controlFiles.isKillSwitch(path),
      );
    }
    if (!isCode) return;
    const texts = literal.filter((word) => POLICY_NAME.test(word) || cwd?.endsWith("/.claude"));
    judge(
      texts.flatMap((word) => listWritten(name, word)),
      (path) => this.#controlFiles.isPolicy(path),
    );
  }

  /** Judges what `find` removes by a name that only a control file has. */
  #judgeFound(args: readonly string[], literal: readonly string[], { cwd }: State): void {
    const at = literal.findIndex((arg) => /^-(?:exec|ok)(?:dir)?$/.test(arg));
    const [program = "", ...rest] = literal.slice(at + 1);
    const removes = literal.includes("-delete") ||
      at >= 0 && useOf(program, rest).does === "changes";
    if (!removes || literal.some((arg) => /^(?:!|-not|-prune|-o|-or)$/.test(arg))) return;
    const first = args.findIndex((arg) => /^[-(!]/.test(arg));
    const roots = first === 0 ? ["."] : args.slice(0, first);
    for (const root of roots) {
      const folder = locate(root, cwd, true);
      if (folder === null || folder.pattern !== null) continue;
      const names = args.filter((_arg, index) => /^-i?name$/.test(args[index - 1] ?? ""));
      for (const name of names) {
        const pattern = compilePattern(folder.path, unquote(name), "(?:.*/)?");
        // A name that any file may have is not aimed at these.
        if (["x.json", "x.md", "x"].some((other) => pattern.test(resolve(folder.path, other)))) {
          continue;
        }
        const found = this.#controlFiles.find({ path: folder.path, pattern }, false);
        if (found?.kind === "control") throw denyFile(found.label, "delete");
      }
    }
  }

  get #controlFiles(): ControlFiles {
    return this.#control ??= new ControlFiles(this.#context);
  }

  /** Finds the folder that a command changes to; null if it is not written out. */
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
    const written = args.flatMap((arg, index) => {
      const value = use.writes?.exec(arg)?.[1];
      return value === undefined ? [] : value || (args[index + 1] ?? []);
    });
    if (written.length > 0) this.#change(written, state, { ...use, doing: "write to" });
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
      const control = this.#controlFiles;
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

/** Lists the paths that a word may name: itself, and the value of an option or of `name=value`. */
function listPaths(word: string): string[] {
  if (/\s/.test(word)) return [];
  const glued = /^-\w*?([./~].*|STOP_LOOP)$/i.exec(word)?.[1];
  return [word, word.slice(word.lastIndexOf("=") + 1), ...glued === undefined ? [] : [glued]];
}
