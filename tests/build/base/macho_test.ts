/** Programs for macOS, in the two forms that `deno compile` writes. */
import { assertEquals, assertThrows } from "@std/assert";
import { cutMachoBase, isMacho } from "../../../scripts/base/macho.ts";
import { ScriptError } from "../../../scripts/_say.ts";

const ARM64 = 0x0100000c;
const X64 = 0x01000007;
const LINKEDIT_AT = 0x1000;
const TEXT = "text";
const SYMBOLS = "symbols";

function segment(name: string, start: number, size: number, extra = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(72 + extra);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x19, true);
  view.setUint32(4, bytes.length, true);
  bytes.set(new TextEncoder().encode(name), 8);
  for (const at of [24, 40]) view.setBigUint64(at, BigInt(start), true);
  for (const at of [32, 48]) view.setBigUint64(at, BigInt(size), true);
  return bytes;
}

function numbers(kind: number, ...values: number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint32Array([kind, 8 + 4 * values.length, ...values]).buffer);
}

/** A small Mach-O file: a header, load commands, text, and the symbols as all of `__LINKEDIT`. */
function macho(
  cpu: number,
  commands: readonly Uint8Array<ArrayBuffer>[],
  linkedit: readonly (string | Uint8Array<ArrayBuffer>)[],
): Uint8Array<ArrayBuffer> {
  const size = commands.reduce((sum, { length }) => sum + length, 0);
  const head = new Uint8Array(LINKEDIT_AT);
  new Uint32Array(head.buffer).set([0xfeedfacf, cpu, 0, 2, commands.length, size, 0, 0]);
  let at = 32;
  for (const command of commands) {
    head.set(command, at);
    at += command.length;
  }
  head.set(new TextEncoder().encode(TEXT), LINKEDIT_AT - TEXT.length);
  const tail = linkedit.flatMap((
    part,
  ) => [...typeof part === "string" ? new TextEncoder().encode(part) : part]);
  return new Uint8Array([...head, ...tail]);
}

const symtab = (start: number, size: number) => numbers(0x2, start, 0, start, size);
const TEXT_SEGMENT = segment("__TEXT", 0, LINKEDIT_AT);
const SIZE = SYMBOLS.length;

Deno.test("base for macOS: on arm64 the added segment goes, and what follows it moves back", () => {
  const added = 0x4000;
  const signature = (start: number) => numbers(0x1d, start + 4, 4);
  const base = macho(ARM64, [
    TEXT_SEGMENT,
    segment("__LINKEDIT", LINKEDIT_AT, SIZE),
    symtab(LINKEDIT_AT, SIZE),
    signature(LINKEDIT_AT),
  ], [SYMBOLS]);
  const compiled = macho(ARM64, [
    TEXT_SEGMENT,
    segment("__SUI", LINKEDIT_AT, added, 80),
    segment("__LINKEDIT", LINKEDIT_AT + added, SIZE),
    symtab(LINKEDIT_AT + added, SIZE),
    signature(LINKEDIT_AT + added),
  ], [new Uint8Array(added).fill(7), SYMBOLS]);
  assertEquals(cutMachoBase(compiled), base);
  assertEquals(isMacho(base), true);
});

Deno.test("base for macOS: on x86-64 the program goes from the end of the string table", () => {
  const program = new TextEncoder().encode("<~sui-data~>....12345678program and signature");
  program.set([0xef, 0xbe, 0xad, 0xde], 12);
  const base = macho(X64, [
    TEXT_SEGMENT,
    segment("__LINKEDIT", LINKEDIT_AT, SIZE),
    symtab(LINKEDIT_AT, SIZE),
  ], [SYMBOLS]);
  const compiled = macho(X64, [
    TEXT_SEGMENT,
    segment("__LINKEDIT", LINKEDIT_AT, SIZE + program.length),
    symtab(LINKEDIT_AT, SIZE + program.length - 9),
    numbers(0x1d, LINKEDIT_AT + SIZE + program.length - 9, 9),
  ], [SYMBOLS, program]);
  assertEquals(cutMachoBase(compiled), base);
});

Deno.test("base for macOS: a file without a program in it is refused", () => {
  const segments = [TEXT_SEGMENT, segment("__LINKEDIT", LINKEDIT_AT, SIZE)];
  for (
    const file of [
      macho(ARM64, segments, [SYMBOLS]),
      macho(X64, segments, [SYMBOLS]),
      macho(X64, [TEXT_SEGMENT], [SYMBOLS]),
      macho(ARM64, [numbers(0x2, 1).fill(0, 4, 8)], []),
    ]
  ) assertThrows(() => cutMachoBase(file), ScriptError, "Base runtime refused");
});
