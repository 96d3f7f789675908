/**
 * The table of commands that cannot do harm, whatever their arguments name.
 *
 * It depends on verb, option and redirect only: a harmful line need not name a control file.
 *
 * @module
 */
import type { PlainCommand } from "./plain_line.ts";

/** Programs that only read, whatever plain arguments they get, and what begins and ends compounds. */
const READERS = words(
  "cd ls cat pwd echo head tail wc grep egrep fgrep rg which date whoami uname df du stat file diff cmp " +
    "jq basename dirname realpath readlink true false sleep id hostname ps cut tr nl md5sum sha1sum " +
    "sha256sum test [ : type expr printf column fold comm paste tac od hexdump strings free uptime " +
    "read for done fi }",
);

/** Programs that build and test (with these subcommands, if listed): they write only their own files. */
const RUNNERS: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  npm: words("test t run start install i ci ls outdated view audit"),
  pnpm: words("test run start install i ls outdated"),
  yarn: words("test run start install"),
  bun: words("test install"),
  deno: words("test check lint info doc"),
  cargo: words("build test check clippy doc tree"),
  go: words("build test vet list version"),
  tsc: undefined,
  eslint: undefined,
  jest: undefined,
  vitest: undefined,
  pytest: undefined,
  mypy: undefined,
};

/** Subcommands of git that change neither the tree nor a control file. */
const GIT_READERS = words(
  "status log diff show branch rev-parse ls-files ls-tree blame remote describe add commit fetch " +
    "push tag shortlog cat-file rev-list grep",
);

/** A new branch of what is there. */
const BRANCHING = /^(checkout -b|switch -c) [^-]/;

/** Options by which even a reader writes or runs something. */
const WRITING_OPTION = /^-.*(output|exec|fprint|pre\b|-pack|open-files)|^-O/;
/** Files that discard or print what is written. */
const SINK = /^\/dev\/(null|stdout|stderr)$/;

/**
 * Whether no command of a line can do harm.
 *
 * @param commands The line, read by the fast reader.
 */
export function isHarmless(commands: readonly PlainCommand[]): boolean {
  return commands.every((command) => isHarmlessCommand(command) && writesNothing(command));
}

/** Whether the redirects of a command write to no file. */
export function writesNothing({ redirects }: PlainCommand): boolean {
  return redirects.every(({ operator, target }) => operator === "<" || SINK.test(target.text));
}

/** Whether a command cannot do harm, apart from its redirects. */
export function isHarmlessCommand({ words }: PlainCommand): boolean {
  const [verb = "", ...args] = words.map(({ text }) => text);
  const [sub = ""] = args;
  if (args.some((arg) => WRITING_OPTION.test(arg))) return false;
  if (READERS.has(verb)) return verb !== "printf" || sub !== "-v";
  if (args.includes("-o")) return false;
  if (verb === "git") {
    return GIT_READERS.has(sub) || args.length === 3 && BRANCHING.test(args.join(" "));
  }
  if (!Object.hasOwn(RUNNERS, verb) || args.some((arg) => /[$*?{~]|claude|ralph/i.test(arg))) {
    return false;
  }
  return RUNNERS[verb]?.has(sub) !== false;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
