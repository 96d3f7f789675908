/**
 * Verbs that run other commands: wrappers, shells, `xargs`, `eval`, `trap`.
 *
 * @module
 */
import { joinPath } from "../../_paths.ts";
import { absolute, type Invocation, type Verb } from "./call.ts";
import { lastValue, type OptionSpec, readOptions } from "./options.ts";
import { isKnown, joinTexts, NO_TEXT, UNKNOWN } from "../words/text.ts";
import { forget, runStdin } from "./shells.ts";
import { type ShellState, withVar } from "../words/state.ts";
import { quoteWord } from "../../../text/shell_word.ts";

const MAX_SCRIPT_BYTES = 65_536;
/** `xargs` with more words than this is judged as one call. */
const MAX_CALLS = 200;

/** A wrapper that runs its operands as a command, `skips` words first (`timeout 5 cmd`). */
function wrapper(spec: OptionSpec, skips = 0): Verb {
  return (call) => {
    const options = readOptions(call.args, { ...spec, stopsAtOperand: true });
    return call.shell.runArgs(options.operands.slice(skips), call.state, call.stdin);
  };
}

const env: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "uCS",
    long: ["unset", "chdir", "split-string"],
    stopsAtOperand: true,
  });
  const split = lastValue(options, "S", "split-string");
  const words = [...options.operands];
  let state: ShellState = call.state;
  const folder = lastValue(options, "C", "chdir");
  if (folder !== undefined) {
    state = { ...state, env: { ...state.env, cwd: joinPath(call.cwd, folder) } };
  }
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? "")) {
    const [name = "", ...value] = (words.shift() as string).split("=");
    state = { ...state, env: withVar(state.env, name, [value.join("=")]) };
  }
  if (split !== undefined) {
    return forget(
      call,
      call.shell.runText([split, ...words.map(quoteWord)].join(" "), state, call.stdin),
    );
  }
  return forget(call, call.shell.runArgs(words, state, call.stdin));
};

const sudo: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "ugpChDRTrt",
    long: ["user", "group", "chdir", "prompt", "host"],
    stopsAtOperand: true,
  });
  const words = [...options.operands];
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? "")) words.shift();
  if (words.length === 0) return runStdin(call);
  return forget(call, call.shell.runArgs(words, call.state, call.stdin));
};

const command: Verb = (call) => {
  const options = readOptions(call.args, { stopsAtOperand: true });
  if (options.flags.has("v") || options.flags.has("V")) {
    return { out: () => `${options.operands.join("\n")}\n`, states: [call.state] };
  }
  return call.shell.runArgs(options.operands, call.state, call.stdin, false);
};

const which: Verb = (call) => ({ out: () => `${readOptions(call.args).operands.join("\n")}\n` });

const exec: Verb = (call) => {
  const options = readOptions(call.args, { short: "a", stopsAtOperand: true });
  if (options.operands.length === 0) return { out: NO_TEXT };
  const run = call.shell.runArgs(options.operands, call.state, call.stdin);
  return { states: [], out: run.out };
};

const xargs: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "aEIdLnPs",
    long: ["arg-file", "delimiter", "max-args", "max-procs", "max-lines", "replace"],
    stopsAtOperand: true,
  });
  const file = lastValue(options, "a", "arg-file");
  const path = file === undefined ? undefined : absolute(call, file);
  const text = path === undefined
    ? call.stdin()
    : isKnown(path)
    ? call.shell.disk.text(path, MAX_SCRIPT_BYTES) ?? UNKNOWN
    : UNKNOWN;
  const marker = lastValue(options, "I", "replace") ??
    (options.flags.has("i") || options.flags.has("replace") ? "{}" : undefined);
  const isByLine = marker !== undefined || options.flags.has("L") || options.values.has("d");
  // Outputs are told line by line here, also those that a command parts by zero bytes.
  const isByZero = options.flags.has("0") || options.flags.has("null");
  const words =
    (isByZero || isByLine ? text.split(/[\0\n]/).map((word) => word.trim()) : splitWords(text))
      .filter((word) => word !== "");
  const base = options.operands.length > 0 ? options.operands : ["echo"];
  if (marker === undefined) {
    return forget(call, call.shell.runArgs([...base, ...words], call.state, NO_TEXT));
  }
  const shown = words.length > MAX_CALLS ? [...words.slice(0, MAX_CALLS), UNKNOWN] : words;
  const runs = shown.map((word) =>
    call.shell.runArgs(base.map((each) => each.replaceAll(marker, word)), call.state, NO_TEXT)
  );
  return { out: joinTexts(runs.map((run) => run.out)) };
};

/** Words as xargs splits them: blanks part, quotes and backslashes hold. */
function splitWords(text: string): string[] {
  return (text.match(/(?:[^\s'"\\]|\\[^]|'[^'\n]*'|"[^"\n]*")+/g) ?? [])
    .map((word) => word.replace(/'([^']*)'|"([^"]*)"|\\([^])/g, (_all, a, b, c) => a ?? b ?? c));
}

/** `parallel cmd ::: words` and `cmd | parallel`. */
const parallel: Verb = (call) => {
  const at = call.args.indexOf(":::");
  const given = at < 0 ? splitWords(call.stdin()) : call.args.slice(at + 1);
  const base = readOptions(at < 0 ? call.args : call.args.slice(0, at), {
    short: "jNnIPL",
    long: ["jobs"],
    stopsAtOperand: true,
  }).operands;
  for (const word of given.slice(0, MAX_CALLS)) {
    const text = base.some((each) => each.includes("{}"))
      ? base.map((each) => each.replaceAll("{}", quoteWord(word))).join(" ")
      : [...base, quoteWord(word)].join(" ");
    call.shell.runText(text, call.state, NO_TEXT);
  }
};

/** Programs that hand their last words to a shell as one text. */
function textRunner(pick: (call: Invocation) => string | undefined): Verb {
  return (call) => {
    const text = pick(call);
    if (text === undefined || text === "") return {};
    return forget(call, call.shell.runText(text, call.state, call.stdin));
  };
}

const su = textRunner((call) =>
  lastValue(readOptions(call.args, { short: "csgG" }), "c", "command")
);
const watch = textRunner((call) =>
  readOptions(call.args, { short: "n", stopsAtOperand: true }).operands.join(" ")
);
const stdinRunner = textRunner((call) => call.stdin());
const tmux = textRunner((call) => {
  const isRunning =
    /^(new|neww|new-session|new-window|run|run-shell|split-window|splitw|send|send-keys|respawn-pane)$/
      .test(call.args[0] ?? "");
  return isRunning
    ? readOptions(call.args.slice(1), { short: "cnstFtx" }).operands.join("\n")
    : undefined;
});

const script: Verb = (call) => {
  const options = readOptions(call.args, { short: "cIOBT", long: ["command"] });
  const text = lastValue(options, "c", "command");
  for (const path of options.operands) call.shell.harm.write(call.cwd, path);
  return text === undefined ? {} : forget(call, call.shell.runText(text, call.state, call.stdin));
};

/** `npx rimraf x`, `uv run cmd`, `npm exec -- cmd`. */
function launcher(...subcommands: readonly string[]): Verb {
  return (call) => {
    const [sub = "", ...rest] = call.args;
    if (subcommands.length > 0 && !subcommands.includes(sub)) return {};
    const args = subcommands.length > 0 ? rest : call.args;
    const options = readOptions(args, { short: "pc", long: ["package"], stopsAtOperand: true });
    const text = lastValue(options, "c", "call");
    if (text !== undefined) return forget(call, call.shell.runText(text, call.state, call.stdin));
    return forget(call, call.shell.runArgs(options.operands, call.state, call.stdin));
  };
}

/** Rules by name. */
export const RUN_VERBS: Readonly<Record<string, Verb>> = {
  env,
  sudo,
  doas: wrapper({ short: "uC" }),
  timeout: wrapper({ short: "sk", long: ["signal", "kill-after"] }, 1),
  gtimeout: wrapper({ short: "sk", long: ["signal", "kill-after"] }, 1),
  nice: wrapper({ short: "n", long: ["adjustment"] }),
  ionice: wrapper({ short: "cnpPu" }),
  chrt: wrapper({}, 1),
  taskset: wrapper({}, 1),
  nohup: wrapper({}),
  setsid: wrapper({}),
  stdbuf: wrapper({ short: "ioe", long: ["input", "output", "error"] }),
  unbuffer: wrapper({}),
  time: wrapper({ short: "fo", long: ["format", "output"] }),
  builtin: command,
  busybox: wrapper({}),
  toybox: wrapper({}),
  strace: wrapper({ short: "eopPsuE" }),
  ltrace: wrapper({ short: "eopsun" }),
  caffeinate: wrapper({ short: "tw" }),
  noglob: wrapper({}),
  nocorrect: wrapper({}),
  flock: wrapper({ short: "wE" }, 1),
  chronic: wrapper({}),
  xvfb: wrapper({}),
  "xvfb-run": wrapper({ short: "nsefpw" }),
  unshare: wrapper({}),
  firejail: wrapper({}),
  runuser: su,
  su,
  command,
  which,
  type: which,
  exec,
  xargs,
  gxargs: xargs,
  parallel,
  watch,
  at: stdinRunner,
  batch: stdinRunner,
  tmux,
  screen: tmux,
  script,
  npx: launcher(),
  bunx: launcher(),
  npm: launcher("exec", "x"),
  pnpm: launcher("exec", "dlx"),
  yarn: launcher("exec", "dlx"),
  uv: launcher("run"),
  poetry: launcher("run"),
  pipenv: launcher("run"),
  pdm: launcher("run"),
  bundle: launcher("exec"),
  mise: launcher("exec", "x"),
  direnv: (call) => call.shell.runArgs(call.args.slice(2), call.state, call.stdin),
};
