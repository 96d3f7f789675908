/**
 * Archives: which files a command extracts, and where.
 *
 * Only the headers of a plain tar are read. Any other archive is refused only if it is unpacked
 * into a folder of control files, or if the command names a control file in it.
 *
 * @module
 */
import { denyUnclear } from "../../_denial.ts";
import { compilePattern } from "../words/pattern.ts";
import { isKnown } from "../words/text.ts";
import type { Call, Verb } from "../shell.ts";
import { Options } from "./options.ts";

/** Maximum number of entries that are read. */
const MAX_ENTRIES = 20_000;
const BLOCK_BYTES = 512;
/** Letters of tar's options with a value. */
const TAR_VALUED = "fCTXbIVg";

const tar: Verb = (call) => {
  const options = new Options(
    readOldForm(call.args),
    `${
      [...TAR_VALUED].join(" ")
    } K file directory exclude strip-components transform xform to-command`,
  );
  const file = options.last("f file");
  const folder = options.last("C directory") ?? ".";
  if (options.has("c create r append u update A")) {
    if (file !== undefined && file !== "-") call.write([file]);
    if (!options.has("remove-files")) return;
    const from = call.absolute(folder);
    for (const path of options.operands) call.shell.harm.remove(from, path, true);
    return;
  }
  if (!options.has("x extract get")) return;
  const command = options.last("to-command");
  if (command !== undefined) call.runText(command, call.stdin);
  if (options.has("O to-stdout")) return;
  const strip = Number(options.last("strip-components") ?? 0);
  const isListed = file !== undefined && file !== "-" && !options.has("transform xform s");
  unpack(call, folder, {
    names: isListed
      ? listTar(call, file)?.map((name) => name.split("/").slice(strip).join("/"))
      : undefined,
    asked: options.operands,
    excluded: options.all("exclude"),
  });
};

/** Converts the form without a dash (`tar xf a.tar`) to options with dashes. */
function readOldForm(args: readonly string[]): readonly string[] {
  const [first = "", ...rest] = args;
  if (!/^[a-zA-Z]+$/.test(first)) return args;
  const valued = [...first].filter((letter) => TAR_VALUED.includes(letter));
  const flags = [...first].filter((letter) => !TAR_VALUED.includes(letter));
  return [
    ...flags.map((letter) => `-${letter}`),
    ...valued.flatMap((letter, index) => [`-${letter}`, rest[index] ?? ""]),
    ...rest.slice(valued.length),
  ];
}

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
  const path = call.absolute(file);
  if (!isKnown(path)) return undefined;
  const { disk } = call.shell;
  const resolved = disk.resolve(path);
  const names: string[] = [];
  for (let offset = 0; names.length < MAX_ENTRIES;) {
    const head = disk.bytes(resolved, offset, BLOCK_BYTES);
    if (head === undefined || head.length < BLOCK_BYTES) break;
    if (head.every((byte) => byte === 0)) return names;
    if (readField(head, 257, 5) !== "ustar") return undefined;
    const size = Number.parseInt(readField(head, 124, 12).trim(), 8) || 0;
    const type = readField(head, 156, 1);
    // Other entries than files and folders carry attributes, or names too long for a control file.
    if (!/[Lxg]/.test(type)) {
      const prefix = readField(head, 345, 155);
      const name = readField(head, 0, 100);
      names.push(prefix === "" ? name : `${prefix}/${name}`);
    }
    offset += BLOCK_BYTES * (1 + Math.ceil(size / BLOCK_BYTES));
  }
  return names.length === 0 || names.length >= MAX_ENTRIES ? undefined : names;
}

/** Reads a text that ends at its first zero byte. */
function readField(bytes: Uint8Array, start: number, length: number): string {
  return new TextDecoder().decode(bytes.subarray(start, start + length)).replace(/\0[^]*$/, "");
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
