/**
 * Verbs as rows: which options take a value, and what happens to the operands. Verbs that need more
 * than a row have code in the files beside this one.
 *
 * @module
 */
import type { Call, Outcome, Verb } from "./call.ts";
import { Options } from "./options.ts";
import { NO_TEXT } from "../words/text.ts";

/** What a command does with its operands. */
export type Effect =
  /** Leaves them alone. */
  | "read"
  | "write"
  | "remove"
  /** Removes them with everything below them. */
  | "remove tree"
  /** Runs them as a command and its arguments, in this shell. */
  | "run"
  /** The same in a child process. */
  | "run child"
  /** Runs them as the text of a script. */
  | "run text"
  /** Runs its input as a script. */
  | "run input";

/** What a row says beyond its effect; names of options with blanks between. */
interface More {
  /** Options that take a value. */
  readonly valued?: string;
  /** How many operands come before those with the effect. */
  readonly skips?: number;
  /** How many operands the effect is for; all where left out. */
  readonly takes?: number;
  /** Options without which the operands are left alone. */
  readonly only?: string;
  /** Options with which the operands are left alone. */
  readonly unless?: string;
  /** Options with which a removal takes whole trees. */
  readonly deep?: string;
  /** Options whose values are files that are written. */
  readonly writes?: string;
  /** Options whose values are scripts that are run. */
  readonly scripts?: string;
  /** Subcommands that have the effect; all others have none. */
  readonly subcommands?: string;
  /** What is done, as a verb for the reason. */
  readonly doing?: string;
  /** What the command prints, where that is known: nothing, its input, or its files. */
  readonly prints?: "nothing" | "input" | "files";
}

/** One row: names of the verbs with blanks between, effect, and more. */
export type Row = readonly [names: string, effect: Effect, more?: More];

/** Verbs of everyday lines. None of them runs another command. */
export const EVERYDAY_ROWS: readonly Row[] = [
  ["rm", "remove", { deep: "r R recursive", unless: "help version", prints: "nothing" }],
  ["unlink", "remove", { prints: "nothing" }],
  ["touch mkfifo mknod", "write", {
    valued: "d r t date reference time",
    doing: "create or touch",
    prints: "nothing",
  }],
  ["truncate", "write", { valued: "s r size reference", doing: "truncate" }],
  ["head tail tac", "read", { valued: "n c k f d t s", prints: "files" }],
  ["cat bat", "read", { prints: "files" }],
];

/** Verbs that are loaded when a line has one. */
export const OTHER_ROWS: readonly Row[] = [
  ["shred", "write", { valued: "n s iterations size", doing: "shred" }],
  ["srm wipe trash trash-put gio rimraf del-cli", "remove tree"],
  ["rename prename", "remove", { skips: 1, unless: "n no-act", doing: "rename" }],
  ["sort gsort shuf", "read", {
    valued: "o k t S T output key field-separator",
    writes: "o output",
    prints: "files",
  }],
  ["uniq", "write", { valued: "f s w", skips: 1, prints: "input" }],
  ["xxd", "write", { valued: "c g l o s", skips: 1 }],
  ["tree", "read", { valued: "o L P I", writes: "o" }],
  ["yq jq", "write", { only: "i in-place inplace", doing: "edit" }],
  ["prettier biome eslint", "write", { only: "w i write fix in-place", doing: "edit" }],
  ["black", "write", { unless: "check diff", doing: "edit" }],
  ["ruff dprint", "write", { subcommands: "fmt format", unless: "check diff", doing: "edit" }],
  ["zip", "write", { valued: "b n t x i", takes: 1 }],
  // Commands that run other commands.
  ["doas", "run child", { valued: "u C" }],
  ["sudo", "run child", { valued: "u g p C h D R T r t user group chdir prompt host" }],
  ["timeout gtimeout", "run", { valued: "s k signal kill-after", skips: 1 }],
  ["nice", "run", { valued: "n adjustment" }],
  ["ionice", "run", { valued: "c n p P u" }],
  ["chrt taskset", "run", { skips: 1 }],
  ["flock", "run", { valued: "w E", skips: 1 }],
  ["nohup setsid unbuffer busybox toybox noglob nocorrect chronic xvfb unshare firejail", "run"],
  ["stdbuf", "run", { valued: "i o e input output error" }],
  ["time", "run", { valued: "f o format output" }],
  ["strace ltrace", "run", { valued: "e o p P s u n E" }],
  ["caffeinate", "run", { valued: "t w" }],
  ["xvfb-run", "run", { valued: "n s e f p w" }],
  ["direnv", "run", { skips: 2 }],
  ["npx bunx", "run child", { valued: "p c package", scripts: "c call" }],
  ["npm", "run child", { valued: "p c package", scripts: "c call", subcommands: "exec x" }],
  ["pnpm yarn", "run child", { valued: "p c package", subcommands: "exec dlx" }],
  ["uv poetry pipenv pdm", "run child", { valued: "p", subcommands: "run" }],
  ["bundle mise", "run child", { subcommands: "exec x" }],
  ["su runuser", "read", { valued: "c s g G", scripts: "c command" }],
  ["script", "write", { valued: "c I O B T command", scripts: "c command" }],
  ["watch", "run text", { valued: "n" }],
  ["tmux screen", "run text", { valued: "c n s t F x" }],
  ["at batch", "run input"],
];

/** The rules of rows, by name. */
export function compileRows(rows: readonly Row[]): [name: string, verb: Verb][] {
  return rows.flatMap(([names, effect, more]) =>
    names.split(" ").map((name): [string, Verb] => [name, (call) => judgeRow(call, effect, more)])
  );
}

function judgeRow(call: Call, effect: Effect, more: More = {}): Outcome {
  let args = call.args;
  if (more.subcommands !== undefined) {
    if (!more.subcommands.split(" ").includes(args[0] ?? "")) return {};
    args = args.slice(1);
  }
  const stops = effect === "run" || effect === "run child" || call.name === "watch";
  const options = new Options(args, more.valued, stops);
  const skips = more.skips ?? 0;
  const operands = options.operands.slice(skips, skips + (more.takes ?? Infinity));
  if (more.writes !== undefined) call.write(options.all(more.writes));
  const scripts = options.all(more.scripts ?? "");
  for (const script of scripts) call.runText(script, call.stdin);
  const isSpared = more.unless !== undefined && options.has(more.unless) ||
    more.only !== undefined && !options.has(more.only);
  const run = isSpared ? undefined : affect(call, effect, more, operands, options);
  if (run !== undefined) return run;
  if (more.prints === undefined) return {};
  const printed = { nothing: NO_TEXT, input: call.stdin, files: call.input(options.operands) };
  return { out: printed[more.prints] };
}

function affect(
  call: Call,
  effect: Effect,
  { deep, doing }: More,
  operands: readonly string[],
  options: Options,
): Outcome | undefined {
  switch (effect) {
    case "read":
      return undefined;
    case "write":
      return void call.write(operands, doing);
    case "remove":
      return void call.remove(operands, deep !== undefined && options.has(deep), doing);
    case "remove tree":
      return void call.remove(operands, true);
    case "run":
      return call.runArgs(operands, call.stdin);
    case "run child": {
      // Of `sudo A=b cmd` and `sudo` alone.
      const at = operands.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
      return call.asChild(
        at < 0 ? call.runText(call.stdin()) : call.runArgs(operands.slice(at), call.stdin),
      );
    }
    case "run text":
      return call.asChild(
        call.runText(operands.join(call.name === "watch" ? " " : "\n"), call.stdin),
      );
    case "run input":
      return call.asChild(call.runText(call.stdin()));
  }
}
