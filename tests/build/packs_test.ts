/** Packs: chunks as functions in classic scripts, with the code that V8 made of them. */
import { Script } from "node:vm";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { escapeNonAscii, writePack } from "../../scripts/_packs.ts";
import { choosePacks } from "../../scripts/_make_hooks.ts";
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

const encode = (text: string) => new TextEncoder().encode(text);

function makePacks(): Map<string, Uint8Array<ArrayBuffer>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const packsOf: Record<string, string[]> = {};
  const packs = {
    guard: ["hot.js", "all.js", "a.js", "effect.js"],
    rest: ["rare.js"],
    "guard-seldom": ["rare.js", "more.js"],
  };
  for (const [name, chunks] of Object.entries(packs)) {
    const text = escapeNonAscii(writePack({ name, chunks }, CHUNKS));
    assert(/^[\0-\x7f]*$/.test(text), text);
    files.set(`${name}.pack`, encode(text));
    for (const chunk of chunks) (packsOf[chunk] ??= []).push(name);
  }
  return files.set("packs.json", encode(JSON.stringify(packsOf)));
}

type Main = { readonly run: (name: string) => Promise<string> };

async function play(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  more: Partial<PackRequest> = {},
): Promise<string[]> {
  const read = (name: string) => files.get(name) ?? null;
  const request = { read, first: "hot.js", pack: "guard", ...more };
  const { first: { run } } = openPack<Main>(request);
  return [await run("a"), await run("rare"), await run("a")];
}

const SAID = ["ä😀x\ny1", "rare2", "ä😀x\ny3"];

Deno.test("packs: modules keep one state across packs, and a pack is opened when it is needed", async () => {
  const files = makePacks();
  const names: string[] = [];
  const read = (name: string) => {
    names.push(name);
    return files.get(name) ?? null;
  };
  assertEquals(await play(files, { read }), SAID);
  const opened = names.filter((name) => name.endsWith(".pack"));
  assertEquals(opened, ["guard.pack", "guard-seldom.pack"]);
  const { isLoadedA } = globalThis as { isLoadedA?: boolean };
  assertEquals(isLoadedA, true);
});

Deno.test("packs: with the code that V8 compiled, and with code that it refuses, they do the same", async () => {
  const files = makePacks();
  for (const [name, text] of [...files].filter(([name]) => name.endsWith(".pack"))) {
    const code = new Script(new TextDecoder().decode(text)).createCachedData();
    files.set(name.replace(/pack$/, "cache"), new Uint8Array(code));
  }
  assertEquals(await play(files), SAID);
  for (const cache of ["", "no code", "\0".repeat(4096)]) {
    assertEquals(await play(files.set("guard.cache", encode(cache))), SAID);
  }
});

Deno.test("packs: where no pack has the name, another one with the module is opened", async () => {
  assertEquals(await play(makePacks(), { pack: "unknown" }), SAID);
});

Deno.test("packs: what is no pack is an error that the caller can meet", async () => {
  await assertRejects(() => play(makePacks(), { first: "unknown.js" }), TypeError);
  await assertRejects(() => play(makePacks().set("guard.pack", encode("({"))), SyntaxError);
});

Deno.test("packs: a module of Node's comes from outside", async () => {
  const texts = new Map([[
    "hot.js",
    `import{t as u}from"./a.js";var l=1;import{join as j}from"node:path";var r=async()=>(await import("node:path")).dirname(j("a",u,"b"));export{r as run};\n`,
  ], ["a.js", `var t="é";export{t};\n`]]);
  const text = writePack({ name: "hot", chunks: [...texts.keys()] }, texts, ["node:path"]);
  const { first } = openPack<{ run: () => Promise<string> }>({
    read: (name) => name === "hot.pack" ? encode(text) : null,
    first: "hot.js",
    pack: "hot",
  });
  assertEquals(await first.run(), "a/é");
});

Deno.test("packs: a chunk that imports what is no chunk fails the build", () => {
  const odd = new Map([["a.js", `var t=()=>import("node:fs");export{t as a};\n`]]);
  assertThrows(() => writePack({ name: "odd", chunks: ["a.js"] }, odd), Error, "a.js");
});

Deno.test("packs: a root's pack has what it imports statically, each other chunk one of its own", () => {
  const chunks = new Map([
    ["hot.js", `import{a as b}from"./chunk-AAAAAAAA.js";import("./stop-BBBBBBBB.js");\n`],
    ["chunk-AAAAAAAA.js", `var t=1;export{t as a};\n`],
    ["chunk-CCCCCCCC.js", `var t=2;export{t as a};\n`],
    [
      "stop-BBBBBBBB.js",
      `import{a as b}from"./chunk-AAAAAAAA.js";import"./chunk-CCCCCCCC.js";import("./end-DDDDDDDD.js");\n`,
    ],
    ["end-DDDDDDDD.js", `var t=3;export{t as a};\n`],
  ]);
  const first = { pack: "stop", roots: { "hook/hot.ts": "" } };
  const next = { pack: "stop-loop", after: "stop", roots: { "hook/stop/stop.ts": "" } };
  assertEquals(choosePacks(chunks, [first, next]), [
    { name: "stop", chunks: ["chunk-AAAAAAAA.js", "hot.js"] },
    { name: "stop-loop", chunks: ["chunk-CCCCCCCC.js", "stop-BBBBBBBB.js"] },
    { name: "end-DDDDDDDD.js", chunks: ["end-DDDDDDDD.js"] },
  ]);
  const unknown = { pack: "guard", roots: { "hook/guard/guard.ts": "" } };
  assertThrows(() => choosePacks(chunks, [unknown]), Error, "hook/guard/guard.ts");
});
