/** A call that writes may fail, or be the last one: nothing that was there is lost. `deno task faults` plays all. */
import { assertEquals } from "@std/assert";
import { needs, needsAll, needsBuild, needsLinux } from "../_tools.ts";
import { CASES } from "./faults/_cases.ts";
import { playFaults } from "./faults/_faults.ts";
import { compileShim } from "./faults/_ground.ts";

/** A sample, with of how many calls one fails; a Stop that ends a loop has some twenty. */
const SAMPLE: Readonly<Record<string, number>> = {
  "hook stop, continuing": 6,
  "hook stop, ending the loop": 11,
  "config set": 5,
};

for (const [name, every] of Object.entries(SAMPLE)) {
  needsAll(needsLinux(), needs("cc"), needsBuild()).test(`faults: ${name}`, async () => {
    const folder = Deno.makeTempDirSync({ prefix: "ralph-fault-" });
    try {
      const outcome = await playFaults((await compileShim(folder))!, CASES[name]!, every);
      assertEquals(outcome.broken, []);
      // The shim has to see the calls.
      assertEquals(outcome.faults, Math.floor(outcome.calls / every) * 3);
      assertEquals(outcome.faults > 0, true);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  });
}
