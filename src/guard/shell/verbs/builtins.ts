/**
 * The shell's own commands, as far as they change what later words mean.
 *
 * @module
 */
import { type Invocation, type Outcome, type Verb } from "./call.ts";
import { joinPath, normalizePath } from "../../_paths.ts";
import { readOptions } from "./options.ts";
import { isKnown, lazily, NO_TEXT, UNKNOWN, UNKNOWN_TEXT } from "../words/text.ts";
import { type Env, withVar } from "../words/state.ts";

const MAX_READ_LINES = 24;

/** `cd` and `pushd`: a folder that is not there (and that the line did not make) leaves both ways open. */
const changeFolder: Verb = (call) => {
  const operands = call.args.filter((arg) => !/^-[LPe@n]+$/.test(arg) && arg !== "--");
  const env = call.state.env;
  const named = operands[0] ?? (call.name === "pushd" ? UNKNOWN : "~");
  const target = named === "~"
    ? env.vars.get("HOME")?.[0] ?? call.shell.scene.homeDir
    : named === "-"
    ? env.vars.get("OLDPWD")?.[0] ?? UNKNOWN
    : named === ""
    ? env.cwd
    : named;
  return moveTo(call, target);
};

function moveTo(call: Invocation, target: string): Outcome {
  const { env } = call.state;
  const whole = target.startsWith(UNKNOWN) ? target : joinPath(env.cwd, target);
  const there = enter(env, isKnown(whole) ? normalizePath(whole) : whole);
  const away = { env: there, status: true };
  const out = call.args[0] === "-" ? () => `${there.cwd}\n` : NO_TEXT;
  if (isKnown(whole) && call.shell.disk.isFolder(whole)) return { states: [away], out };
  return { states: [away, { env, status: false }], out };
}

function enter(env: Env, cwd: string): Env {
  return { ...withVar(env, "OLDPWD", [env.cwd]), cwd };
}

const popFolder: Verb = (call) => {
  const { env } = call.state;
  return { states: [{ env: enter(env, env.vars.get("OLDPWD")?.[0] ?? UNKNOWN), status: true }] };
};

/** `export`, `declare` and kin with words in place of assignments. */
const declare: Verb = (call) => {
  let { env } = call.state;
  for (const arg of call.args) {
    const match = /^([A-Za-z_]\w*)(\+?)=([^]*)$/.exec(arg);
    if (match === null) continue;
    const [, name = "", append, value = ""] = match;
    env = withVar(env, name, [append === "+" ? (env.vars.get(name)?.[0] ?? "") + value : value]);
  }
  return { states: [{ env, status: true }], out: NO_TEXT };
};

const unset: Verb = (call) => {
  const { env } = call.state;
  const vars = new Map(env.vars);
  for (const name of call.args) vars.set(name, [""]);
  return { states: [{ env: { ...env, vars }, status: true }], out: NO_TEXT };
};

const set: Verb = (call) => {
  const { env } = call.state;
  const at = call.args.findIndex((arg) => arg === "--" || !/^[-+]/.test(arg));
  if (at < 0 || call.args[at - 1] === "-o") return { status: true, out: NO_TEXT };
  const fresh = call.args.slice(call.args[at] === "--" ? at + 1 : at);
  const params = [env.params[0] ?? "bash", ...fresh];
  return { states: [{ env: { ...env, params }, status: true }], out: NO_TEXT };
};

const shift: Verb = (call) => {
  const { env } = call.state;
  const count = Number(call.args[0] ?? 1) || 1;
  const params = [env.params[0] ?? "bash", ...env.params.slice(1 + count)];
  return { states: [{ env: { ...env, params }, status: true }] };
};

const shopt: Verb = (call) => {
  const { env } = call.state;
  const options = new Set(env.options);
  const isOff = call.args.includes("-u");
  for (const name of call.args) {
    if (name.startsWith("-")) continue;
    if (isOff) options.delete(name);
    else options.add(name);
  }
  return { states: [{ env: { ...env, options }, status: true }], out: NO_TEXT };
};

/** `read x`: a state for each line that may come; more than a few are unknown. */
const read: Verb = (call) => {
  const options = readOptions(call.args, { short: "adinNptu" });
  const names = options.operands.length > 0 ? options.operands : ["REPLY"];
  const text = call.stdin();
  // Outputs are told line by line here, also those that a command parts by zero bytes.
  const lines = text.split(/[\n\0]/).filter((line) => line !== "");
  const { env } = call.state;
  const ifs = env.vars.get("IFS")?.[0] ?? " \t";
  const array = options.values.get("a")?.[0];
  const states = (lines.length > MAX_READ_LINES || lines.length === 0 ? [UNKNOWN] : lines)
    .map((line) => {
      if (array !== undefined) return withVar(env, array, splitAt(line.trim(), ifs));
      const fields = names.length === 1 ? [line.trim()] : splitAt(line.trim(), ifs);
      return names.reduce((now, name, index) => {
        const isLast = index === names.length - 1;
        const value = isLast ? fields.slice(index).join(ifs[0] ?? "") : fields[index] ?? "";
        return withVar(now, name, [line === UNKNOWN ? UNKNOWN : value]);
      }, env);
    });
  return { states: states.map((each) => ({ env: each, status: undefined })), out: NO_TEXT };
};

function splitAt(line: string, signs: string): string[] {
  const words = [""];
  for (const sign of line) {
    if (!signs.includes(sign)) words.push((words.pop() ?? "") + sign);
    else if (words.at(-1) !== "") words.push("");
  }
  return words;
}

const mapfile: Verb = (call) => {
  const options = readOptions(call.args, { short: "dnOsuCc" });
  const lines = call.stdin().replace(/\n$/, "").split(/[\n\0]/);
  const env = withVar(call.state.env, options.operands[0] ?? "MAPFILE", lines);
  return { states: [{ env, status: true }], out: NO_TEXT };
};

const echo: Verb = (call) => {
  const flags = /^-[neE]+$/.test(call.args[0] ?? "") ? call.args[0] ?? "" : "";
  const text = call.args.slice(flags === "" ? 0 : 1).join(" ");
  const said = flags.includes("e") ? unescapeText(text) : text;
  return { out: () => said + (flags.includes("n") ? "" : "\n"), status: true };
};

const printf: Verb = (call) => {
  const [first = "", second, ...others] = call.args;
  if (first === "-v") {
    const text = format(others[0] ?? "", others.slice(1));
    const env = withVar(call.state.env, second ?? "", [text]);
    return { states: [{ env, status: true }], out: NO_TEXT };
  }
  const args = call.args.slice(first === "--" ? 2 : 1);
  const pattern = first === "--" ? second ?? "" : first;
  return { out: lazily(() => format(pattern, args)), status: true };
};

function format(pattern: string, args: readonly string[]): string {
  const shape = unescapeText(pattern);
  let rest = [...args];
  let text = "";
  do {
    let used = 0;
    text += shape.replace(/%(?:%|[-+ #0]*\d*(?:\.\d+)?([sbdiqcuxXof]))/g, (all, kind) => {
      if (all === "%%") return "%";
      const value = rest[used++] ?? "";
      return all === `%${kind}` ? (kind === "b" ? unescapeText(value) : value) : UNKNOWN;
    });
    if (used === 0) break;
    rest = rest.slice(used);
  } while (rest.length > 0 && text.length < 65_536);
  return text;
}

/** The escapes of `echo -e`, `printf` and `%b`. */
export function unescapeText(text: string): string {
  const plain: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" };
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([^]))/g,
    (all, hex, unicode, octal, sign) =>
      hex !== undefined || unicode !== undefined
        ? String.fromCharCode(Number.parseInt(hex ?? unicode, 16))
        : octal !== undefined
        ? String.fromCharCode(Number.parseInt(octal, 8))
        : plain[sign] ?? all,
  );
}

/** `test` and `[`: what the texts alone decide, and files that are there. */
const test: Verb = (call) => {
  const args = call.name === "[" ? call.args.slice(0, -1) : call.args;
  if (args.some((arg) => !isKnown(arg))) return { out: NO_TEXT };
  const [a = "", op = "", b = ""] = args;
  if (args.length === 3 && (op === "=" || op === "==")) return { status: a === b, out: NO_TEXT };
  if (args.length === 3 && op === "!=") return { status: a !== b, out: NO_TEXT };
  if (args.length === 2 && a === "-z") return { status: op === "", out: NO_TEXT };
  if (args.length === 2 && a === "-n") return { status: op !== "", out: NO_TEXT };
  return { out: NO_TEXT };
};

/** Ends the shell: what follows does not run. */
const leave: Verb = () => ({ states: [] });

const alias: Verb = (call) => {
  for (const arg of call.args) {
    const at = arg.indexOf("=");
    if (at > 0) call.shell.aliases.set(arg.slice(0, at), arg.slice(at + 1));
  }
  return { out: NO_TEXT, status: true };
};

const pwd: Verb = (call) => ({ out: () => `${call.cwd}\n`, status: true });
const succeed: Verb = () => ({ out: NO_TEXT, status: true });
const fail: Verb = () => ({ out: NO_TEXT, status: false });
const doNothing: Verb = () => ({ out: UNKNOWN_TEXT });

/** Rules by name. */
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
  test,
  "[": test,
  exit: leave,
  alias,
  pwd,
  true: succeed,
  ":": succeed,
  false: fail,
  return: doNothing,
  break: doNothing,
  continue: doNothing,
  let: doNothing,
  wait: doNothing,
  ulimit: doNothing,
  umask: doNothing,
  hash: doNothing,
  jobs: doNothing,
  kill: doNothing,
};
