/**
 * Archives: which names come out of them, and where.
 *
 * Names are read where that is cheap: plain tar headers and a zip's directory. A compressed tar, or
 * one that comes through a pipe, cannot be seen into; it is refused only where it is unpacked into a
 * folder of control, or where the names asked for are control.
 *
 * @module
 */
import { denyUnclear } from "../../_denial.ts";
import { normalizePath } from "../../_paths.ts";
import { compilePattern } from "../words/pattern.ts";
import { absolute, type Invocation, type Verb } from "./call.ts";
import { allValues, hasFlag, lastValue, readOptions } from "./options.ts";
import { isKnown } from "../words/text.ts";

/** More entries than this are not read. */
const MAX_ENTRIES = 20_000;
const TAR_BLOCK = 512;
const MAX_ZIP_DIRECTORY = 1 << 20;

const tar: Verb = (call) => {
  // The old form without a dash: `tar xf a.tar`.
  const [first = "", ...rest] = call.args;
  const isOld = /^[a-zA-Z]+$/.test(first);
  const letters = [...first].filter((letter) => "fCTXbIVg".includes(letter));
  const args = isOld
    ? [
      `-${[...first].filter((letter) => !"fCTXbIVg".includes(letter)).join("") || "-"}`,
      ...letters.flatMap((letter, index) => [`-${letter}`, rest[index] ?? ""]),
      ...rest.slice(letters.length),
    ]
    : call.args;
  const options = readOptions(args, {
    short: "fCTXbIVgK",
    long: ["file", "directory", "exclude", "strip-components", "transform", "xform", "to-command"],
  });
  const file = lastValue(options, "f", "file");
  const folder = lastValue(options, "C", "directory") ?? ".";
  if (hasFlag(options, "c", "create", "r", "append", "u", "update", "A")) {
    if (file !== undefined && file !== "-") call.shell.harm.write(call.cwd, file);
    if (hasFlag(options, "remove-files")) {
      for (const path of options.operands) {
        call.shell.harm.remove(absolute(call, folder), path, true);
      }
    }
    return;
  }
  if (!hasFlag(options, "x", "extract", "get")) return;
  const command = lastValue(options, "to-command");
  if (command !== undefined) call.shell.runText(command, call.state, call.stdin);
  if (hasFlag(options, "O", "to-stdout")) return;
  const strip = Number(lastValue(options, "strip-components") ?? 0);
  const isRenamed = hasFlag(options, "transform", "xform", "s");
  const names = file === undefined || file === "-" ? undefined : listTar(call, file);
  unpack(call, folder, {
    names: isRenamed ? undefined : names?.map((name) => name.split("/").slice(strip).join("/")),
    asked: options.operands,
    excluded: allValues(options, "exclude"),
  });
};

/** What is known of an archive that is unpacked. */
interface Unpacking {
  /** Names in it; undefined where they cannot be seen. */
  readonly names: readonly string[] | undefined;
  /** Names or patterns the command asks for; none means all. */
  readonly asked: readonly string[];
  readonly excluded: readonly string[];
}

function unpack(call: Invocation, folder: string, unpacking: Unpacking): void {
  const target = absolute(call, folder);
  const { names, asked, excluded } = unpacking;
  if (!isKnown(target)) return call.shell.harm.write("/", target);
  const clean = (name: string) => name.replace(/^\.?\/+|\/+$/g, "");
  const fits = (name: string, patterns: readonly string[]) =>
    patterns.some((each) =>
      name.startsWith(`${clean(each)}/`) ||
      compilePattern(clean(each), { crossesSlashes: true }).test(name)
    );
  if (names !== undefined) {
    const coming = new Set(names.map(clean));
    return call.shell.harm.overlayNames(
      target,
      (name) =>
        coming.has(name) && (asked.length === 0 || fits(name, asked)) && !fits(name, excluded),
    );
  }
  if (asked.length > 0) return call.shell.harm.overlayNames(target, (name) => fits(name, asked));
  const resolved = call.shell.disk.resolve(target);
  const { projectBases, folders, homeBases } = call.shell.control;
  const holder = [...projectBases, ...folders, ...homeBases].find((each) => each === resolved);
  if (holder !== undefined && !excluded.some((each) => each === "*")) {
    throw denyUnclear(
      "an archive whose contents cannot be listed",
      call.shell.control.label(holder),
    );
  }
}

function listTar(call: Invocation, file: string): readonly string[] | undefined {
  const path = absolute(call, file);
  if (!isKnown(path)) return undefined;
  const resolved = call.shell.disk.resolve(path);
  const names: string[] = [];
  let longName: string | undefined;
  for (let offset = 0; names.length < MAX_ENTRIES;) {
    const head = call.shell.disk.bytes(resolved, offset, TAR_BLOCK);
    if (head === undefined || head.length < TAR_BLOCK) break;
    if (head.every((byte) => byte === 0)) return names;
    if (readField(head, 257, 5) !== "ustar") return undefined;
    const size = Number.parseInt(readField(head, 124, 12).trim(), 8) || 0;
    const type = readField(head, 156, 1);
    if (type === "L" || type === "x") {
      const body = call.shell.disk.bytes(resolved, offset + TAR_BLOCK, Math.min(size, 8192));
      const text = new TextDecoder().decode(body ?? new Uint8Array());
      longName = type === "L"
        ? text.replace(/\0[^]*$/, "")
        : /\d+ path=([^\n]*)\n/.exec(text)?.[1] ?? longName;
    } else if (type !== "g") {
      const prefix = readField(head, 345, 155);
      const name = readField(head, 0, 100);
      names.push(longName ?? (prefix === "" ? name : `${prefix}/${name}`));
      longName = undefined;
    }
    offset += TAR_BLOCK * (1 + Math.ceil(size / TAR_BLOCK));
  }
  return names.length === 0 || names.length >= MAX_ENTRIES ? undefined : names;
}

function readField(block: Uint8Array, start: number, length: number): string {
  return new TextDecoder().decode(block.subarray(start, start + length)).replace(/\0[^]*$/, "");
}

const unzip: Verb = (call) => {
  const options = readOptions(call.args, { short: "dxP" });
  if (hasFlag(options, "l", "t", "p", "Z", "v")) return;
  const [file = "", ...asked] = options.operands;
  unpack(call, lastValue(options, "d") ?? ".", {
    names: listZip(call, file) ?? listZip(call, `${file}.zip`),
    asked,
    excluded: allValues(options, "x"),
  });
};

/** Names from the directory at the end of a zip. */
function listZip(call: Invocation, file: string): readonly string[] | undefined {
  const path = absolute(call, file);
  if (!isKnown(path)) return undefined;
  const resolved = call.shell.disk.resolve(path);
  const size = call.shell.disk.entry(resolved)?.size;
  if (size === undefined) return undefined;
  const tailStart = Math.max(0, size - 65_557);
  const tail = call.shell.disk.bytes(resolved, tailStart, size - tailStart);
  if (tail === undefined) return undefined;
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    const length = view.getUint32(at + 12, true);
    const start = view.getUint32(at + 16, true);
    if (length > MAX_ZIP_DIRECTORY) return undefined;
    const directory = call.shell.disk.bytes(resolved, start, length);
    return directory === undefined ? undefined : readZipDirectory(directory);
  }
  return undefined;
}

function readZipDirectory(bytes: Uint8Array): readonly string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  for (let at = 0; at + 46 <= bytes.length && view.getUint32(at, true) === 0x02014b50;) {
    const nameLength = view.getUint16(at + 28, true);
    names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

const zip: Verb = (call) => {
  const options = readOptions(call.args, { short: "bntxi" });
  const [file = "", ...paths] = options.operands;
  call.shell.harm.write(call.cwd, file);
  if (hasFlag(options, "m", "move")) {
    for (const path of paths) call.shell.harm.remove(call.cwd, path, hasFlag(options, "r"), "move");
  }
};

const sevenZip: Verb = (call) => {
  const [doing = "", ...rest] = call.args;
  const folder = rest.find((arg) => /^-o./.test(arg))?.slice(2) ?? ".";
  const [file, ...asked] = rest.filter((arg) => !arg.startsWith("-"));
  if (/^[xe]$/.test(doing)) unpack(call, folder, { names: undefined, asked, excluded: [] });
  if (/^[adu]$/.test(doing) && file !== undefined) call.shell.harm.write(call.cwd, file);
};

const cpio: Verb = (call) => {
  const options = readOptions(call.args, { short: "DEFHIMORC", long: ["directory"] });
  if (hasFlag(options, "p", "pass-through")) {
    const target = options.operands.at(-1) ?? ".";
    const names = call.stdin().split("\n").map((name) => normalizePath(name).slice(1));
    return call.shell.harm.overlayNames(absolute(call, target), (name) => names.includes(name));
  }
  if (!hasFlag(options, "i", "extract")) return;
  unpack(call, lastValue(options, "D", "directory") ?? ".", {
    names: undefined,
    asked: options.operands,
    excluded: [],
  });
};

/** Rules by name. */
export const ARCHIVE_VERBS: Readonly<Record<string, Verb>> = {
  tar,
  gtar: tar,
  bsdtar: tar,
  unzip,
  zip,
  "7z": sevenZip,
  "7za": sevenZip,
  cpio,
};
