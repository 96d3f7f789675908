/**
 * Verbs whose output may become the arguments of the next command.
 *
 * @module
 */
import { isWithin, lastName } from "../../_paths.ts";
import { isKnown, lazily, unescapeText, UNKNOWN } from "../words/text.ts";
import type { Call, Verb } from "../shell.ts";

/** A pattern of literal characters, optionally anchored. */
const PLAIN_PATTERN = /^\^?[\w\s./@:,=-]*\$?$/;

/** Selects the lines of the input that match, if the pattern is plain. */
const grep: Verb = (call) => {
  const options = call.options("e A B C m f d regexp file include");
  const named = options.last("e");
  const [pattern = "", ...files] = named === undefined
    ? options.operands
    : [named, ...options.operands];
  if (options.has("l r R L files-with-matches recursive")) {
    return { out: lazily(() => listMatching(call, pattern, files)) };
  }
  const input = call.input(files);
  if (!PLAIN_PATTERN.test(pattern) && !options.has("F")) return { out: input };
  const source = pattern.replace(/[.*+?()[\]{}|\\/-]/g, "\\$&");
  const test = new RegExp(source, options.has("i") ? "i" : "");
  const isShown = (line: string) => !isKnown(line) || test.test(line) !== options.has("v");
  return {
    out: lazily(() =>
      input().split("\n").filter((line) => line !== "" && isShown(line))
        .map((line) => `${line}\n`).join("")
    ),
  };
};

/** Lists the control files and plans that `grep -l` would print. */
function listMatching(call: Call, pattern: string, files: readonly string[]): string {
  const { disk, control } = call.shell;
  // Any other pattern may match.
  const matches = (path: string) =>
    !/^[\w\s./@:,=-]*$/.test(pattern) || disk.text(path, 65_536)?.includes(pattern) === true;
  const paths = [...control.existing(), ...control.plans()].filter((path) =>
    disk.entry(path)?.kind === "file" && matches(path)
  );
  return (files.length > 0 ? files : ["."]).flatMap((file) => {
    const absolute = call.absolute(file);
    if (!isKnown(absolute)) return [`${file}\n`];
    const folder = disk.resolve(absolute);
    return paths.filter((path) => isWithin(path, folder))
      .map((path) => `${file}${path.slice(folder.length)}\n`);
  }).join("");
}

const rev: Verb = (call) => ({
  out: lazily(() =>
    call.stdin().split("\n").map((line) => [...line].toReversed().join("")).join("\n")
  ),
});

/** `tr` with plain sets and ranges; the result of classes is unknown. */
const tr: Verb = (call) => {
  const options = call.options();
  const [from = "", to = ""] = options.operands.map(unescapeText).map(expandRanges);
  if (/\[:/.test(from + to) || options.has("c C s complement")) return;
  const map = (character: string) => {
    const at = from.indexOf(character);
    if (at < 0 || character === UNKNOWN) return character;
    return options.has("d delete") ? "" : to[Math.min(at, to.length - 1)] ?? character;
  };
  return { out: lazily(() => Array.from(call.stdin(), map).join("")) };
};

function expandRanges(set: string): string {
  return set.replace(/([a-zA-Z0-9])-([a-zA-Z0-9])/g, (_all, from: string, to: string) => {
    const length = Math.max(to.charCodeAt(0) - from.charCodeAt(0) + 1, 0);
    return String.fromCharCode(...Array.from({ length }, (_, i) => from.charCodeAt(0) + i));
  });
}

const base64: Verb = (call) => {
  const options = call.options("w");
  if (!options.has("d D decode")) return;
  const text = call.input(options.operands);
  return {
    out: lazily(() => {
      try {
        return atob(text().replace(/\s/g, ""));
      } catch {
        return UNKNOWN;
      }
    }),
  };
};

const ls: Verb = (call) => {
  const options = call.options("I w T");
  const folders = options.operands.length > 0 ? options.operands : ["."];
  const seesDots = options.has("a A all almost-all");
  const list = (folder: string) => {
    const absolute = call.absolute(folder);
    if (!isKnown(absolute)) return [UNKNOWN];
    if (!call.shell.disk.isFolder(absolute)) return [folder];
    return call.shell.disk.names(absolute).filter((name) => seesDots || !name.startsWith("."));
  };
  return { out: lazily(() => folders.flatMap(list).map((name) => `${name}\n`).join("")) };
};

const dirname: Verb = (call) => ({
  out: () => `${(call.args.at(-1) ?? "").replace(/\/+[^/]*\/*$/, "") || "."}\n`,
});

const basename: Verb = ({ args: [path = "", suffix = ""] }) => {
  const name = lastName(path);
  const isCut = suffix !== "" && name.endsWith(suffix);
  return { out: () => `${isCut ? name.slice(0, -suffix.length) : name}\n` };
};

/** `realpath` and `readlink`. */
const readLink: Verb = (call) => {
  const options = call.options();
  const { disk } = call.shell;
  const isWhole = call.name === "realpath" || options.has("f e m canonicalize");
  const follow = (path: string) =>
    !isKnown(path) ? UNKNOWN : isWhole ? disk.resolve(path) : disk.linkTarget(path) ?? "";
  const paths = options.operands.map((path) => call.absolute(path));
  return { out: () => paths.map((path) => `${follow(path)}\n`).join("") };
};

const which: Verb = (call) => ({ out: () => `${call.options().operands.join("\n")}\n` });

/** The rules for filters and listings, by command name. */
export const FILTER_VERBS: Readonly<Record<string, Verb>> = {
  grep,
  egrep: grep,
  fgrep: grep,
  rg: grep,
  tr,
  rev,
  ls,
  dirname,
  basename,
  realpath: readLink,
  readlink: readLink,
  base64,
  which,
  type: which,
};
