/** Under load nothing is lost: each event is counted once. `deno task load` plays it at full size. */
import { assertEquals } from "@std/assert";
import { needsBuild } from "../_tools.ts";
import { type Counts, loopInProjects, stopAtOnce, stopInSessions } from "./load/_at_once.ts";
import { countLoops, countTurns, makeLongLoop, makeOldLoops } from "./load/_long.ts";

const LOADS: Readonly<Record<string, readonly [number, (count: number) => Promise<Counts>]>> = {
  "Stops of one loop at once": [12, stopAtOnce],
  "sessions of one project": [5, stopInSessions],
  "projects with a loop": [5, loopInProjects],
  "turns of one loop": [300, async (count) => {
    using stage = await makeLongLoop(count - 1);
    return await countTurns(stage);
  }],
  "old loops": [200, async (count) => {
    using stage = await makeOldLoops(count);
    return await countLoops(stage);
  }],
};

for (const [what, [count, play]] of Object.entries(LOADS)) {
  needsBuild().test(`load: ${count} ${what}, none is lost`, async () => {
    const { busy: _, ...counts } = await play(count);
    assertEquals(counts, Object.fromEntries(Object.keys(counts).map((name) => [name, count])));
  });
}
