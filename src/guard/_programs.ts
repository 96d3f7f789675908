/**
 * The effect of programs on the paths among their words. A program that is not listed changes what it
 * names; files that a program such as `make` changes without their names are restored afterwards.
 */
import { UNKNOWN } from "./_split.ts";

/** How a program uses the paths among its words. */
export interface Use {
  readonly does: "reads" | "changes";
  /** With such a word it does the other. */
  readonly unless?: RegExp;
  /** Whether its last path is where the others are copied to. */
  readonly isCopy?: boolean;
  /** With such a word a folder is changed with everything in it. */
  readonly deep?: RegExp;
  /** Whether a link is changed itself, not the file behind it. */
  readonly takesLink?: boolean;
  /** Captures the value of an option that names a file it writes; empty if the next word is the value. */
  readonly writes?: RegExp;
  /** The verb in the reason of a denial. */
  readonly doing?: string;
}

/** Words before a command that run it. */
interface Prefix {
  /** Its options with a value in the next word. */
  readonly valued?: RegExp;
  /** The number of its own operands. */
  readonly skips?: number;
  /** An option with which it runs nothing. */
  readonly asks?: RegExp;
}

/** Values by names, in rows (docs/start-up.md). */
type Rows<T> = readonly (readonly [names: string, value: T])[];

/** Programs, and words of the shell, that run the command behind them. */
export const PREFIXES: Rows<Prefix> = [
  ["then do else elif if while until ! { coproc time builtin exec", {}],
  ["nohup setsid stdbuf busybox npx bunx", {}],
  ["command", { asks: /^-[vV]/ }],
  ["sudo doas", { valued: /^-[ugCDhpRrTU]$/ }],
  ["env", { valued: /^-[uC]$/ }],
  ["nice ionice", { valued: /^-[nc]$/ }],
  ["timeout", { valued: /^-[ks]$/, skips: 1 }],
  ["flock function", { skips: 1 }],
  ["xargs", { valued: /^-[aEILnPsd]$/ }],
];

/**
 * Programs that read the files they name and have no option that writes one: only they may name the kill
 * switch.
 */
export const PURE_READERS =
  ": [ [[ basename cat cmp diff dirname du echo egrep fgrep grep head ls md5sum more printf readlink " +
  "realpath rg sha1sum sha256sum stat tail test true type wc which";

/** Programs whose arguments are programs: what they name is in a text. */
export const RUNS_CODE = /^(?:(?:python|node|perl|ruby|php|deno|bun|lua)[\d.]*|[gm]?awk|g?sed)$/;

/** Programs that run the text behind `-c`. */
export const SHELLS = "sh bash zsh dash ksh su script";

const READS: Use = { does: "reads" };
const CHANGES: Use = { does: "changes" };
const REMOVES: Use = { does: "changes", takesLink: true, doing: "remove" };
const COPIES: Use = { does: "reads", isCopy: true };

// Files that these still overwrite are restored afterwards, as are those of compilers and interpreters.
const READERS =
  ". : [ [[ ack ag ar awk base64 basename bash bat batcat bun bzip2 cargo case cat cd chgrp chown claude " +
  "cksum cmp code codespell column comm cpio cspell cut date declare df diff dir dirname docker du echo egrep entr env " +
  "exa expand export eza false fd fgrep file find fmt fold for gawk gcc gh git go gradle grep gunzip gzip head " +
  "helm hexdump hexyl history id inotifywait java javac jq jsonlint just kubectl less let local ls lsattr lsof " +
  "lua make man mapfile markdownlint md5sum mktemp more mvn mypy nl node npm od open paste php pip pnpm podman " +
  "popd printf pushd pwd pyright pytest python python2 python3 read readarray readlink readonly realpath " +
  "rev rg rmdir ruby scp select set sh sha1sum sha256sum shasum shellcheck shuf sleep source split " +
  "ssh stat strace strings sum tac tail test tr trap tree true tsc tsx type typeset uniq unset unxz " +
  "unzip uv vale vitest wait watch wc which xmllint xxd xz yamllint yarn zcat zip zsh";

const USES: Rows<Use> = [
  [READERS, READS],
  ["biome black deno dprint eslint prettier ruff stylelint taplo yq", {
    ...READS,
    unless: /^(-w|-i|--write|--fix|--inplace|--in-place)$/,
  }],
  ["curl", {
    ...READS,
    writes:
      /^(?:-[a-zA-Z]*?[ocD]|--(?:output|cookie-jar|dump-header|trace|trace-ascii|stderr)=?)(.*)$/s,
  }],
  ["wget", { ...READS, writes: /^(?:-[a-zA-Z]*?[Ooa]|--(?:output-document|output-file)=?)(.*)$/s }],
  ["sort", { ...READS, writes: /^(?:-[a-zA-Z]*?o|--output=?)(.*)$/s }],
  ["dd", { ...READS, writes: /^of=(.*)$/s }],
  ["tar", { ...READS, writes: /^(?:-?[a-zA-Z]*[cru][a-zA-Z]*f)(.*)$/s }],
  ["sed gsed", { ...READS, unless: /^-[a-zA-Z]*i|^--in-place/, takesLink: true }],
  ["perl", { ...READS, unless: /^-[pnlwa0-9]*i/ }],
  // Only what the owner may no longer read or write is lost.
  ["chmod", {
    ...READS,
    unless: /^(0?[0-5]\d\d|[ua]*-[xX]*[rw]\w*|[ua]*=[xX]*)$/,
    deep: /^-R|^--recursive$/,
  }],
  ["cp rsync", COPIES],
  ["install", { ...COPIES, unless: /^(-d|--directory)$/ }],
  ["ln", { ...COPIES, takesLink: true }],
  ["mv", { ...CHANGES, isCopy: true, takesLink: true, deep: /^/, doing: "move or replace" }],
  ["rm", { ...REMOVES, deep: /^-\w*[rR]|^--recursive$/ }],
  ["unlink shred", REMOVES],
  ["rimraf trash trash-put", { ...REMOVES, deep: /^/ }],
];

const SUBCOMMANDS: Readonly<Record<string, Use>> = {
  // A search that is narrowed by anything but a kind removes what it finds, and that is not looked up.
  "find -delete": {
    ...REMOVES,
    unless: /^!$|^-(?!delete$|depth$|mindepth$|print$|type$)/,
    deep: /^/,
    doing: "delete",
  },
  "git rm": { ...REMOVES, unless: /^--cached$/ },
  "git mv": { ...CHANGES, takesLink: true },
  "git checkout": CHANGES,
  "git checkout-index": CHANGES,
  "git restore": CHANGES,
  // Only the index.
  "git restore --staged": READS,
  "git archive": { ...READS, writes: /^(?:-o|--output=?)(.*)$/s },
  "git diff": { ...READS, writes: /^--output=?(.*)$/s },
};

/** Finds how a command uses the paths among its words. */
export function useOf(program: string, args: readonly string[]): Use {
  // What a script of the project does with a path is not foreseen, nor what a variable runs.
  if (program.includes(UNKNOWN)) return READS;
  if (program.includes("/") && !/^\/.*s?bin\/[^/]+$/.test(program)) return READS;
  const name = program.slice(program.lastIndexOf("/") + 1);
  const sub = name === "find" && args.includes("-delete")
    ? "-delete"
    : args.find((arg) => !arg.startsWith("-"));
  const has = (option: RegExp) => args.some((arg) => option.test(arg));
  const isIndexOnly = sub === "restore" && has(/^(?:-S|--staged)$/) &&
    !has(/^(?:-[a-zA-Z]*W|--worktree)/);
  const command = `${name} ${sub}${isIndexOnly ? " --staged" : ""}`;
  return SUBCOMMANDS[command] ?? lookUp(USES, name) ?? CHANGES;
}

/** Finds the value for a name. */
export function lookUp<T>(rows: Rows<T>, name: string): T | undefined {
  return rows.find(([names]) => isAmong(names, name))?.[1];
}

/** Checks whether a name is among others. */
export function isAmong(names: string, name: string): boolean {
  return !name.includes(" ") && ` ${names} `.includes(` ${name} `);
}
