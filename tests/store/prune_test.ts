// deno-lint-ignore-file camelcase -- the names are those of the files
import { assert, assertEquals } from "@std/assert";
import { basename, join } from "@std/path";
import { newLoopId } from "../../src/store/records/loop_id.ts";
import {
  archiveLoopRecord,
  createLoop,
  listLoops,
  type LoopFacts,
} from "../../src/store/records/loops.ts";
import { loopPlaces, type Places, placesOf, sessionFile } from "../../src/store/places.ts";
import { DETAILS_DAYS, LOOP_DAYS, pruneDaily, pruneHome } from "../../src/store/records/prune.ts";
import { withStage } from "./_stage.ts";
import { loopFacts, loopRecord } from "./_records.ts";
import { DAY_MS } from "../../src/text/time.ts";

const NOW = Date.parse("2026-06-01T00:00:00Z");

/** Adds a loop that ended so many days ago, or lives; gives its folder. */
function addLoop(
  places: Places,
  project: string,
  daysAgo: number,
  { driver = "session", isLiving = false, logBytes = 10 }: {
    driver?: LoopFacts["driver"];
    isLiving?: boolean;
    logBytes?: number;
  } = {},
): string {
  const id = newLoopId(NOW - daysAgo * DAY_MS);
  createLoop(places, { ...loopFacts(project), id, driver });
  const { dir, lastRecord, journal, beats, lastGoodSettings } = loopPlaces(places, id);
  for (const path of [journal, beats, lastGoodSettings]) Deno.writeTextFileSync(path, "{}\n");
  Deno.mkdirSync(join(dir, "iterations"));
  Deno.writeTextFileSync(join(dir, "iterations", "001.log"), "x".repeat(logBytes));
  if (!isLiving) archiveLoopRecord(places, { ...loopRecord(project, { id }), state: "stopped" });
  age(isLiving ? journal : lastRecord, daysAgo);
  return dir;
}

function addSession(places: Places, project: string, dir: string, daysAgo: number): string {
  const id = crypto.randomUUID();
  const path = sessionFile(places, id, project);
  Deno.mkdirSync(places.sessionsDir, { recursive: true });
  Deno.writeTextFileSync(path, JSON.stringify({ loop_id: basename(dir), session_id: id }));
  age(path, daysAgo);
  return path;
}

function age(path: string, daysAgo: number): void {
  Deno.utimeSync(path, (NOW - daysAgo * DAY_MS) / 1000, (NOW - daysAgo * DAY_MS) / 1000);
}

function namesIn(dir: string): string[] {
  try {
    return [...Deno.readDirSync(dir)].map(({ name }) => name).sort();
  } catch {
    return [];
  }
}

const WHOLE = [
  "beats.jsonl",
  "iterations",
  "journal.jsonl",
  "loop.json",
  "ralph-state.json",
  "settings.json",
];
const STORY = ["journal.jsonl", "loop.json", "ralph-state.json"];

Deno.test("prune: of a loop that ended long ago a summary is left, after a year nothing", () =>
  withStage(({ places, project }) => {
    const ages = [LOOP_DAYS + 1, LOOP_DAYS - 1, DETAILS_DAYS + 1, DETAILS_DAYS - 1, 0];
    const dirs = ages.map((daysAgo) => addLoop(places, project, daysAgo));
    // The second time nothing is left to remove.
    for (let time = 0; time < 2; time++) {
      pruneHome(places, NOW);
      assertEquals(dirs.map(namesIn), [[], STORY, STORY, WHOLE, WHOLE]);
    }
  }));

Deno.test("prune: the newest loop of a project stays complete, one loop of each driver, however old", () =>
  withStage(({ places, project, root }) => {
    const run = addLoop(places, project, 900, { driver: "runner" });
    const old = addLoop(places, project, 800);
    const newest = addLoop(places, project, 700);
    const elsewhere = addLoop(places, join(root, "other"), 600);
    pruneHome(places, NOW);
    assertEquals([run, old, newest, elsewhere].map(namesIn), [WHOLE, [], WHOLE, WHOLE]);
  }));

Deno.test("prune: an active loop is never touched, nor what cannot be read", () =>
  withStage(({ places, project }) => {
    const living = addLoop(places, project, 800, { isLiving: true });
    addLoop(places, project, 1);
    const broken = loopPlaces(places, newLoopId(NOW - 900 * DAY_MS));
    Deno.mkdirSync(broken.dir);
    Deno.writeTextFileSync(broken.facts, "no JSON");
    age(broken.facts, 900);
    pruneHome(places, NOW);
    assertEquals(namesIn(living).length, WHOLE.length - 1);
    assertEquals(namesIn(broken.dir), ["loop.json"]);
    assertEquals([...listLoops(places, null)].length, 2);
  }));

Deno.test("prune: logs of ended runs take no more than their share, the oldest go first", () =>
  withStage(({ places, project }) => {
    const options = { driver: "runner", logBytes: 400 } as const;
    const dirs = [4, 3, 2, 1].map((daysAgo) => addLoop(places, project, daysAgo, options));
    pruneHome(places, NOW, 1_000);
    assertEquals(
      dirs.map((dir) => namesIn(dir).includes("iterations")),
      [false, false, true, true],
    );
    assert(dirs.every((dir) => namesIn(dir).includes("beats.jsonl")), "only the logs go");
  }));

Deno.test("prune: a session's record goes a month after its last turn, where its loop has ended", () =>
  withStage(({ places, project }) => {
    const living = addLoop(places, project, 50, { isLiving: true });
    const old = addLoop(places, project, 40);
    const newest = addLoop(places, project, 35);
    const unknown = loopPlaces(places, newLoopId(NOW - 2000 * DAY_MS)).dir;
    const gone = [old, unknown].map((dir) => addSession(places, project, dir, 40));
    const stay = [
      addSession(places, project, old, 20),
      addSession(places, project, newest, 40),
      addSession(places, project, living, 40),
    ];
    const aside = join(places.sessionsDir, "x.json.broken-1");
    const foreign = join(places.sessionsDir, "y.json");
    for (const path of [aside, foreign]) {
      Deno.writeTextFileSync(path, "no JSON");
      age(path, 400);
    }
    pruneHome(places, NOW);
    assertEquals(gone.map((path) => namesIn(places.sessionsDir).some((n) => path.endsWith(n))), [
      false,
      false,
    ]);
    assertEquals(namesIn(places.sessionsDir).length, stay.length + 2);
  }));

Deno.test("prune: a start looks once a day, wherever the clock was meanwhile", () =>
  withStage(({ places, project }) => {
    const now = Date.now();
    const isPruned = (nowMs: number) => {
      const dir = addLoop(places, project, LOOP_DAYS + 100);
      addLoop(places, project, 0);
      pruneDaily(places, nowMs);
      return namesIn(dir).length === 0;
    };
    assertEquals([0, 0.9, -0.9].map((days) => isPruned(now + days * DAY_MS)), [true, false, false]);
    assertEquals([1.1, -1.1].map((days) => isPruned(now + days * DAY_MS)), [true, true]);
  }));

Deno.test("prune: a home that is missing or cannot be written is not an error", () =>
  withStage(({ places }) => {
    pruneHome(places, NOW);
    pruneDaily(placesOf({ home: null, claudeConfigDir: null, ralphHome: null }), NOW);
  }));
