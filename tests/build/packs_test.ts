/** Packs: chunks as functions in classic scripts, with the code that V8 made of them. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { escapeNonAscii, writePack } from "../../scripts/_packs.ts";
import { attempt } from "../../src/error.ts";
import { openPack, type PackRequest } from "../../src/system/packs.ts";

/** What a bundler makes of a first module with two lazy ones, one of them seldom loaded. */
const CHUNKS = new Map(Object.entries({
  "hot.js":
    `import{a as m}from"./all.js";async function n(e){return e==="a"?(await import("./a.js")).go():(await import("./rare.js")).default()}export{n as run};\n`,
  "a.js":
    `import{a as m,b as i}from"./all.js";import"./effect.js";function t(){return m("ä😀"+i)}export{t as go};\n/*! a license */\n`,
  "rare.js": `import{a as x}from"./all.js";var t=()=>x("rare");export default t;\n`,
  "all.js": "var e=0;function t(n){return e++,n+e}var r=`x\ny`;export{t as a,r as b};\n",
  "more.js": `var t=1;export{t as a};\n`,
  "effect.js": `globalThis.isLoadedA=!0;\n`,
}));

async function withPacks(use: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "ralph packs ü " });
  try {
    const packsOf: Record<string, string[]> = {};
    for (
      const [name, chunks] of Object.entries({
        guard: ["hot.js", "all.js", "a.js", "effect.js"],
        rest: ["rare.js"],
        "guard-seldom": ["rare.js", "more.js"],
      })
    ) {
      const text = escapeNonAscii(writePack({ name, chunks }, CHUNKS));
      assert(/^[\0-\x7f]*$/.test(text), text);
      await Deno.writeTextFile(join(folder, `${name}.pack`), text);
      for (const chunk of chunks) (packsOf[chunk] ??= []).push(name);
    }
    await Deno.writeTextFile(join(folder, "packs.json"), JSON.stringify(packsOf));
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

type Main = { readonly run: (name: string) => Promise<string> };

function requestOf(folder: string): PackRequest {
  const read = (name: string) => attempt(() => Deno.readFileSync(join(folder, name)));
  return { read, first: "hot.js", pack: "guard" };
}

async function play(folder: string, see?: PackRequest["see"]): Promise<string[]> {
  const { first: { run } } = await openPack<Main>({ ...requestOf(folder), ...see && { see } });
  return [await run("a"), await run("rare"), await run("a")];
}

const SAID = ["ä😀x\ny1", "rare2", "ä😀x\ny3"];

Deno.test("packs: modules keep one state across packs, and a pack is opened when it is needed", () =>
  withPacks(async (folder) => {
    const opened: string[] = [];
    assertEquals(await play(folder, (name) => opened.push(name)), SAID);
    assertEquals(opened, ["guard", "guard-seldom"]);
    const { isLoadedA } = globalThis as { isLoadedA?: boolean };
    assertEquals(isLoadedA, true);
  }));

Deno.test("packs: with the code that V8 compiled, and with code that it refuses, they do the same", () =>
  withPacks(async (folder) => {
    await play(folder, (name, script) => {
      Deno.writeFileSync(join(folder, `${name}.cache`), script.createCachedData());
    });
    assertEquals(await play(folder), SAID);
    for (const cache of ["", "no code", "\0".repeat(4096)]) {
      await Deno.writeTextFile(join(folder, "guard.cache"), cache);
      assertEquals(await play(folder), SAID);
    }
  }));

Deno.test("packs: where no pack has the name, another one with the module is opened", () =>
  withPacks(async (folder) => {
    const { first } = await openPack<Main>({ ...requestOf(folder), pack: "unknown" });
    assertEquals(await first.run("a"), SAID[0]);
  }));

Deno.test("packs: what is no pack is an error that the caller can meet", () =>
  withPacks(async (folder) => {
    await assertRejects(() => openPack({ ...requestOf(folder), first: "unknown.js" }), TypeError);
    await Deno.writeTextFile(join(folder, "guard.pack"), "({");
    await assertRejects(() => openPack(requestOf(folder)), SyntaxError);
  }));

Deno.test("packs: a module of Node's and a package come from outside", async () => {
  const texts = new Map([[
    "hot.js",
    `import{t as u}from"./a.js";var l=1;import{join as j}from"node:path";var r=async()=>(await import("pack")).go(j("a",u));export{r as run};\n`,
  ], ["a.js", `var t="é";export{t};\n`]]);
  const text = writePack({ name: "hot", chunks: [...texts.keys()] }, texts, ["node:path", "pack"]);
  const { first } = await openPack<{ run: () => Promise<string> }>({
    read: (name) => name === "hot.pack" ? new TextEncoder().encode(text) : null,
    first: "hot.js",
    pack: "hot",
    packages: { pack: () => Promise.resolve({ go: (path: string) => `went ${path}` }) },
  });
  assertEquals(await first.run(), "went a/é");
});

Deno.test("packs: a chunk that imports what is no chunk fails the build", () => {
  const odd = new Map([["a.js", `var t=()=>import("node:fs");export{t as a};\n`]]);
  assertThrows(() => writePack({ name: "odd", chunks: ["a.js"] }, odd), Error, "a.js");
});
