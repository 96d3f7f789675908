/** Times one scan in this process and prints the milliseconds: JOB PROJECT HOME TURN. */
import { placesOf } from "../src/store/places.ts";
import { scanForContinuation } from "../src/constraints/at_continuation.ts";
import { scanRulesOf } from "../src/constraints/scan_text.ts";
import { scanProject } from "../src/constraints/scan.ts";

const [job = "", project = "", home = "", turn = "0"] = Deno.args;
const request = {
  places: placesOf({ home, claudeConfigDir: null, ralphHome: null }),
  project,
  rules: scanRulesOf(home),
  nowMs: Date.now(),
};
const began = performance.now();
if (job === "scan") await scanProject(request);
else scanForContinuation({ ...request, turn: Number(turn) });
const text = String(performance.now() - began);
Deno.stdout.writeSync(new TextEncoder().encode(text));
