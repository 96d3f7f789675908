/** What is looked at before a program is released. */
import { assertEquals, assertRejects } from "@std/assert";
import { requireProgram } from "../../scripts/_program_check.ts";
import { ScriptError } from "../../scripts/_say.ts";
import { needsBuild, RALPH } from "../_tools.ts";

const MAC = "aarch64-apple-darwin";
const PAGE = 4096;
const EMBEDDED = "packs.json guard.pack session.pack statusline.pack stop.pack";

/** A program for macOS of one load command, three pages, and a signature of them. */
async function makeSigned(): Promise<Uint8Array<ArrayBuffer>> {
  const program = new Uint8Array(4 * PAGE);
  const view = new DataView(program.buffer);
  const words = [0xfeedfacf, 0x0100000c, 0, 2, 1, 16, 0, 0, 0x1d, 16, 3 * PAGE, PAGE];
  words.forEach((word, index) => view.setUint32(4 * index, word, true));
  program.set(new TextEncoder().encode(EMBEDDED), 2 * PAGE);
  const signature = [0xfade0cc0, 0, 1, 0, 20];
  const directory = [0xfade0c02, 0, 0, 2, 44, 0, 0, 3, 3 * PAGE, 0x20020000 | 12];
  [...signature, ...directory].forEach((word, index) => view.setUint32(3 * PAGE + 4 * index, word));
  for (let page = 0; page < 3; page++) {
    const bytes = program.slice(page * PAGE, (page + 1) * PAGE);
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    program.set(sum, 3 * PAGE + 20 + 44 + 32 * page);
  }
  return program;
}

async function refuses(program: Uint8Array<ArrayBuffer>, target: string, why: string) {
  await assertRejects(() => requireProgram(program, target), ScriptError, why);
}

Deno.test("program: one for macOS has a signature of each of its pages", async () => {
  const program = await makeSigned();
  assertEquals(await requireProgram(program, MAC), ["each page signed (ad hoc)"]);
  const changed = (at: number, byte: number) => program.with(at, byte) as typeof program;
  await refuses(changed(2 * PAGE + 100, 1), MAC, "has a page that was not signed: 2");
  await refuses(changed(32, 0x1b), MAC, "is not signed");
  await refuses(changed(3 * PAGE + 20 + 31, 2), MAC, "is not signed as a whole");
});

Deno.test("program: one for macOS on x86-64 may have no signature, and that is said", async () => {
  const mac = "x86_64-apple-darwin";
  const program = await makeSigned();
  new DataView(program.buffer).setUint32(4, 0x01000007, true);
  await refuses(program, mac, "has a page that was not signed: 0");
  assertEquals(await requireProgram(program.with(32, 0x1b) as typeof program, mac), ["not signed"]);
});

Deno.test("program: another format, another processor and no pack are refused", async () => {
  const program = await makeSigned();
  await refuses(program, "aarch64-unknown-linux-gnu", "has another format");
  await refuses(program, "x86_64-apple-darwin", "is for the processor");
  for (const name of EMBEDDED.split(" ")) {
    const at = 2 * PAGE + EMBEDDED.indexOf(name);
    await refuses(program.with(at, 0) as typeof program, MAC, `has no ${name}`);
  }
});

needsBuild().test(
  "program: what was built runs with the oldest glibc that its wheel names",
  async () => {
    await requireProgram(await Deno.readFile(RALPH), Deno.build.target);
  },
);
