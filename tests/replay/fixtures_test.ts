/**
 * Recorded sessions of the real client, with the outcome that the loop's own record had.
 *
 * `tests/client/replay_test.ts` records them.
 */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { type Replay, replayTranscript } from "../../src/replay/replay.ts";
import { defaultSettings, type Settings } from "../../src/store/settings/settings.ts";
import { requireSetting, requireSettingValue } from "../../src/store/settings/write.ts";

const FOLDER = fromFileUrl(new URL("../fixtures/transcripts/replay/", import.meta.url));

/** What the loop's record said. */
interface Outcome {
  readonly settings: readonly string[];
  readonly code: string;
  readonly turns: number;
  readonly stops: number;
  readonly unknown: readonly string[];
}

function settingsOf(assignments: readonly string[]): Settings {
  const set = assignments.map((text) => {
    const [name = "", value = ""] = text.split("=");
    const spec = requireSetting(name);
    return [spec.key, requireSettingValue(spec, value)];
  });
  return { ...defaultSettings(), ...Object.fromEntries(set) };
}

async function replay(path: string, assignments: readonly string[]): Promise<Replay> {
  const settings = settingsOf(assignments);
  const configuration = { settings, preset: null, blockCap: 8, given: {}, isAsRecorded: false };
  const replayed = await replayTranscript(path, {
    configure: () => [configuration],
    plan: null,
    keepsDecisions: true,
  });
  assert(replayed !== null);
  return replayed;
}

const names = [...Deno.readDirSync(FOLDER)].map(({ name }) => name)
  .filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length)).sort();

for (const name of names) {
  const outcome: Outcome = JSON.parse(Deno.readTextFileSync(`${FOLDER}${name}.json`));

  Deno.test(`replay: "${name}" ends as the recorded loop ended`, async () => {
    const { loops, brokenLines } = await replay(`${FOLDER}${name}.jsonl`, outcome.settings);
    const [loop] = loops;
    assert(loop !== undefined && loops.length === 1);
    const end = loop.results[0]!.ends.at(-1);
    assert(end !== undefined);
    assertEquals(end.reason.code, outcome.code);
    assertEquals(end.alsoAt.at(-1) ?? end.stop, outcome.stops);
    if (end.stop === outcome.stops) assertEquals(end.iteration, outcome.turns);
    assertEquals(end.conditions.map(({ fact }) => fact), outcome.unknown);
    assertEquals(brokenLines, 0);
  });
}

Deno.test("replay: no recorded loop would have ended earlier for certain", async () => {
  for (const name of names) {
    const outcome: Outcome = JSON.parse(Deno.readTextFileSync(`${FOLDER}${name}.json`));
    const { loops } = await replay(`${FOLDER}${name}.jsonl`, outcome.settings);
    const { decisions } = loops[0]!.results[0]!;
    const stopped = decisions.filter(({ onward }) => onward === null).map(({ stop }) => stop);
    assert(stopped.every((stop) => stop === outcome.stops), `${name}: ${stopped}`);
  }
});

Deno.test("replay: other limits give other ends", async () => {
  const path = `${FOLDER}max-iterations.jsonl`;
  const until = ["min_hours=0", "min_iterations=0", "enable_validation_phase=false"];
  const longer = (await replay(path, [...until, "max_iterations=99"])).loops[0]!.results[0]!;
  assertEquals([longer.hasEnded, longer.ends], [false, []]);
  const shorter = (await replay(path, [...until, "max_iterations=1"])).loops[0]!.results[0]!;
  assertEquals(shorter.ends.map(({ stop, reason }) => [stop, reason.code]), [[
    2,
    "max-iterations",
  ]]);
});

Deno.test("replay: the plan's items are those that the recording shows", async () => {
  const { loops } = await replay(`${FOLDER}checklist.jsonl`, ["min_hours=0", "min_iterations=0"]);
  const items = loops[0]!.results[0]!.decisions.map(({ items }) => items?.done);
  assertEquals(items, [1, 2, 3]);
});
