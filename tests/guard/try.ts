import { createWorld, judgeBash } from "./_world.ts";
const w = createWorld();
for (const l of Deno.args) console.log(JSON.stringify(l), JSON.stringify(await judgeBash(w, l)));
