/**
 * The cheap filter in front of the parser: lets lines go that can do no harm whatever their words
 * name.
 *
 * It goes by verb, redirect and folder, never by the names of our files: harm needs no name of control.
 * What it is not sure about, it leaves to the parser.
 *
 * @module
 */

/** Programs that only read, whatever plain arguments they get. */
const READERS: ReadonlySet<string> = new Set(
  ("cd ls cat pwd echo head tail wc grep egrep fgrep rg which date whoami uname df du stat file diff cmp " +
    "jq basename dirname realpath readlink true false sleep id hostname ps cut tr nl md5sum sha1sum " +
    "sha256sum test [ : type expr printf column fold comm paste tac od hexdump strings free uptime")
    .split(" "),
);

/** Programs that build and test: they write, but not where their words do not say so. */
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

/** Subcommands of git that change neither the tree nor anything of control. */
const GIT_READERS = words(
  "status log diff show branch rev-parse ls-files ls-tree blame remote describe add commit fetch " +
    "push tag shortlog cat-file rev-list grep",
);

/** Characters of a line without expansions, redirects, groups or escapes. */
const PLAIN = /^[\w\s\-./:,@%+=&|;"'!#^\[\]?*]*$/;

/**
 * Whether a line can be let go without parsing it.
 *
 * @param line The Bash tool's command.
 */
export function isHarmless(line: string): boolean {
  // Quotes, comments and patterns are harmless only where no word of the line can do harm.
  if (line.length > 4096 || !PLAIN.test(line)) return false;
  const parts = splitPlain(line);
  return parts !== undefined && parts.every(isHarmlessCommand);
}

/** Options by which even a reader writes or runs something. */
const WRITING_OPTION = /^-.*(output|exec|fprint|pre\b|-pack|open-files)|^-O/;

function isHarmlessCommand(command: readonly string[]): boolean {
  const [verb = "", ...args] = command;
  if (verb === "" && args.length === 0) return true;
  if (args.some((arg) => WRITING_OPTION.test(arg))) return false;
  if (READERS.has(verb)) return verb !== "printf" || args[0] !== "-v";
  if (args.includes("-o")) return false;
  if (verb === "git") return GIT_READERS.has(args[0] ?? "");
  if (!Object.hasOwn(RUNNERS, verb)) return false;
  if (args.some((arg) => /claude|ralph/i.test(arg))) return false;
  const subs = RUNNERS[verb];
  return subs === undefined || subs.has(args[0] ?? "");
}

/** The commands of a plain line, words without their quotes; undefined where quotes do not close. */
function splitPlain(line: string): string[][] | undefined {
  const commands: string[][] = [];
  let command: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) command.push(word);
    word = undefined;
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string;
    if (sign === '"' || sign === "'") {
      const end = line.indexOf(sign, at + 1);
      if (end < 0) return undefined;
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
    } else if (sign === "&" || sign === "|" || sign === ";" || sign === "\n") {
      endWord();
      commands.push(command);
      command = [];
    } else if (sign === " " || sign === "\t") endWord();
    // A comment, a negation or an odd sign before a command: let the parser see it.
    else if ((sign === "#" || sign === "!") && word === undefined) return undefined;
    else word = (word ?? "") + sign;
  }
  endWord();
  commands.push(command);
  return commands.filter((each) => each.length > 0);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
