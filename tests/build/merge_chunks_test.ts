import { assert, assertEquals, assertThrows } from "@std/assert";
import { mergeChunks } from "../../scripts/_merge_chunks.ts";

/** What a bundler makes of a main module with two lazy ones, a rare one and shared ones. */
const CHUNKS = new Map(Object.entries({
  "main.js":
    `import{a as m}from"./chunk-ALL.js";var r=m("main");async function n(e){return e==="a"?(await import("./a-1.js")).go():e==="b"?(await import("./b-1.js")).go():(await import("./rare-1.js")).go()}export{n as run,r as said};\n`,
  "a-1.js":
    `import{a as m}from"./chunk-ALL.js";import"./chunk-A.js";import{b as e,a}from"./chunk-TWO.js";function t(){return m(e+a())}export{t as go};\n`,
  "b-1.js":
    `import{a}from"./chunk-TWO.js";import{a as m}from"./chunk-ALL.js";function t(){return m("b"+a())}export{t as go};\n`,
  "rare-1.js":
    `import{a}from"./chunk-TWO.js";import{a as x}from"./chunk-RARE.js";function t(){return"rare"+a()+x}export{t as go};\n`,
  "chunk-ALL.js": `var e=0;function t(n){return e++,n+e}export{t as a};\n`,
  "chunk-A.js": `globalThis.isLoadedA=!0;\n`,
  "chunk-TWO.js": "var e=`x\ny`,t=()=>e.length;export{t as a,e as b};\n",
  "chunk-RARE.js": `var t="!";export{t as a};\n`,
}));

async function runMerged(
  levels: readonly (readonly string[])[],
): Promise<{ said: string[]; names: string[] }> {
  const folder = await Deno.makeTempDir({ prefix: "ralph merge " });
  try {
    const files = levels.length === 0
      ? [...CHUNKS].map(([name, text]) => ({ name, text }))
      : mergeChunks(CHUNKS, levels);
    for (const { name, text } of files) await Deno.writeTextFile(`${folder}/${name}`, text);
    const call =
      `import{run,said}from"./main.js";const all=[said];for(const e of["a","b","rare","a"])` +
      `all.push(await run(e));console.log(JSON.stringify([...all,String(globalThis.isLoadedA)]));`;
    await Deno.writeTextFile(`${folder}/call.js`, call);
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-config", "--no-lock", `${folder}/call.js`],
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    return {
      said: JSON.parse(new TextDecoder().decode(stdout)),
      names: files.map(({ name }) => name).sort(),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("merge: the merged program does what the chunks do, state included, in fewer files", async () => {
  const { said } = await runMerged([]);
  const merged = await runMerged([["main.js"], ["a-1.js", "b-1.js"]]);
  assertEquals(merged.said, said);
  // deno-fmt-ignore
  assertEquals(merged.names, [
    "a-1.js", "b-1.js", "chunk-RARE.js", "main.js", "rare-1.js", "shared.js",
  ]);
});

Deno.test("merge: what one entry loads alone is in its file, what two load is in one for both", () => {
  const files = mergeChunks(CHUNKS, [["main.js"], ["a-1.js", "b-1.js"]]);
  const parts = Object.fromEntries(files.map(({ name, parts }) => [name, parts]));
  assertEquals(parts["main.js"], ["chunk-ALL.js", "main.js"]);
  assertEquals(parts["shared.js"], ["chunk-TWO.js"]);
  assertEquals(parts["a-1.js"], ["chunk-A.js", "a-1.js"]);
});

Deno.test("merge: what a later entry shares with one before it is not in the file of either", async () => {
  const levels = [["main.js"], ["a-1.js"], ["rare-1.js"]];
  const files = mergeChunks(CHUNKS, levels);
  const parts = Object.fromEntries(files.map(({ name, parts }) => [name, parts]));
  assertEquals(parts["shared2.js"], ["chunk-TWO.js"]);
  assertEquals(parts["a-1.js"], ["chunk-A.js", "a-1.js"]);
  const rare = files.find(({ name }) => name === "rare-1.js")!;
  assert(!rare.text.includes("./a-1.js"), rare.text);
  assertEquals((await runMerged(levels)).said, (await runMerged([])).said);
});

Deno.test("merge: what an entry shares with one that only it imports is in its own file", () => {
  const chunks = new Map(CHUNKS);
  chunks.set("main.js", CHUNKS.get("main.js")!.replace('await import("./b-1.js")', "null"));
  chunks.set("a-1.js", CHUNKS.get("a-1.js")!.replace("m(e+a())", '[m(e+a()),import("./b-1.js")]'));
  const files = mergeChunks(chunks, [["main.js"], ["a-1.js"], ["b-1.js"]]);
  const parts = Object.fromEntries(files.map(({ name, parts }) => [name, parts]));
  assertEquals(parts["a-1.js"], ["chunk-A.js", "chunk-TWO.js", "a-1.js"]);
  assertEquals(parts["b-1.js"], ["b-1.js"]);
});

Deno.test("merge: an export that is not a list of names at the end is refused", () => {
  const odd = new Map([...CHUNKS, ["chunk-A.js", "export default 1;\n"]]);
  assertThrows(() => mergeChunks(odd, [["main.js"], ["a-1.js"]]), Error, "chunk-A.js");
});
