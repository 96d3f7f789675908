/**
 * Shells and scripts: `sh -c`, scripts on stdin or in files, `eval`, `source`, `trap`.
 *
 * @module
 */
import { absolute, type Invocation, type Outcome, type Verb } from "./call.ts";
import { parse } from "../grammar/parse.ts";
import { isKnown, NO_TEXT, UNKNOWN_TEXT } from "../words/text.ts";

const MAX_SCRIPT_BYTES = 65_536;

const evaluate: Verb = (call) =>
  call.shell.runText(call.args.filter((arg) => arg !== "--").join(" "), call.state, call.stdin);

/** `sh`, `bash`, …: `-c TEXT`, a script file, or the script on stdin. */
const shell: Verb = (call) => {
  const args = [...call.args];
  let runsText = false;
  let readsStdin = false;
  while (/^[-+]/.test(args[0] ?? "")) {
    const arg = args.shift() as string;
    if (arg === "--") break;
    if (arg === "--version" || arg === "--help") return {};
    if (/^[-+][a-zA-Z]*[oO]$/.test(arg)) args.shift();
    // With -n a shell only reads its script.
    if (/^-[a-zA-Z]*n/.test(arg)) return {};
    if (/^-[a-zA-Z]*c/.test(arg)) runsText = true;
    if (/^-[a-zA-Z]*s/.test(arg) || arg === "-") readsStdin = true;
    if (arg === "--rcfile" || arg === "--init-file") args.shift();
  }
  if (runsText) {
    const [text = "", ...params] = args;
    const values = params.length > 0 ? params : ["bash"];
    return forget(call, call.shell.runText(text, call.state, call.stdin, values));
  }
  const [file, ...params] = args;
  if (readsStdin) return runStdin(call, ["bash", ...args]);
  if (file === undefined || file === "/dev/stdin") return runStdin(call);
  return forget(call, runFile(call, file, params));
};

/** The command's input, run as a script. */
export function runStdin(call: Invocation, params?: readonly string[]): Outcome {
  return forget(call, call.shell.runText(call.stdin(), call.state, NO_TEXT, params));
}

/** A script file: what the line wrote, or what stands on the disk and is small. */
function runFile(call: Invocation, file: string, params: readonly string[]): Outcome {
  const path = absolute(call, file);
  const text = isKnown(path) ? call.shell.disk.text(path, MAX_SCRIPT_BYTES) : undefined;
  if (text === undefined || text.includes("\0")) return {};
  const state = call.state;
  const isOfThisLine = call.shell.disk.writtenText(path) !== undefined;
  // A script from the disk that is no clean bash is its author's affair, not a trick of this line.
  if (!isOfThisLine && parse(text).errors !== undefined) return {};
  return call.shell.runText(text, state, call.stdin, [file, ...params]);
}

const source: Verb = (call) => {
  const [file, ...params] = call.args.filter((arg) => arg !== "--");
  if (file === undefined) return {};
  const before = call.state.env.params;
  const run = runFile(call, file, params.length > 0 ? params : before.slice(1));
  return {
    ...run,
    states: run.states?.map((state) => ({ ...state, env: { ...state.env, params: before } })) ??
      [call.state],
  };
};

/** A program named by its path: a shell script there is read like one given to `sh`. */
export function runProgram(call: Invocation, path: string): Outcome | undefined {
  const whole = absolute(call, path);
  if (!isKnown(whole)) return undefined;
  const { disk } = call.shell;
  const start = disk.writtenText(whole) ??
    new TextDecoder().decode(disk.bytes(disk.resolve(whole), 0, 64) ?? new Uint8Array());
  const isScript = /^#!.*\b(ba|z|da|k|a)?sh\b/.test(start) ||
    disk.writtenText(whole) !== undefined && !start.startsWith("#!");
  return isScript ? forget(call, runFile(call, path, call.args)) : undefined;
}

/** Signals that every line meets, by name or number; nobody interrupts the agent's commands. */
const ALWAYS_MET = /^(0|(SIG)?(EXIT|DEBUG|ERR|RETURN))$/i;

/** Noted only: it is run later, and is judged as things stand then. */
const trap: Verb = ({ args, state, shell }) => {
  const [text, ...signals] = args.filter((arg) => arg !== "--");
  for (const signal of signals.filter((each) => ALWAYS_MET.test(each))) {
    if (text === undefined || text === "-") shell.traps.delete(signal);
    else shell.traps.set(signal, { text, state });
  }
  return { out: NO_TEXT };
};

/** A child process leaves this shell as it was. */
export function forget(call: Invocation, run: Outcome): Outcome {
  return { states: [{ env: call.state.env, status: undefined }], out: run.out ?? UNKNOWN_TEXT };
}

/** Rules by name. */
export const SHELL_VERBS: Readonly<Record<string, Verb>> = {
  eval: evaluate,
  sh: shell,
  bash: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  ash: shell,
  mksh: shell,
  fish: shell,
  ".": source,
  source,
  trap,
};
