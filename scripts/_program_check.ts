/**
 * Looks at a program before it is released, also where it cannot be run: its format, its processor, its
 * signature, and what is embedded.
 *
 * @module
 */
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

/**
 * Refuses a program that cannot run on its system.
 *
 * @throws {ScriptError} That says what is wrong.
 */
export async function requireProgram(
  program: Uint8Array<ArrayBuffer>,
  target: string,
): Promise<void> {
  const refuse = (why: string) => new ScriptError(`The program for ${target} ${why}`);
  const { os, cpu, wheel } = SYSTEMS[target]!;
  const magic = os === "linux" ? ELF : MACHO;
  if (!magic.every((byte, index) => program[index] === byte)) throw refuse("has another format");
  const view = new DataView(program.buffer, program.byteOffset, program.length);
  const found = os === "linux"
    ? view.getUint16(CPUS.linux.at, true)
    : view.getUint32(CPUS.darwin.at, true);
  if (found !== CPUS[os][cpu]) throw refuse(`is for the processor ${found}`);
  if (indexOf(program, `@lydell/node-pty-${os}-${cpu}`) === -1) throw refuse("has no addon");
  if (os === "linux") {
    const minor = readNewestLibc(program);
    if (minor > Number(/_2_(\d+)_/.exec(wheel)![1])) throw refuse(`needs glibc 2.${minor}`);
  } else if (cpu === "arm64") {
    const why = await checkSignature(program, view);
    if (why !== null) throw refuse(why);
  }
}

function indexOf(program: Uint8Array, text: string): number {
  const first = text.charCodeAt(0);
  const rest = new TextEncoder().encode(text);
  // Programs end with what is embedded.
  for (let at = program.lastIndexOf(first); at > 0; at = program.lastIndexOf(first, at - 1)) {
    if (rest.every((byte, index) => program[at + index] === byte)) return at;
  }
  return -1;
}

function readNewestLibc(program: Uint8Array): number {
  const text = new TextDecoder("latin1").decode(program.subarray(0, LIBC_WITHIN_BYTES));
  return Math.max(...[...text.matchAll(/GLIBC_2\.(\d+)[.\d]*\0/g)].map(([, minor]) => +minor!));
}

/** macOS on arm64 ends a program whose pages are not those that were signed. Returns what is wrong. */
async function checkSignature(
  program: Uint8Array<ArrayBuffer>,
  view: DataView,
): Promise<string | null> {
  let command = 32;
  for (let left = view.getUint32(16, true); view.getUint32(command, true) !== 0x1d; left--) {
    if (left === 0) return "is not signed";
    command += view.getUint32(command + 4, true);
  }
  const signature = view.getUint32(command + 8, true);
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
