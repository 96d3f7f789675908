/**
 * Takes Deno's base runtime back out of an executable for macOS that `deno compile` made: the
 * inverse of what its library does (https://github.com/denoland/sui). On arm64 it adds a segment
 * before `__LINKEDIT` and moves what comes after it; on x86-64 it appends the program to the string
 * table, which is last. The signature that came last of all is left to the next `deno compile`.
 *
 * @module
 */
import { ScriptError } from "../_say.ts";

/** The first four bytes of a 64-bit Mach-O file. */
const MAGIC = [0xcf, 0xfa, 0xed, 0xfe];
const HEADER_BYTES = 32;
const CPU_ARM64 = 0x0100000c;
const ADDED_SEGMENT = "__SUI";
/** Comes before the appended program on x86-64. */
const SENTINEL = new Uint8Array([
  ...new TextEncoder().encode("<~sui-data~>"),
  0xef,
  0xbe,
  0xad,
  0xde,
]);

const SYMTAB = 0x2;
const DYSYMTAB = 0xb;
const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;

/** Where load commands have offsets into the file, in bytes from their own beginning. */
const OFFSETS: Readonly<Record<number, readonly number[]>> = {
  [SYMTAB]: [8, 16],
  [DYSYMTAB]: [32, 40, 48, 56, 64, 72],
  [CODE_SIGNATURE]: [8],
  // Function starts, data in code, designated requirements, linker hints, exports, fixups.
  0x26: [8],
  0x29: [8],
  0x2b: [8],
  0x2e: [8],
  0x80000033: [8],
  0x80000034: [8],
  // Rebase, bind, weak bind, lazy bind and export information.
  0x22: [8, 16, 24, 32, 40],
  0x80000022: [8, 16, 24, 32, 40],
};

/** A load command of a Mach-O file, as a copy. */
interface LoadCommand {
  readonly kind: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
}

/** Checks whether a file is a program for macOS. */
export function isMacho(file: Uint8Array): boolean {
  return MAGIC.every((byte, index) => file[index] === byte);
}

/**
 * Removes the program that `deno compile` put into a Mach-O file.
 *
 * @throws {ScriptError} If the file holds no program.
 */
export function cutMachoBase(executable: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(executable.buffer, executable.byteOffset, executable.length);
  const commands = [...readCommands(executable, view)];
  return view.getUint32(4, true) === CPU_ARM64
    ? withoutSegment(executable, commands)
    : withoutAppended(executable, commands);
}

function* readCommands(file: Uint8Array<ArrayBuffer>, view: DataView): Generator<LoadCommand> {
  let at = HEADER_BYTES;
  for (let left = view.getUint32(16, true); left > 0; left--) {
    const size = view.getUint32(at + 4, true);
    const bytes = file.slice(at, at + size);
    if (size < 8 || bytes.length < size) throw refused(`a load command of ${size} bytes`);
    yield { kind: view.getUint32(at, true), bytes, view: new DataView(bytes.buffer) };
    at += size;
  }
}

function nameOf({ kind, bytes }: LoadCommand): string | null {
  if (kind !== SEGMENT_64) return null;
  return new TextDecoder().decode(bytes.subarray(8, 24)).replace(/\0+$/, "");
}

function requireSegment(commands: readonly LoadCommand[], name: string): LoadCommand {
  const found = commands.find((command) => nameOf(command) === name);
  if (found === undefined) throw refused(`no segment ${name}`);
  return found;
}

function withoutSegment(
  file: Uint8Array<ArrayBuffer>,
  commands: readonly LoadCommand[],
): Uint8Array<ArrayBuffer> {
  const added = requireSegment(commands, ADDED_SEGMENT);
  const memory = added.view.getBigUint64(32, true);
  const start = Number(added.view.getBigUint64(40, true));
  const size = Number(added.view.getBigUint64(48, true));
  const linkedit = requireSegment(commands, "__LINKEDIT").view;
  linkedit.setBigUint64(24, linkedit.getBigUint64(24, true) - memory, true);
  linkedit.setBigUint64(40, linkedit.getBigUint64(40, true) - BigInt(size), true);
  for (const { kind, view } of commands) {
    for (const at of OFFSETS[kind] ?? []) {
      const offset = view.getUint32(at, true);
      if (offset >= start + size) view.setUint32(at, offset - size, true);
    }
  }
  const base = new Uint8Array(file.length - size);
  base.set(file.subarray(0, start));
  base.set(file.subarray(start + size), start);
  return writeCommands(base, commands.filter((command) => command !== added));
}

function withoutAppended(
  file: Uint8Array<ArrayBuffer>,
  commands: readonly LoadCommand[],
): Uint8Array<ArrayBuffer> {
  const linkedit = requireSegment(commands, "__LINKEDIT").view;
  const start = Number(linkedit.getBigUint64(40, true));
  const end = indexOfBytes(file, SENTINEL, start);
  if (end === -1) throw refused("no program behind the string table");
  linkedit.setBigUint64(32, BigInt(end - start), true);
  linkedit.setBigUint64(48, BigInt(end - start), true);
  for (const { kind, view } of commands) {
    if (kind === SYMTAB) view.setUint32(20, end - view.getUint32(16, true), true);
  }
  return writeCommands(file.slice(0, end), commands.filter(({ kind }) => kind !== CODE_SIGNATURE));
}

/** Puts load commands in the place of those that are there, which are not fewer. */
function writeCommands(
  base: Uint8Array<ArrayBuffer>,
  commands: readonly LoadCommand[],
): Uint8Array<ArrayBuffer> {
  const view = new DataView(base.buffer);
  base.fill(0, HEADER_BYTES, HEADER_BYTES + view.getUint32(20, true));
  let at = HEADER_BYTES;
  for (const { bytes } of commands) {
    base.set(bytes, at);
    at += bytes.length;
  }
  view.setUint32(16, commands.length, true);
  view.setUint32(20, at - HEADER_BYTES, true);
  return base;
}

function indexOfBytes(all: Uint8Array, wanted: Uint8Array, from: number): number {
  for (let at = all.indexOf(wanted[0]!, from); at !== -1; at = all.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, index) => all[at + index] === byte)) return at;
  }
  return -1;
}

function refused(why: string): ScriptError {
  return new ScriptError(`Base runtime refused: the executable for macOS has ${why}`);
}
