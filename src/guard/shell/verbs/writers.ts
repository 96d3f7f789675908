/**
 * Verbs that write files by an option, in place, or by what they are told inside a program text.
 *
 * @module
 */
import { denyFile } from "../../_denial.ts";
import { compilePattern, escapePattern } from "../words/pattern.ts";
import { absolute, type Invocation, type Verb } from "./call.ts";
import { allValues, hasFlag, lastValue, readOptions } from "./options.ts";
import { isKnown, lazily, type LazyText, UNKNOWN } from "../words/text.ts";
import { inputOf } from "./filters.ts";

const MAX_PATCH_BYTES = 1 << 20;

function writeAll(call: Invocation, paths: readonly string[], doing?: string): void {
  for (const path of paths) call.shell.harm.write(call.cwd, path, undefined, doing);
}

const sed: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "eflE",
    long: ["expression", "file", "line-length"],
  });
  // `-E` takes no value, but `-i` takes what is joined to it; both are read by hand.
  const plain = readOptions(
    call.args.map((arg) => arg.replace(/^-E(?=.)/, "-").replace(/^-E$/, "-r")),
    {
      short: "efl",
      long: ["expression", "file", "line-length"],
    },
  );
  const isInPlace = call.args.some((arg) => /^(-[a-zA-Z]*i|--in-place)/.test(arg)) &&
    !call.args.includes("--");
  const scripts = [...allValues(plain, "e", "expression")];
  const files = [...plain.operands];
  if (scripts.length === 0 && !hasFlag(options, "f", "file")) scripts.push(files.shift() ?? "");
  if (isInPlace || call.args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg))) {
    // BSD's `-i ''` puts an empty word before the script.
    writeAll(call, [...files, ...(scripts.includes("") ? plain.operands : [])], "edit");
  }
  for (const script of scripts) {
    for (const match of script.matchAll(/(?:^|[;{}\s/|#,0-9$])w\s+([^\n;}]+)/g)) {
      writeAll(call, [(match[1] ?? "").trim()]);
    }
    const ran = /^\d*e\s+(.+)$/m.exec(script)?.[1];
    if (ran !== undefined) call.shell.runText(ran, call.state, call.stdin);
  }
  return { out: lazily(() => substitute(inputOf(call, files)(), scripts)) };
};

/** `s/a/b/` with plain texts, and scripts that only choose lines; else the output is unknown. */
function substitute(text: string, scripts: readonly string[]): string {
  return scripts.reduce((now, script) => {
    if (/^[\d$,]*[pdq]?$/.test(script)) return now;
    const [, , from = "", to = "", flags = ""] =
      /^s([^\w\s\\])([^]*?)\1([^]*?)\1(g?)$/.exec(script) ?? [];
    const isPlain = from !== "" && /^\^?[\w\s./@:,=-]*\$?$/.test(from) && !/[\\&]/.test(to);
    if (!isPlain) return UNKNOWN;
    const pattern = new RegExp(from.replace(/[.\/-]/g, "\\$&"), flags);
    return now.split("\n").map((line) => line === "" ? line : line.replace(pattern, () => to))
      .join("\n");
  }, text);
}

const split: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "abClnt",
    long: ["bytes", "lines", "suffix-length"],
  });
  const prefix = call.name === "csplit" ? lastValue(options, "f") : options.operands[1];
  writeAll(call, [`${prefix ?? "x"}aa`, prefix ?? "xaa"]);
};

/** Endings that the packers add and take away. */
const PACKED = /\.(gz|bz2|xz|zst|lz4|lzma|Z|tgz|br)$/;

const pack: Verb = (call) => {
  const options = readOptions(call.args, { short: "SbMTo", long: ["suffix", "threads"] });
  writeAll(call, allValues(options, "o"));
  const isReading = hasFlag(options, "c", "stdout", "to-stdout", "t", "test", "l", "list");
  if (isReading || /cat$/.test(call.name)) return;
  const isUnpacking = hasFlag(options, "d", "decompress") || /^un/.test(call.name);
  const keeps = hasFlag(options, "k", "keep") || /zst|lz4|brotli/.test(call.name);
  for (const path of options.operands) {
    const deep = hasFlag(options, "r", "recursive");
    if (!keeps) call.shell.harm.remove(call.cwd, path, deep, "compress");
    if (isUnpacking) writeAll(call, [path.replace(PACKED, "")]);
  }
};

/** Editors: whatever file they open, they may write. */
const editor: Verb = (call) => {
  const options = readOptions(call.args, { short: "cSTuUwW", long: ["cmd", "eval", "command"] });
  if (hasFlag(options, "R", "M") || call.name === "view") return;
  writeAll(call, options.operands.filter((path) => !path.startsWith("+")), "edit");
  const texts = [...call.args, call.stdin === undefined ? "" : call.stdin()];
  for (const text of texts) {
    for (const match of text.matchAll(/(?:^|[\n|:])\s*(?:w|write|wq|saveas)!?\s+([^\s|]+)/g)) {
      writeAll(call, [match[1] ?? ""]);
    }
    for (const match of text.matchAll(/(?:^|[\n|:+])!\s*([^\n|]+)/g)) {
      call.shell.runText(match[1] ?? "", call.state, () => "");
    }
  }
};

const patch: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "dioprBDFVYz",
    long: ["directory", "input", "output", "strip", "reject-file"],
  });
  if (hasFlag(options, "dry-run")) return;
  writeAll(call, [
    ...allValues(options, "o", "output", "r", "reject-file"),
    ...options.operands.slice(0, 1),
  ]);
  const input = lastValue(options, "i", "input") ?? options.operands[1];
  const folder = lastValue(options, "d", "directory") ?? ".";
  const text = input === undefined ? call.stdin : fileText(call, input);
  applyPatch(call, text, folder, Number(lastValue(options, "p", "strip") ?? 0));
};

function fileText(call: Invocation, path: string): LazyText {
  const whole = absolute(call, path);
  return () => isKnown(whole) ? call.shell.disk.text(whole, MAX_PATCH_BYTES) ?? UNKNOWN : UNKNOWN;
}

/**
 * Judges the files that a patch names.
 *
 * @param strip How many leading folders are cut off (`-p`); files are also tried with one less and more.
 */
export function applyPatch(call: Invocation, text: LazyText, folder: string, strip: number): void {
  for (const match of text().matchAll(/^(?:---|\+\+\+|rename (?:from|to)) ([^\t\n]+)/gm)) {
    const parts = (match[1] ?? "").split("/");
    if (match[1] === "/dev/null") continue;
    for (const cut of new Set([strip, strip + 1])) {
      const path = parts.slice(cut).join("/");
      if (path !== "") writeAll(call, [`${folder}/${path}`], "patch");
    }
  }
}

/** Formatters and fixers that rewrite files where they are told to. */
const formatter: Verb = (call) => {
  const isWriting =
    call.args.some((arg) => /^(--write|-w|--fix|-i|--in-place|fmt|format)$/.test(arg)) ||
    call.name === "black" && !call.args.includes("--check");
  if (isWriting) writeAll(call, call.args.filter((arg) => !arg.startsWith("-")), "edit");
};

/** `yq -i`, `jq`: reading but for in-place editing. */
const query: Verb = (call) => {
  if (call.args.some((arg) => /^(-i|--in-?place)/.test(arg))) {
    writeAll(call, readOptions(call.args).operands, "edit");
  }
};

const tree: Verb = (call) => {
  writeAll(call, allValues(readOptions(call.args, { short: "oLPI" }), "o"));
};

/** `claude plugin disable ralph` takes our hooks away as surely as an edit. */
const claude: Verb = (call) => {
  const [area = "", doing = "", ...names] = call.args;
  const isTaking = /^plugins?$/.test(area) && /^(disable|uninstall|remove|rm)$/.test(doing);
  if (isTaking && names.some((name) => compilePattern(`${escapePattern("ralph")}*`).test(name))) {
    throw denyFile("The ralph plugin", "switch off");
  }
};

const xxd: Verb = (call) => {
  const options = readOptions(call.args, { short: "cglos" });
  writeAll(call, options.operands.slice(1));
};

/** Rules by name. */
export const WRITE_VERBS: Readonly<Record<string, Verb>> = {
  sed,
  gsed: sed,
  split,
  csplit: split,
  gzip: pack,
  gunzip: pack,
  zcat: pack,
  pigz: pack,
  bzip2: pack,
  bunzip2: pack,
  xz: pack,
  unxz: pack,
  lzma: pack,
  zstd: pack,
  unzstd: pack,
  lz4: pack,
  brotli: pack,
  compress: pack,
  uncompress: pack,
  ed: editor,
  ex: editor,
  vi: editor,
  vim: editor,
  nvim: editor,
  view: editor,
  nano: editor,
  pico: editor,
  micro: editor,
  emacs: editor,
  patch,
  prettier: formatter,
  black: formatter,
  biome: formatter,
  eslint: formatter,
  ruff: formatter,
  dprint: formatter,
  yq: query,
  jq: query,
  tree,
  claude,
  xxd,
};
