/**
 * Verbs that hand text on: what comes out of them may be the words of the next command.
 *
 * @module
 */
import { isWithin, lastName } from "../../_paths.ts";
import { absolute, type Invocation, type Verb } from "./call.ts";
import { allValues, hasFlag, lastValue, readOptions } from "./options.ts";
import { isKnown, lazily, type LazyText, UNKNOWN } from "../words/text.ts";
import { unescapeText } from "./builtins.ts";

/** Lines of the input that grep would let through, where the pattern is plain. */
const grep: Verb = (call) => {
  const options = readOptions(call.args, { short: "eABCmfd", long: ["regexp", "file", "include"] });
  const isNamed = options.flags.has("e");
  const pattern = isNamed ? lastValue(options, "e") : options.operands[0];
  const files = isNamed ? options.operands : options.operands.slice(1);
  if (hasFlag(options, "l", "r", "R", "L", "files-with-matches", "recursive")) {
    return { out: lazily(() => listMatching(call, pattern ?? "", files)) };
  }
  return { out: lazily(() => filterLines(inputOf(call, files)(), pattern ?? "", options.flags)) };
};

/** Of the files that `grep -l` would name, control; others are of no interest. */
function listMatching(call: Invocation, pattern: string, files: readonly string[]): string {
  const { disk, control } = call.shell;
  const paths = [...control.existing(), ...control.plans()].filter((path) =>
    disk.entry(path)?.kind === "file" && contains(disk.text(path, 65_536) ?? "", pattern)
  );
  return (files.length > 0 ? files : ["."]).map((file) => {
    const whole = absolute(call, file);
    if (!isKnown(whole)) return `${file}\n`;
    const folder = disk.resolve(whole);
    return paths.filter((path) => isWithin(path, folder))
      .map((path) => `${file}${path.slice(folder.length)}\n`).join("");
  }).join("");
}

function contains(text: string, pattern: string): boolean {
  // Anything but a plain text may match.
  return !/^[\w\s./@:,=-]*$/.test(pattern) || text.includes(pattern);
}

function filterLines(text: string, pattern: string, flags: ReadonlySet<string>): string {
  const isPlain = /^\^?[\w\s./@:,=-]*\$?$/.test(pattern) || flags.has("F");
  if (!isPlain) return text;
  const source = pattern.replace(/[.*+?()[\]{}|\\/-]/g, "\\$&");
  const test = new RegExp(source, flags.has("i") ? "i" : "");
  const isKept = (line: string) => !isKnown(line) || test.test(line) !== flags.has("v");
  return text.split("\n").filter((line) => line !== "" && isKept(line)).map((line) => `${line}\n`)
    .join("");
}

/** What a filter reads: its files, or its input. */
export function inputOf(call: Invocation, files: readonly string[]): LazyText {
  if (files.length === 0) return call.stdin;
  return lazily(() => files.map((file) => readFile(call, file)).join(""));
}

/** Programs that hand their input on, perhaps in another order or cut. */
const pass: Verb = (call) => ({
  out: inputOf(call, readOptions(call.args, { short: "nckfdts" }).operands),
});

const rev: Verb = (call) => ({
  out: lazily(() =>
    call.stdin().split("\n").map((line) => [...line].toReversed().join("")).join("\n")
  ),
});

/** `tr` with plain sets; ranges and classes are not worked out. */
const tr: Verb = (call) => {
  const options = readOptions(call.args);
  const [from = "", to = ""] = options.operands.map(unescapeText).map(expandRanges);
  const isPlain = !/\[:/.test(from + to);
  const map = (sign: string) => {
    const at = from.indexOf(sign);
    if (at < 0 || sign === UNKNOWN) return sign;
    return hasFlag(options, "d", "delete") ? "" : to[Math.min(at, to.length - 1)] ?? sign;
  };
  const lacksRule = !isPlain || hasFlag(options, "c", "C", "s", "complement");
  return { out: lacksRule ? () => UNKNOWN : lazily(() => Array.from(call.stdin(), map).join("")) };
};

function expandRanges(set: string): string {
  return set.replace(/([a-zA-Z0-9])-([a-zA-Z0-9])/g, (_all, from: string, to: string) => {
    const length = to.charCodeAt(0) - from.charCodeAt(0) + 1;
    const signs = Array.from({ length: Math.max(length, 0) }, (_, i) => from.charCodeAt(0) + i);
    return String.fromCharCode(...signs);
  });
}

const base64: Verb = (call) => {
  const options = readOptions(call.args, { short: "w" });
  if (!hasFlag(options, "d", "D", "decode")) return;
  const text = inputOf(call, options.operands);
  return {
    out: lazily(() => {
      try {
        const bytes = Uint8Array.from(
          atob(text().replace(/\s/g, "")),
          (sign) => sign.charCodeAt(0),
        );
        return new TextDecoder().decode(bytes);
      } catch {
        return UNKNOWN;
      }
    }),
  };
};

const sort: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "oktST",
    long: ["output", "key", "field-separator"],
  });
  for (const path of allValues(options, "o", "output")) call.shell.harm.write(call.cwd, path);
  return { out: inputOf(call, options.operands) };
};

const uniq: Verb = (call) => {
  const options = readOptions(call.args, { short: "fsw" });
  for (const path of options.operands.slice(1)) call.shell.harm.write(call.cwd, path);
  return { out: call.stdin };
};

const cat: Verb = (call) => {
  const files = readOptions(call.args).operands;
  if (files.length === 0) return { out: call.stdin };
  return { out: lazily(() => files.map((file) => readFile(call, file)).join("")) };
};

function readFile(call: Invocation, file: string): string {
  const whole = absolute(call, file);
  if (file === "-") return call.stdin();
  return isKnown(whole) ? call.shell.disk.text(whole, 65_536) ?? UNKNOWN : UNKNOWN;
}

const ls: Verb = (call) => {
  const options = readOptions(call.args, { short: "IwT" });
  const folders = options.operands.length > 0 ? options.operands : ["."];
  const seesDots = hasFlag(options, "a", "A", "all", "almost-all");
  return {
    out: lazily(() => folders.map((folder) => listFolder(call, folder, seesDots)).join("")),
  };
};

function listFolder(call: Invocation, folder: string, seesDots: boolean): string {
  const whole = absolute(call, folder);
  if (!isKnown(whole)) return `${UNKNOWN}\n`;
  if (!call.shell.disk.isFolder(whole)) return `${folder}\n`;
  return call.shell.disk.names(whole).filter((name) => seesDots || !name.startsWith("."))
    .map((name) => `${name}\n`).join("");
}

const dirname: Verb = (call) => ({
  out: () => `${(call.args.at(-1) ?? "").replace(/\/+[^/]*\/*$/, "") || "."}\n`,
});
const basename: Verb = (call) => ({
  out: () =>
    `${lastName(call.args[0] ?? "").replace(new RegExp(`${escapeEnd(call.args[1])}$`), "")}\n`,
});

function escapeEnd(suffix: string | undefined): string {
  return suffix === undefined ? "(?!)" : suffix.replace(/[^\w]/g, "\\$&");
}

const realpath: Verb = (call) => {
  const paths = readOptions(call.args).operands.map((path) => absolute(call, path));
  return {
    out: () =>
      paths.map((path) => `${isKnown(path) ? call.shell.disk.resolve(path) : path}\n`).join(""),
  };
};

const readlink: Verb = (call) => {
  const options = readOptions(call.args);
  if (hasFlag(options, "f", "e", "m", "canonicalize")) return realpath(call);
  const paths = options.operands.map((path) => absolute(call, path));
  return {
    out: () =>
      paths.map((path) => `${isKnown(path) ? call.shell.disk.linkTarget(path) ?? "" : UNKNOWN}\n`)
        .join(""),
  };
};

/** Rules by name. */
export const FILTER_VERBS: Readonly<Record<string, Verb>> = {
  grep,
  egrep: grep,
  fgrep: grep,
  rg: grep,
  head: pass,
  tail: pass,
  tac: pass,
  tr,
  rev,
  sort,
  gsort: sort,
  shuf: sort,
  uniq,
  cat,
  bat: cat,
  ls,
  dirname,
  basename,
  realpath,
  readlink,
  base64,
};
