/**
 * Archives: which files a command extracts, and where.
 *
 * Only the headers of a plain tar are read. Any other archive is refused only if it is unpacked
 * into a folder of control files, or if the command names a control file in it.
 *
 * @module
 */
import { denyUnclear } from "../../_denial.ts";
import { joinPath } from "../../_paths.ts";
import { compilePattern } from "../words/pattern.ts";
import { isKnown } from "../words/text.ts";
import type { Call, Verb } from "../shell.ts";
import { Options } from "./options.ts";

/** Maximum number of entries that are read. */
const MAX_ENTRIES = 20_000;
const BLOCK_BYTES = 512;

const tar: Verb = (call) => {
  const [first = "", ...rest] = call.args;
  // `tar xf a.tar` is `tar -xf a.tar`.
  const options = new Options(
    [/^[a-zA-Z]+$/.test(first) ? `-${first}` : first, ...rest],
    "f C T X b I V g K file directory exclude strip-components transform xform to-command",
  );
  const file = options.last("f file") ?? "-";
  const folder = options.last("C directory") ?? ".";
  if (options.has("c create r append u update A")) {
    if (file !== "-") call.write([file]);
    if (!options.has("remove-files")) return;
    // The beginning of a name may be unknown, so it gets no "./" in front.
    const inFolder = (path: string) => folder === "." ? path : joinPath(folder, path);
    call.remove(options.operands.map(inFolder), true);
    return;
  }
  const command = options.last("to-command");
  if (command !== undefined) call.runText(command, call.stdin);
  if (!options.has("x extract get") || options.has("O to-stdout to-command")) return;
  const strip = Number(options.last("strip-components") ?? 0);
  const names = file === "-" || options.has("transform xform s") ? undefined : listTar(call, file);
  unpack(call, folder, {
    names: names?.map((name) => name.split("/").slice(strip).join("/")),
    asked: options.operands,
    excluded: options.all("exclude"),
  });
};

/** An archive that is unpacked. */
interface Unpacking {
  /** Names in it; undefined where they are unknown. */
  readonly names?: readonly string[] | undefined;
  /** Names or patterns to extract; empty for all. */
  readonly asked: readonly string[];
  readonly excluded?: readonly string[];
}

function unpack(call: Call, folder: string, { names, asked, excluded = [] }: Unpacking): void {
  const { harm, control, disk } = call.shell;
  const target = call.absolute(folder);
  if (!isKnown(target)) return harm.write("/", target);
  const clean = (name: string) => name.replace(/^\.?\/+|\/+$/g, "");
  const fits = (name: string, patterns: readonly string[]) =>
    patterns.some((each) =>
      name.startsWith(`${clean(each)}/`) ||
      compilePattern(clean(each), { crossesSlashes: true }).test(name)
    );
  if (names !== undefined || asked.length > 0) {
    const arriving = names === undefined ? undefined : new Set(names.map(clean));
    return harm.overlayNames(
      target,
      (name) =>
        arriving?.has(name) !== false && (asked.length === 0 || fits(name, asked)) &&
        !fits(name, excluded),
    );
  }
  const resolved = disk.resolve(target);
  const folders = [...control.projectBases, ...control.folders, ...control.homeBases];
  if (folders.includes(resolved) && !excluded.includes("*")) {
    throw denyUnclear("an archive whose contents cannot be listed", control.label(resolved));
  }
}

/** Lists the names in a plain tar; undefined where it is not one, or too long. */
function listTar(call: Call, file: string): readonly string[] | undefined {
  const { disk } = call.shell;
  const path = disk.resolve(call.absolute(file));
  const names: string[] = [];
  for (let offset = 0; names.length < MAX_ENTRIES;) {
    const head = new TextDecoder("latin1").decode(disk.bytes(path, offset, BLOCK_BYTES));
    const field = (start: number, length: number) =>
      head.slice(start, start + length).replace(/\0[^]*$/, "");
    if (head === "" || /^\0+$/.test(head)) return names.length === 0 ? undefined : names;
    if (field(257, 5) !== "ustar") return undefined;
    const size = Number.parseInt(field(124, 12).trim(), 8) || 0;
    // Other entries than files and folders carry attributes, or names too long for a control file.
    if (!/[Lxg]/.test(field(156, 1))) {
      names.push([field(345, 155), field(0, 100)].filter((part) => part !== "").join("/"));
    }
    offset += BLOCK_BYTES * (1 + Math.ceil(size / BLOCK_BYTES));
  }
  return undefined;
}

const unzip: Verb = (call) => {
  const options = call.options("d x P");
  if (options.has("l t p Z v")) return;
  unpack(call, options.last("d") ?? ".", {
    asked: options.operands.slice(1),
    excluded: options.all("x"),
  });
};

/** The rules for commands that unpack archives, by command name. */
export const ARCHIVE_VERBS: Readonly<Record<string, Verb>> = {
  tar,
  gtar: tar,
  bsdtar: tar,
  unzip,
};
