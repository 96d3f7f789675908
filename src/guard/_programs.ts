/**
 * What programs do with the paths among their words. A program that is not listed changes what it
 * names; what a program does to files that nobody names, such as `make`, is repaired afterwards.
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
  /** The verb in the reason of a denial. */
  readonly doing?: string;
}

/** What stands before a command and runs it. */
interface Prefix {
  /** Its options with a value in the next word. */
  readonly valued?: RegExp;
  /** The number of its own operands. */
  readonly skips?: number;
  /** An option with which it runs nothing. */
  readonly asks?: RegExp;
}

/** Programs, and words of the shell, that run the command behind them. */
export const PREFIXES: ReadonlyMap<string, Prefix> = new Map<string, Prefix>([
  ...each("then do else elif if while until ! { coproc time builtin exec", {}),
  ...each("nohup setsid stdbuf busybox npx bunx", {}),
  ...each("command", { asks: /^-[vV]/ }),
  ...each("sudo doas", { valued: /^-[ugCDhpRrTU]$/ }),
  ...each("env", { valued: /^-[uC]$/ }),
  ...each("nice ionice", { valued: /^-[nc]$/ }),
  ...each("timeout", { valued: /^-[ks]$/, skips: 1 }),
  ...each("flock function", { skips: 1 }),
  ...each("xargs", { valued: /^-[aEILnPsd]$/ }),
]);

/** Programs that run the text behind `-c`. */
export const SHELLS: ReadonlySet<string> = new Set("sh bash zsh dash ksh su script".split(" "));

const READS: Use = { does: "reads" };
const CHANGES: Use = { does: "changes" };
const REMOVES: Use = { does: "changes", takesLink: true, doing: "remove" };
const COPIES: Use = { does: "reads", isCopy: true };

/** What these write all the same is put back, and so is what compilers and interpreters run. */
const READERS =
  ". : [ [[ ack ag ar awk base64 basename bash bat batcat bun bzip2 cargo case cat cd chgrp chown claude " +
  "cksum cmp code codespell column comm cpio cspell curl cut date dd declare df diff dir dirname docker du echo egrep entr env " +
  "exa expand export eza false fd fgrep file find fmt fold for gawk gcc gh git go gradle grep gunzip gzip head " +
  "helm hexdump hexyl history id inotifywait java javac jq jsonlint just kubectl less let local ls lsattr lsof " +
  "lua make man mapfile markdownlint md5sum mktemp more mvn mypy nl node npm od open paste php pip pnpm podman " +
  "popd printf pushd pwd pyright pytest python python2 python3 read readarray readlink readonly realpath " +
  "rev rg rmdir ruby scp select set sh sha1sum sha256sum shasum shellcheck shuf sleep sort source split " +
  "ssh stat strace strings sum tac tail tar test tr trap tree true tsc tsx type typeset uniq unset unxz " +
  "unzip uv vale vitest wait watch wc wget which xmllint xxd xz yamllint yarn zcat zip zsh";

const USES: ReadonlyMap<string, Use> = new Map<string, Use>([
  ...each(READERS, READS),
  ...each("biome black deno dprint eslint prettier ruff stylelint taplo yq", {
    ...READS,
    unless: /^(-w|-i|--write|--fix|--inplace|--in-place)$/,
  }),
  ...each("sed gsed", { ...READS, unless: /^-[a-zA-Z]*i|^--in-place/, takesLink: true }),
  ...each("perl", { ...READS, unless: /^-[pnlwa0-9]*i/ }),
  // Only what the owner may no longer read or write is lost.
  ...each("chmod", {
    ...READS,
    unless: /^(0?[0-5]\d\d|[ua]*-[xX]*[rw]\w*|[ua]*=[xX]*)$/,
    deep: /^-R|^--recursive$/,
  }),
  ...each("cp rsync", COPIES),
  ...each("install", { ...COPIES, unless: /^(-d|--directory)$/ }),
  ...each("ln", { ...COPIES, takesLink: true }),
  ...each("mv", { ...CHANGES, isCopy: true, takesLink: true, deep: /^/, doing: "move or replace" }),
  ...each("rm", { ...REMOVES, deep: /^-\w*[rR]|^--recursive$/ }),
  ...each("unlink shred", REMOVES),
  ...each("rimraf trash trash-put", { ...REMOVES, deep: /^/ }),
  // A search that is narrowed by anything but a kind removes what it finds, and that is not looked up.
  ["find -delete", {
    ...REMOVES,
    unless: /^!$|^-(?!delete$|depth$|mindepth$|print$|type$)/,
    deep: /^/,
    doing: "delete",
  }],
  ["git rm", { ...REMOVES, unless: /^--cached$/ }],
  ["git mv", { ...CHANGES, takesLink: true }],
  ["git checkout", CHANGES],
  ["git restore", { ...CHANGES, unless: /^(-S|--staged)$/ }],
]);

/** Finds how a command uses the paths among its words. */
export function useOf(program: string, args: readonly string[]): Use {
  // What a script of the project does with a path is not foreseen, nor what a variable runs.
  if (program.includes(UNKNOWN)) return READS;
  if (program.includes("/") && !/^\/.*s?bin\/[^/]+$/.test(program)) return READS;
  const name = program.slice(program.lastIndexOf("/") + 1);
  const sub = name === "find" && args.includes("-delete")
    ? "-delete"
    : args.find((arg) => !arg.startsWith("-"));
  return USES.get(`${name} ${sub}`) ?? USES.get(name) ?? CHANGES;
}

function each<T>(names: string, value: T): [string, T][] {
  return names.split(" ").map((name) => [name, value]);
}
