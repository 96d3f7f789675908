/** Times one job in this process and prints the milliseconds: JOB PROJECT HOME. */
import { placesOf } from "../src/store/places.ts";

const [job = "", project = "", home = ""] = Deno.args;
const places = placesOf({ home, claudeConfigDir: null, ralphHome: null });
const nowMs = Date.now();
const began = performance.now();
if (job === "read") {
  const { exploreForContinuation } = await import("../src/ideas/at_continuation.ts");
  const { readLastFindings } = await import("../src/guidance/constraints/last_findings.ts");
  readLastFindings(places, project);
  await exploreForContinuation({
    places,
    project,
    loopId: "bench",
    iteration: 1,
    nowMs,
    guidance: { encouraged: [], forbidden: [] },
    tasks: null,
    hasChangedSince: () => Promise.resolve(null),
    ownFiles: [],
    isBusyworkOut: false,
  });
} else {
  const { scanAgain } = await import("../src/guidance/constraints/scan.ts");
  const { scanRulesOf } = await import("../src/guidance/constraints/scan_text.ts");
  await scanAgain({ places, project, rules: scanRulesOf(home), nowMs });
}
const text = String(performance.now() - began);
Deno.stdout.writeSync(new TextEncoder().encode(text));
