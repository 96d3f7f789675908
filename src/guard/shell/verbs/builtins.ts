/**
 * The shell's own commands that affect the meaning of later words.
 *
 * @module
 */
import { quoteWord } from "../../../text/shell_word.ts";
import { joinPath, normalizePath } from "../../_paths.ts";
import { type Env, withVar } from "../words/state.ts";
import { isKnown, lazily, NO_TEXT, unescapeText, UNKNOWN } from "../words/text.ts";
import type { Call, Outcome, Shell, ShellFunction, Verb } from "../shell.ts";

const MAX_READ_LINES = 24;
const MAX_PRINTED = 65_536;

/** The outcome of a command that succeeds, prints nothing and leaves this environment. */
function leaves(env: Env): Outcome {
  return { states: [{ env, status: true }], out: NO_TEXT };
}

/** `cd` and `pushd`: if the folder does not exist (and the line does not create it), both outcomes are possible. */
const changeFolder: Verb = (call) => {
  const { env } = call.state;
  const [named] = call.args.filter((arg) => !/^-[LPe@n]+$/.test(arg) && arg !== "--");
  let target = named ?? (call.name === "pushd" ? UNKNOWN : "~");
  if (target === "~") target = env.vars.get("HOME")?.[0] ?? call.shell.context.homeDir;
  else if (target === "-") target = env.vars.get("OLDPWD")?.[0] ?? UNKNOWN;
  else if (target === "") target = env.cwd;
  const absolute = target.startsWith(UNKNOWN) ? target : joinPath(env.cwd, target);
  const there = enter(env, isKnown(absolute) ? normalizePath(absolute) : absolute);
  const moved = { env: there, status: true };
  const out = call.args[0] === "-" ? () => `${there.cwd}\n` : NO_TEXT;
  if (isKnown(absolute) && call.shell.disk.isFolder(absolute)) return { states: [moved], out };
  return { states: [moved, { env, status: false }], out };
};

function enter(env: Env, cwd: string): Env {
  return { ...withVar(env, "OLDPWD", [env.cwd]), cwd };
}

const popFolder: Verb = ({ state: { env } }) => ({
  states: [{ env: enter(env, env.vars.get("OLDPWD")?.[0] ?? UNKNOWN), status: true }],
});

/** `export`, `declare` and the like with words in place of assignments. */
const declare: Verb = (call) => {
  let { env } = call.state;
  for (const arg of call.args) {
    const [, name, append, value = ""] = /^([A-Za-z_]\w*)(\+?)=([^]*)$/.exec(arg) ?? [];
    if (name === undefined) continue;
    env = withVar(env, name, [append === "+" ? (env.vars.get(name)?.[0] ?? "") + value : value]);
  }
  return leaves(env);
};

const unset: Verb = (call) =>
  leaves(call.args.reduce((env, name) => withVar(env, name, [""]), call.state.env));

const set: Verb = (call) => {
  const { env } = call.state;
  const at = call.args.findIndex((arg) => arg === "--" || !/^[-+]/.test(arg));
  if (at < 0 || call.args[at - 1] === "-o") return leaves(env);
  const params = call.args.slice(call.args[at] === "--" ? at + 1 : at);
  return leaves({ ...env, params: [env.params[0] ?? "bash", ...params] });
};

const shift: Verb = (call) => {
  const { env } = call.state;
  const count = Number(call.args[0] ?? 1) || 1;
  return leaves({
    ...env,
    params: [env.params[0] ?? "bash", ...env.params.slice(1 + count)],
  });
};

const shopt: Verb = (call) => {
  const { env } = call.state;
  const names = call.args.filter((name) => !name.startsWith("-"));
  const options = call.args.includes("-u")
    ? [...env.options].filter((name) => !names.includes(name))
    : [...env.options, ...names];
  return leaves({ ...env, options: new Set(options) });
};

/** `read x`: one state for each line of the input; of many lines, one state with unknown values. */
const read: Verb = (call) => {
  const options = call.options("d i n N p t u");
  const names = options.operands.length > 0 ? options.operands : ["REPLY"];
  // Outputs are separated by line ends here, also where a command would print zero bytes.
  const lines = call.stdin().split(/[\n\0]/).filter((line) => line !== "");
  const { env } = call.state;
  const ifs = env.vars.get("IFS")?.[0] ?? " \t";
  const isUnclear = lines.length > MAX_READ_LINES || lines.length === 0;
  const states = (isUnclear ? [UNKNOWN] : lines).map((line) => {
    const fields = line.split(new RegExp(`[${RegExp.escape(ifs)}]+`));
    const rest = fields.splice(names.length - 1).join(ifs[0]);
    const values = [...fields, names.length === 1 ? line.trim() : rest];
    return names.reduce(
      (now, name, at) => withVar(now, name, [line === UNKNOWN ? UNKNOWN : values[at] ?? ""]),
      env,
    );
  });
  return { states: states.map((each) => ({ env: each, status: undefined })), out: NO_TEXT };
};

const mapfile: Verb = (call) => {
  const [name = "MAPFILE"] = call.options("d n O s u C c").operands;
  const lines = call.stdin().replace(/\n$/, "").split(/[\n\0]/);
  return leaves(withVar(call.state.env, name, lines));
};

const echo: Verb = (call) => {
  const [first = ""] = call.args;
  const flags = /^-[neE]+$/.test(first) ? first : "";
  const text = call.args.slice(flags === "" ? 0 : 1).join(" ");
  const printed = flags.includes("e") ? unescapeText(text) : text;
  return { out: () => printed + (flags.includes("n") ? "" : "\n"), status: true };
};

const printf: Verb = (call) => {
  const args = [...call.args];
  if (args[0] === "-v") {
    const [, name = "", pattern = "", ...values] = args;
    return leaves(withVar(call.state.env, name, [format(pattern, values)]));
  }
  if (args[0] === "--") args.shift();
  return { out: lazily(() => format(args[0] ?? "", args.slice(1))), status: true };
};

function format(pattern: string, args: readonly string[]): string {
  const shape = unescapeText(pattern);
  let rest = args;
  let text = "";
  do {
    let used = 0;
    text += shape.replace(/%(?:%|[-+ #0]*\d*(?:\.\d+)?([sbdiqcuxXof]))/g, (all, kind) => {
      if (all === "%%") return "%";
      const value = rest[used++] ?? "";
      return all !== `%${kind}` ? UNKNOWN : kind === "b" ? unescapeText(value) : value;
    });
    if (used === 0) break;
    rest = rest.slice(used);
  } while (rest.length > 0 && text.length < MAX_PRINTED);
  return text;
}

const alias: Verb = (call) => {
  for (const arg of call.args) {
    const at = arg.indexOf("=");
    if (at > 0) define(call.shell, arg.slice(0, at), arg.slice(at + 1));
  }
  return { out: NO_TEXT, status: true };
};

function define(shell: Shell, name: string, text: string): void {
  const { functions } = shell;
  const expand: ShellFunction = ([, ...args], state, stdin) => {
    // Its own name in an alias is the command.
    functions.delete(name);
    const run = shell.runText([text, ...args.map(quoteWord)].join(" "), state, stdin);
    functions.set(name, expand);
    return run;
  };
  functions.set(name, expand);
}

const doNothing: Verb = () => ({});

/** The rules for builtins of the shell, by command name. */
export const BUILTINS: Readonly<Record<string, Verb>> = {
  cd: changeFolder,
  pushd: changeFolder,
  popd: popFolder,
  export: declare,
  declare,
  local: declare,
  typeset: declare,
  readonly: declare,
  unset,
  set,
  shift,
  shopt,
  setopt: shopt,
  read,
  mapfile,
  readarray: mapfile,
  echo,
  printf,
  print: echo,
  // Ends the shell: what follows does not run.
  exit: () => ({ states: [] }),
  alias,
  pwd: (call: Call) => ({ out: () => `${call.cwd}\n`, status: true }),
  true: () => ({ out: NO_TEXT, status: true }),
  ":": () => ({ out: NO_TEXT, status: true }),
  false: () => ({ out: NO_TEXT, status: false }),
  ...Object.fromEntries(
    "return break continue let wait ulimit umask hash jobs kill test [".split(" ")
      .map((name) => [name, doNothing]),
  ),
};
