/**
 * Verbs that run other commands or texts: `env`, `xargs`, shells, scripts, `eval`, `source`,
 * `trap`.
 *
 * @module
 */
import { quoteWord } from "../../../text/shell_word.ts";
import { isScript } from "../walker.ts";
import { joinPath } from "../../_paths.ts";
import { withVar } from "../words/state.ts";
import { isKnown, joinTexts, NO_TEXT, UNKNOWN } from "../words/text.ts";
import type { Call, Outcome, Verb } from "../shell.ts";

/** Maximum number of calls of `xargs` that are judged; the other words are unknown. */
const MAX_CALLS = 200;

const env: Verb = (call) => {
  const options = call.options("u C S unset chdir split-string", true);
  const split = options.last("S split-string");
  const words = [...options.operands];
  let { state } = call;
  const folder = options.last("C chdir");
  if (folder !== undefined) {
    state = { ...state, env: { ...state.env, cwd: joinPath(call.cwd, folder) } };
  }
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? "")) {
    const [name = "", ...value] = (words.shift() as string).split("=");
    state = { ...state, env: withVar(state.env, name, [value.join("=")]) };
  }
  const { shell, stdin } = call;
  return call.asChild(
    split === undefined
      ? shell.runArgs(words, state, stdin)
      : shell.runText([split, ...words.map(quoteWord)].join(" "), state, stdin),
  );
};

const command: Verb = (call) => {
  const options = call.options("", true);
  if (options.has("v V")) {
    return { out: () => `${options.operands.join("\n")}\n`, states: [call.state] };
  }
  return call.shell.runArgs(options.operands, call.state, call.stdin, false);
};

const exec: Verb = (call) => {
  const { operands } = call.options("a", true);
  if (operands.length === 0) return { out: NO_TEXT };
  return { states: [], out: call.runArgs(operands, call.stdin).out };
};

const xargs: Verb = (call) => {
  const options = call.options(
    "a E I d L n P s arg-file delimiter max-args max-procs max-lines replace",
    true,
  );
  const file = options.last("a arg-file");
  const text = call.input(file === undefined ? [] : [file])();
  const marker = options.last("I replace") ?? (options.has("i replace") ? "{}" : undefined);
  // Outputs are separated by line ends here, also where a command would print zero bytes.
  const isByLine = marker !== undefined || options.has("0 null L d");
  const words = (isByLine ? text.split(/[\0\n]/).map((word) => word.trim()) : splitWords(text))
    .filter((word) => word !== "");
  const base = options.operands.length > 0 ? options.operands : ["echo"];
  if (marker === undefined) return call.asChild(call.runArgs([...base, ...words]));
  const some = words.length > MAX_CALLS ? [...words.slice(0, MAX_CALLS), UNKNOWN] : words;
  const runs = some.map((word) => call.runArgs(base.map((each) => each.replaceAll(marker, word))));
  return { out: joinTexts(runs.map(({ out }) => out)) };
};

/** Splits words as xargs does: at blanks that are neither quoted nor escaped. */
function splitWords(text: string): string[] {
  return (text.match(/(?:[^\s'"\\]|\\[^]|'[^'\n]*'|"[^"\n]*")+/g) ?? [])
    .map((word) => word.replace(/'([^']*)'|"([^"]*)"|\\([^])/g, (_all, a, b, c) => a ?? b ?? c));
}

const evaluate: Verb = (call) =>
  call.runText(call.args.filter((arg) => arg !== "--").join(" "), call.stdin);

/** `sh`, `bash` and the like: `-c TEXT`, a script file, or the script on stdin. */
const shell: Verb = (call) => {
  const args = [...call.args];
  let runsText = false;
  let readsStdin = false;
  while (/^[-+]/.test(args[0] ?? "")) {
    const arg = args.shift() as string;
    if (arg === "--") break;
    // With -n a shell only reads its script.
    if (/^--(version|help)$|^-[a-zA-Z]*n/.test(arg)) return {};
    if (/^[-+][a-zA-Z]*[oO]$|^--(rcfile|init-file)$/.test(arg)) args.shift();
    if (/^-[a-zA-Z]*c/.test(arg)) runsText = true;
    if (/^-[a-zA-Z]*s/.test(arg) || arg === "-") readsStdin = true;
  }
  const [first, ...params] = args;
  if (runsText) {
    const values = params.length > 0 ? params : ["bash"];
    return call.asChild(call.shell.runText(first ?? "", call.state, call.stdin, values));
  }
  if (readsStdin || first === undefined || first === "/dev/stdin") {
    const values = readsStdin ? ["bash", ...args] : undefined;
    return call.asChild(call.shell.runText(call.stdin(), call.state, NO_TEXT, values));
  }
  return call.asChild(runFile(call, first, params));
};

/** Judges a script file: written by the line, or a small file of the disk. */
function runFile(call: Call, file: string, params: readonly string[]): Outcome {
  const text = call.text(file);
  if (text === undefined || text.includes("\0")) return {};
  const isOfThisLine = call.shell.disk.writtenText(call.absolute(file)) !== undefined;
  // A script from the disk with syntax errors is not a trick of this line.
  if (!isOfThisLine && !isScript(text)) return {};
  return call.shell.runText(text, call.state, call.stdin, [file, ...params]);
}

const source: Verb = (call) => {
  const [file, ...given] = call.args.filter((arg) => arg !== "--");
  if (file === undefined) return {};
  const { params } = call.state.env;
  const run = runFile(call, file, given.length > 0 ? given : params.slice(1));
  const restore = (states: Outcome["states"]) =>
    states?.map((state) => ({ ...state, env: { ...state.env, params } }));
  return { ...run, states: restore(run.states) ?? [call.state] };
};

/** Judges a program given by its path: a shell script is judged like an argument of `sh`. */
export function runProgram(call: Call, path: string): Outcome | undefined {
  const absolute = call.absolute(path);
  if (!isKnown(absolute)) return undefined;
  const { disk } = call.shell;
  const written = disk.writtenText(absolute);
  const start = written ??
    new TextDecoder().decode(disk.bytes(disk.resolve(absolute), 0, 64) ?? new Uint8Array());
  const isScript = /^#!.*\b(ba|z|da|k|a)?sh\b/.test(start) ||
    written !== undefined && !start.startsWith("#!");
  return isScript ? call.asChild(runFile(call, path, call.args)) : undefined;
}

/** Signals that occur in every line, by name or number. */
const ALWAYS_MET = /^(0|(SIG)?(EXIT|DEBUG|ERR|RETURN))$/i;

/** `trap`: its command runs later, and is judged in the state at that time. */
const trap: Verb = ({ args, state, shell }) => {
  const [text, ...signals] = args.filter((arg) => arg !== "--");
  for (const signal of signals.filter((each) => ALWAYS_MET.test(each))) {
    if (text === undefined || text === "-") shell.traps.delete(signal);
    else shell.traps.set(signal, { text, state });
  }
  return { out: NO_TEXT };
};

/** The rules for commands that run other commands, by command name. */
export const RUN_VERBS: Readonly<Record<string, Verb>> = {
  env,
  command,
  builtin: command,
  exec,
  xargs,
  gxargs: xargs,
  eval: evaluate,
  ...Object.fromEntries(
    "sh bash zsh dash ksh ash mksh fish".split(" ").map((name) => [name, shell]),
  ),
  ".": source,
  source,
  trap,
};
