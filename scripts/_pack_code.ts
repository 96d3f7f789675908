/**
 * Notes the code of all functions of some packs, then runs every chunk once, so that none is broken. A
 * program of its own, since V8 takes only code that was made with its own version and flags.
 *
 *     pack_code FOLDER FIRST_CHUNK [--check]
 *
 * With `--check` no code is noted.
 *
 * @module
 */
import { Session } from "node:inspector/promises";
import { Script } from "node:vm";
import { attempt } from "../src/error.ts";
import { openPack } from "../src/system/packs.ts";

/** Writes the code of each pack of a folder next to the pack. */
async function noteCode(folder: string): Promise<void> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort()
    .filter((name) => name.endsWith(".pack"));
  // V8 has no call for it; its debugger compiles all functions when it is asked if a script can be stopped.
  const session = new Session();
  session.connect();
  const ids = new Map<string, string>();
  session.on("Debugger.scriptParsed", ({ params }) => ids.set(params.url, params.scriptId));
  const scripts = names.map((filename) =>
    new Script(Deno.readTextFileSync(`${folder}/${filename}`), { filename })
  );
  // Only what was run is there for the debugger, which names all of it when it begins.
  for (const script of scripts) script.runInThisContext();
  await session.post("Debugger.enable");
  for (const [index, name] of names.entries()) {
    const start = { scriptId: ids.get(name)!, lineNumber: 0, columnNumber: 0 };
    await session.post("Debugger.getPossibleBreakpoints", { start });
    const file = `${folder}/${name.replace(/pack$/, "cache")}`;
    Deno.writeFileSync(file, scripts[index]!.createCachedData());
  }
}

/** Runs every chunk of the packs of a folder. */
function runChunks(folder: string, first: string): void {
  const read = (name: string) => attempt(() => Deno.readFileSync(`${folder}/${name}`));
  const { load } = openPack({ read, first });
  const packsOf = JSON.parse(Deno.readTextFileSync(`${folder}/packs.json`));
  for (const name of Object.keys(packsOf)) load(`./${name}`);
}

const [folder, first, check] = Deno.args;
if (check === undefined) await noteCode(folder!);
runChunks(folder!, first!);
Deno.exit(0);
