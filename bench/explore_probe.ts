/** Times one look for opportunities in this process and prints the milliseconds: PROJECT HOME TURN. */
import { exploreForContinuation } from "../src/explore/at_continuation.ts";
import { placesOf } from "../src/store/places.ts";

const [project = "", home = "", turn = "0"] = Deno.args;
const began = performance.now();
await exploreForContinuation({
  places: placesOf({ home, claudeConfigDir: null, ralphHome: null }),
  project,
  loopId: "bench",
  iteration: Number(turn),
  nowMs: Date.now(),
  guidance: { encouraged: [], forbidden: [] },
  tasks: null,
  hasMoved: false,
  isBusyworkOut: false,
});
const text = String(performance.now() - began);
Deno.stdout.writeSync(new TextEncoder().encode(text));
