/**
 * Looks at a program before it is released, also if it cannot be run: its format, its processor, its
 * signature, and what is embedded.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { PACK_LIST } from "./_packs.ts";
import { SYSTEMS } from "./channels/systems.ts";
import { ScriptError } from "./_say.ts";

const ELF = [0x7f, 0x45, 0x4c, 0x46, 2, 1];
const MACHO = [0xcf, 0xfa, 0xed, 0xfe];
/** The numbers of the processors in the headers of both formats. */
const CPUS = {
  linux: { at: 18, x64: 62, arm64: 183 },
  darwin: { at: 4, x64: 0x01000007, arm64: 0x0100000c },
} as const;
/** The names of the versions of libc that a program needs are near its beginning. */
const LIBC_WITHIN_BYTES = 4 << 20;

/** Some of the files that hooks and the status line start from. */
const PACKS = [PACK_LIST, "guard.pack", "session.pack", "statusline.pack", "stop.pack"];

/**
 * Refuses a program that cannot run on its system.
 *
 * @returns What was found that is not the same for all systems.
 * @throws {ScriptError} That says what is wrong.
 */
export async function requireProgram(
  program: Uint8Array<ArrayBuffer>,
  target: string,
): Promise<string[]> {
  const refuse = (why: string) => new ScriptError(`The program for ${target} ${why}`);
  const { os, cpu, wheel } = SYSTEMS[target]!;
  const magic = os === "linux" ? ELF : MACHO;
  if (!magic.every((byte, index) => program[index] === byte)) throw refuse("has another format");
  const view = new DataView(program.buffer, program.byteOffset, program.length);
  const found = os === "linux"
    ? view.getUint16(CPUS.linux.at, true)
    : view.getUint32(CPUS.darwin.at, true);
  if (found !== CPUS[os][cpu]) throw refuse(`is for the processor ${found}`);
  const bytes = Buffer.from(program.buffer, program.byteOffset, program.length);
  for (const name of PACKS) {
    if (!bytes.includes(name)) throw refuse(`has no ${name}`);
  }
  if (os === "linux") {
    const minor = readNewestLibc(program);
    if (minor > Number(/_2_(\d+)_/.exec(wheel)![1])) throw refuse(`needs glibc 2.${minor}`);
    return [`needs glibc 2.${minor}`];
  }
  const signature = findSignature(view);
  // Only macOS on arm64 asks for one.
  if (signature === null && cpu === "arm64") throw refuse("is not signed");
  const why = signature === null ? null : await checkSignature(program, view, signature);
  if (why !== null) throw refuse(why);
  return [signature === null ? "not signed" : "each page signed (ad hoc)"];
}

function readNewestLibc(program: Uint8Array): number {
  const text = new TextDecoder("latin1").decode(program.subarray(0, LIBC_WITHIN_BYTES));
  return Math.max(...[...text.matchAll(/GLIBC_2\.(\d+)[.\d]*\0/g)].map(([, minor]) => +minor!));
}

/** Finds where the signature begins, by the load command that says so. */
function findSignature(view: DataView): number | null {
  let command = 32;
  for (let left = view.getUint32(16, true); left > 0; left--) {
    if (view.getUint32(command, true) === 0x1d) return view.getUint32(command + 8, true);
    command += view.getUint32(command + 4, true);
  }
  return null;
}

/** Checks the signed pages: macOS kills a program whose pages differ. @returns The fault, or null. */
async function checkSignature(
  program: Uint8Array<ArrayBuffer>,
  view: DataView,
  signature: number,
): Promise<string | null> {
  // From here on all numbers are big-endian: a list of blobs, the first of which is the code directory.
  const directory = signature + view.getUint32(signature + 16);
  if (view.getUint32(directory) !== 0xfade0c02) return "has no code directory";
  const hashes = directory + view.getUint32(directory + 16);
  const count = view.getUint32(directory + 28);
  const limit = view.getUint32(directory + 32);
  const hashBytes = view.getUint8(directory + 36);
  const pageBytes = 1 << view.getUint8(directory + 39);
  if (limit !== signature || count !== Math.ceil(limit / pageBytes)) {
    return "is not signed as a whole";
  }
  for (let page = 0; page < count; page++) {
    const bytes = program.slice(page * pageBytes, Math.min((page + 1) * pageBytes, limit));
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const at = hashes + page * hashBytes;
    if (!sum.every((byte, index) => program[at + index] === byte)) {
      return `has a page that was not signed: ${page}`;
    }
  }
  return null;
}
