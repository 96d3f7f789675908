/** `ralph replay`: what it takes, what it prints, and that it changes nothing. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { walkSync } from "@std/fs";
import { createStyle } from "../../src/cli/core/output.ts";
import { readChange, readCompared } from "../../src/cli/replay/options.ts";
import { renderTable } from "../../src/cli/replay/table.ts";
import { replayTranscript } from "../../src/replay/replay.ts";
import { defaultSettings } from "../../src/store/settings/settings.ts";
import { TestCli } from "./_cli.ts";
import { openGolden } from "../_golden.ts";

const FIXTURES = fromFileUrl(new URL("../fixtures/transcripts/replay/", import.meta.url));
const UNTIL_DONE = ["--set", "min_hours=0", "--set", "min_iterations=0"];
const OFF = ["--set", "enable_validation_phase=false"];
const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden_replay/", import.meta.url),
  ".txt",
  "tests/cli/replay_test.ts",
);

/** A project with the recorded sessions among those of Claude Code. */
function openRecorded(...names: string[]): { cli: TestCli; folder: string; paths: string[] } {
  const cli = new TestCli();
  const folder = join(cli.home, ".claude/projects", cli.project.replace(/[^A-Za-z0-9]/g, "-"));
  const paths = names.map((name) =>
    cli.write(join(folder, `${name}.jsonl`), Deno.readTextFileSync(`${FIXTURES}${name}.jsonl`))
  );
  paths.forEach((path, index) => Deno.utimeSync(path, index, index));
  return { cli, folder, paths };
}

/** All files below a folder, with their content and times. */
function stateOf(folder: string): unknown {
  return [...walkSync(folder)].map(({ path, isFile }) => {
    const { mtime, mode } = Deno.lstatSync(path);
    return [path, mode, mtime?.getTime(), isFile ? Deno.readTextFileSync(path) : null];
  }).sort();
}

Deno.test("replay: the sessions of this project, a folder of them, and files", async () => {
  const { cli, folder, paths } = openRecorded("checklist", "stuck");
  using _ = cli;
  const options = [...UNTIL_DONE, ...OFF];
  for (const words of [["--here"], [folder], paths]) {
    const { code, transcripts } = await cli.json(["replay", ...words, ...options]);
    assertEquals(code, 0);
    assertEquals(transcripts.map(({ path }: { path: string }) => path), paths);
    const [done, stuck] = transcripts.map((each: { loops: { results: unknown[] }[] }) =>
      // deno-lint-ignore no-explicit-any -- a document of JSON
      each.loops[0]!.results[0] as any
    );
    assertEquals([done.has_ended, done.ends[0].code, done.ends[0].stop], [true, "complete", 3]);
    assertEquals([stuck.has_ended, stuck.ends[0].code], [false, "stuck"]);
    assertEquals(stuck.ends[0].conditions, [{ fact: "tree", is_true: true }]);
  }
});

Deno.test("replay: nothing on the disk is changed", async () => {
  const { cli } = openRecorded("checklist", "stuck", "subagent");
  using _ = cli;
  cli.write("PLAN.md", "- [ ] one\n");
  cli.write(".claude/ralph-config.json", '{ "max_hours": 6 }');
  const before = stateOf(cli.root);
  await cli.run(["replay", "--here", "--verbose"]);
  await cli.run(["replay", "--here", "--compare", "poc", "--json"]);
  assertEquals(stateOf(cli.root), before);
});

Deno.test("replay: what cannot be replayed is named, and the others are replayed", async () => {
  const { cli, folder, paths } = openRecorded("checklist");
  using _ = cli;
  const [good = ""] = paths;
  const text = Deno.readTextFileSync(good);
  const bad = {
    empty: cli.write(join(folder, "empty.jsonl"), ""),
    other: cli.write(join(folder, "other.jsonl"), '{"a":1}\n'),
    binary: cli.write(join(folder, "binary.jsonl"), new Uint8Array([0, 1, 2, 255, 10, 0])),
    gone: join(folder, "gone.jsonl"),
  };
  const damaged = cli.write(join(folder, "damaged.jsonl"), `broken\n${text}{"type":"user","mess`);
  const words = [good, damaged, ...Object.values(bad)];
  const { code, stdout, stderr } = await cli.run(["replay", ...words, ...UNTIL_DONE, ...OFF]);
  assertEquals(code, 1);
  assertEquals(stdout.match(/: done\./g)?.length, 2, stdout);
  for (const path of [damaged, ...Object.values(bad)]) assertStringIncludes(stderr, `"${path}"`);
  const document = await cli.json(["replay", ...words]);
  assertEquals(
    document.errors.map(({ path }: { path: string }) => path).sort(),
    Object.values(bad).sort(),
  );
  const [, second] = document.transcripts;
  assertEquals([second.broken_lines, second.is_cut_off], [1, true]);
});

Deno.test("replay: a session without a Stop is in the table", async () => {
  const { cli, folder } = openRecorded();
  using _ = cli;
  cli.write(
    join(folder, "short.jsonl"),
    '{"type":"user","sessionId":"s","message":{"role":"user","content":"hello"},' +
      '"timestamp":"2026-01-02T03:04:05Z"}\n',
  );
  const { code, stdout } = await cli.run(["replay", "--here"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "No turn ended in it.");
});

Deno.test("replay: wrong options are refused before anything is read", async () => {
  const { cli } = openRecorded("checklist");
  using _ = cli;
  const wrong = [
    [],
    ["--here", "--set", "max_hour=6"],
    ["--here", "--set", "max_hours=many"],
    ["--here", "--set", "max_hours"],
    ["--here", "--compare", ""],
    ["--here", "--compare", "poc,production"],
    ["--here", "--compare", "fast"],
    ["--here", "--poc", "--production"],
  ];
  for (const words of wrong) {
    assertEquals(await cli.refusal(["replay", ...words]), [2, "usage"], words.join(" "));
  }
  assertEquals(await cli.refusal(["replay", "--here", "--set", "min_hours=10"]), [2, "config"]);
  using other = new TestCli();
  assertEquals(await other.refusal(["replay", "--here"]), [2, "usage"]);
});

Deno.test("replay: the settings of the recorded project apply, and --set is stronger", async () => {
  const { cli, paths } = openRecorded("max-iterations");
  using _ = cli;
  const [path = ""] = paths;
  const moved = Deno.readTextFileSync(path).replaceAll(
    '"/home/dev/my app"',
    JSON.stringify(cli.project),
  );
  Deno.writeTextFileSync(path, moved);
  cli.write(".claude/ralph-config.json", '{ "max_iterations": 1, "min_iterations": 0 }');
  const endOf = async (...words: string[]) => {
    const { transcripts } = await cli.json(["replay", path, ...words]);
    return transcripts[0].loops[0].results[0].ends[0]?.stop;
  };
  assertEquals(await endOf(), 2);
  assertEquals(await endOf("--set", "max_iterations=2"), 3);
});

Deno.test("replay: --compare takes presets and settings, whose values may have commas", () => {
  const base = readChange(null, ["max_hours=6"]);
  const { preset, flags } = readCompared(
    'poc, window_size=3,idle_phrases=["a, b=c","d"],wake_backoff_seconds=1,2,similarity_threshold=0.8',
    base,
  );
  assertEquals(preset, "poc");
  assertEquals(
    [flags.window_size, flags.idle_phrases, flags.similarity_threshold, flags.max_hours],
    [3, ["a, b=c", "d"], 0.8, 0.167],
  );
  assertEquals(flags.wake_backoff_seconds, [1, 2]);
  assertEquals(readCompared("window_size=3", base).flags, { max_hours: 6, window_size: 3 });
});

Deno.test("replay: the table fits the terminal", async () => {
  const files = [];
  for (const name of ["checklist", "stuck", "rejected-check", "only-talk"]) {
    const path = `${FIXTURES}${name}.jsonl`;
    const settings = {
      ...defaultSettings(),
      min_hours: 0,
      min_iterations: 0,
      enable_validation_phase: false,
    };
    const configurations = [settings, { ...settings, max_iterations: 2 }];
    const replay = await replayTranscript(path, {
      configure: () =>
        configurations.map((each) => ({
          settings: each,
          preset: null,
          blockCap: 8,
          given: {},
          isAsRecorded: false,
        })),
      plan: null,
      keepsDecisions: true,
    });
    assert(replay !== null);
    files.push({ path, replay });
  }
  const single = files.map(({ path, replay }) => ({
    path,
    replay: {
      ...replay,
      loops: replay.loops.map((loop) => ({ ...loop, results: loop.results.slice(0, 1) })),
    },
  }));
  const layout = { style: createStyle(false), showTime: () => "2026-01-02 22:14" };
  for (const width of [40, 80, 200]) {
    const one = { ...layout, width, labels: ["WOULD END"], isVerbose: false };
    const two = { ...one, labels: ["AS SET NOW", "max_iterations=2"] };
    const texts = [
      ["table", renderTable(single, one)],
      ["compared", renderTable(files, two)],
      ["decisions", renderTable(single, { ...one, isVerbose: true })],
    ] as const;
    for (const [name, text] of texts) {
      assertGolden(`${name}_${width}`, text);
      assertEquals(text.split("\n").filter((line) => line.length > width), [], `${name} ${width}`);
    }
  }
});

Deno.test("replay: no golden file is left without its text", assertNoneLeft);
