// deno-lint-ignore-file camelcase -- the names are those of the files
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { join } from "@std/path";
import fc from "fast-check";
import { describeProblem, LAYER_NAMES } from "../../src/store/config_problem.ts";
import { ConfigError } from "../../src/store/error.ts";
import { environmentLayer, type Layer, layerOf, readConfigLayer } from "../../src/store/layers.ts";
import { presetSettings, validationTimeoutSeconds } from "../../src/store/presets.ts";
import { checkSetting, parseSetting } from "../../src/store/setting_value.ts";
import { defaultSettings } from "../../src/store/setting_defaults.ts";
import { findSetting, SETTING_SPECS } from "../../src/store/settings_keys.ts";
import { loadSettings, rememberSettings, requireSound } from "../../src/store/settings_load.ts";
import { resolveSettings } from "../../src/store/settings_resolve.ts";
import { inHouse } from "./_house.ts";

const env = (variables: Record<string, string> = {}) => ({
  variable: (name: string) => variables[name],
});
const sentencesOf = (layer: Layer) => layer.problems.map(describeProblem);
const FLAT = "home/.claude/automation/loop-orchestrator/config/loop_config.json";

/** Layers of limits that fit, each key in some of them. */
const someLayers = fc.array(
  fc.record({
    name: fc.constantFrom(...LAYER_NAMES.slice(1)),
    object: fc.record({
      window_size: fc.integer({ min: 2, max: 50 }),
      max_wakes: fc.nat(1_000),
      eternal: fc.boolean(),
      promise: fc.option(fc.constantFrom("DONE", "COMPLETE")),
    }, { requiredKeys: [] }),
  }),
  { maxLength: 6 },
).map((layers) =>
  layers.filter(({ name }, at) => layers.findIndex((one) => one.name === name) === at)
);

Deno.test("settings: every key has a default that fits, a help sentence and names of its own", () => {
  const names = SETTING_SPECS.flatMap((spec) => [spec.key, ...spec.aliases, ...spec.environment]);
  assertEquals(new Set(names).size, names.length);
  assertEquals(SETTING_SPECS.map(({ key }) => key).sort(), Object.keys(defaultSettings()).sort());
  for (const spec of SETTING_SPECS) {
    assertEquals(checkSetting(spec, spec.default).kind, "ok", spec.key);
    assertMatch(spec.help, /^[A-Z].*[^.]$/);
  }
});

Deno.test("settings: the built-in ones are the production preset of the design", () => {
  const { settings, origins, problems } = resolveSettings([]);
  assertEquals([settings.min_hours, settings.max_hours], [4, 9]);
  assertEquals([settings.min_iterations, settings.max_iterations], [50, 99]);
  assertEquals(settings, { ...settings, ...presetSettings("production") });
  assertEquals(presetSettings("poc").max_hours, 0.167);
  assertEquals(validationTimeoutSeconds(settings, "poc"), 30);
  assertEquals(validationTimeoutSeconds(settings, null), 120);
  assertEquals([problems, new Set(Object.values(origins))], [[], new Set(["built-in"])]);
});

Deno.test("resolve: the stronger layer wins, whatever the order of layers and keys", () => {
  fc.assert(fc.property(someLayers, fc.infiniteStream(fc.nat()), (layers, order) => {
    const shuffled = layers
      .map((layer) => ({ layer, at: order.next().value }))
      .sort((left, right) => left.at - right.at)
      .map(({ layer: { name, object } }) =>
        layerOf(name, "f", Object.fromEntries(Object.entries(object).reverse()))
      );
    const straight = layers.map(({ name, object }) => layerOf(name, "f", object));
    assertEquals(resolveSettings(shuffled), resolveSettings(straight));
    const { settings, origins } = resolveSettings(straight);
    for (const key of ["window_size", "max_wakes", "eternal", "promise"] as const) {
      const strongest = LAYER_NAMES.findLast((name) =>
        layers.some((layer) =>
          layer.name === name && Object.hasOwn(layer.object, key)
        )
      ) ?? "built-in";
      assertEquals(origins[key], strongest);
      const object: Record<string, unknown> = layers.find(({ name }) =>
        name === strongest
      )?.object ?? { ...defaultSettings() };
      assertEquals(settings[key], object[key] as never);
    }
  }));
});

Deno.test("resolve: a problem never loses the other values, and the settings always fit", () => {
  const anything = fc.dictionary(
    fc.oneof(fc.constantFrom(...SETTING_SPECS.map(({ key }) => key as string)), fc.string()),
    fc.jsonValue(),
  );
  fc.assert(fc.property(anything, fc.integer({ min: 2, max: 50 }), (garbage, size) => {
    const layer = layerOf("project", "f", { ...garbage, window_size: size });
    const { settings, problems } = resolveSettings([layer]);
    assertEquals(settings.window_size, size);
    for (const spec of SETTING_SPECS) {
      assertEquals(checkSetting(spec, settings[spec.key]).kind, "ok", spec.key);
    }
    for (const problem of problems) assert(describeProblem(problem).length > 10);
    assert(settings.min_hours <= settings.max_hours);
    assert(settings.min_iterations <= settings.max_iterations);
  }));
});

Deno.test("layer: names file, key, expected, found and the nearest known key", () => {
  const layer = layerOf("project", "/p/.claude/ralph-config.json", {
    max_hour: 3,
    max_hours: "nine",
    min_iterations: 2.5,
    window_size: 6,
    guidance: { forbidden: [] },
    $schema: "x",
    protection: {},
  });
  assertEquals(layer.values, { window_size: 6 });
  assertEquals(sentencesOf(layer), [
    '/p/.claude/ralph-config.json: unknown key "max_hour" (3); did you mean "max_hours"?',
    '/p/.claude/ralph-config.json: "max_hours" should be a number from 0.0001 to 10000 (hours),' +
    ' and is "nine"',
    '/p/.claude/ralph-config.json: "min_iterations" should be a whole number from 0 to 100000' +
    " (iterations), and is 2.5",
    '/p/.claude/ralph-config.json: "protection" is a key of the earlier plugin and has no effect:' +
    " remove it",
  ]);
});

Deno.test("layer: the nested names of the old ralph-config.json are accepted", () => {
  const layer = layerOf("project", "f", {
    loop_limits: { min_hours: 1, max_hours: 2, cli_gap_threshold_seconds: 60 },
    loop_detection: { similarity_threshold: 0.99, window_size: 3 },
    completion: { confidence_threshold: 0.5, completion_phrases: ["fini"] },
    validation: { enabled: false, timeout_poc: 5 },
  });
  assertEquals(layer.problems, []);
  assertEquals(layer.values, {
    min_hours: 1,
    max_hours: 2,
    cli_gap_threshold_seconds: 60,
    similarity_threshold: 0.99,
    window_size: 3,
    confidence_threshold: 0.5,
    completion_phrases: ["fini"],
    enable_validation_phase: false,
    validation_timeout_poc: 5,
  });
});

Deno.test("layer: a flat key beats the nested one, and two different values are said", () => {
  const both = layerOf("project", "f", { loop_limits: { max_hours: 2 }, max_hours: 3 });
  assertEquals(both.values, { max_hours: 3 });
  assertEquals(both.problems.map(({ kind }) => kind), ["twice"]);
  assertEquals(
    layerOf("project", "f", { loop_limits: { max_hours: 3 }, max_hours: 3 }).problems,
    [],
  );
  const unknown = layerOf("project", "f", { loop_limits: { max_hour: 2, poc_max_hours: 1 } });
  assertEquals(unknown.problems.map(({ key, nearest }) => [key, nearest])[0], [
    "loop_limits.max_hour",
    "loop_limits.max_hours",
  ]);
  assertEquals(unknown.problems.length, 2);
});

Deno.test("layer: seed 002's file has no problem", () => {
  const layer = layerOf("project-flat", "f", {
    min_hours: 4,
    max_hours: 9,
    min_iterations: 50,
    max_iterations: 99,
    enable_validation_phase: true,
    validation_timeout_poc: 30,
    validation_timeout_normal: 120,
  });
  assertEquals([layer.problems.length, Object.keys(layer.values).length], [0, 7]);
});

Deno.test("layer: names of JavaScript's own are ordinary unknown keys", () => {
  const object = JSON.parse('{"__proto__":{"eternal":true},"constructor":1,"toString":2}');
  const layer = layerOf("project", "f", object);
  assertEquals(layer.problems.map(({ key }) => key), ["__proto__", "constructor", "toString"]);
  assertEquals(resolveSettings([layer]).settings.eternal, false);
});

Deno.test("file: absent is empty; empty, comments, lists, huge and unreadable ones are said", () =>
  inHouse(({ root, write }) => {
    const read = (text: string) =>
      sentencesOf(readConfigLayer("project", write("c.json", text)))[0];
    assertEquals(readConfigLayer("project", join(root, "none")).problems, []);
    assertMatch(read("") ?? "", /c\.json: expected a JSON object, but it is empty/);
    assertMatch(read('{\n "max_hours": 1, // x\n}') ?? "", /c\.json:2: .*comment/);
    assertMatch(read("[1]") ?? "", /but it holds \[1\]/);
    assertMatch(read(" ".repeat(1024 * 1024 + 1)) ?? "", /bytes, more than/);
    assertEquals(read('\ufeff{"max_hours": 1}'), undefined);
    assertMatch(sentencesOf(readConfigLayer("project", root))[0] ?? "", /not a regular file/);
  }));

Deno.test("environment: RALPH_* beats the seeds' LOOP_*, empty is unset, unknown is nobody's", () => {
  const layer = environmentLayer(env({
    LOOP_MAX_HOURS: "8",
    RALPH_MAX_HOURS: "2.5",
    LOOP_MIN_HOURS: "1",
    LOOP_MIN_ITERATIONS: "",
    RALPH_MAX_TOKENS: "none",
    RALPH_ETERNAL: "yes",
    RALPH_WAKE_BACKOFF_SECONDS: "1, 2",
    RALPH_COMPLETION_PHRASES: '["a","b"]',
    RALPH_SOMETHING: "else",
  }));
  assertEquals(layer.problems, []);
  assertEquals(layer.values, {
    min_hours: 1,
    max_hours: 2.5,
    max_tokens: null,
    completion_phrases: ["a", "b"],
    eternal: true,
    wake_backoff_seconds: [1, 2],
  });
});

Deno.test("environment: a known variable with a bad value is a problem that names it", () => {
  const layer = environmentLayer(env({ LOOP_MAX_HOURS: "soon", RALPH_WINDOW_SIZE: "1" }));
  assertEquals(layer.values, {});
  assertEquals(sentencesOf(layer), [
    'LOOP_MAX_HOURS: should be a number from 0.0001 to 10000 (hours), and is "soon"',
    'RALPH_WINDOW_SIZE: should be a whole number from 2 to 50 (outputs), and is "1"',
  ]);
});

Deno.test("environment: no variable can plant a command", () => {
  const layer = environmentLayer(env({ RALPH_VERIFY: "rm -rf /", RALPH_NOTIFY: "x" }));
  assertEquals([layer.values, layer.problems], [{}, []]);
});

Deno.test("parseSetting: typed values are read by the setting's type, or say what was wanted", () => {
  const parse = (key: string, text: string) => {
    const spec = findSetting(key);
    const check = spec && parseSetting(spec, text);
    return check?.kind === "ok" ? check.value : "wrong";
  };
  assertEquals(parse("max_hours", " 1e1 "), 10);
  for (const text of ["", "0x10", "Infinity", "NaN", "1,5", "-1", "10001"]) {
    assertEquals(parse("max_hours", text), "wrong", text);
  }
  assertEquals([parse("eternal", "on"), parse("eternal", "0"), parse("eternal", "2")], [
    true,
    false,
    "wrong",
  ]);
  assertEquals([parse("promise", "none"), parse("promise", " a b ")], [null, " a b "]);
  assertEquals([parse("verify", "npm test"), parse("verify", '["a", "b"]')], [["npm test"], [
    "a",
    "b",
  ]]);
  assertEquals([parse("verify", "[1]"), parse("verify", "[oops")], ["wrong", "wrong"]);
  assertEquals([parse("continue_with", "block"), parse("continue_with", "never")], [
    "block",
    "wrong",
  ]);
  assertEquals(parse("wake_backoff_seconds", "[]"), "wrong");
});

Deno.test("layers: built in, global, project, environment, flags; ours beats the seeds' flat one", () =>
  inHouse(({ places, project, write }) => {
    const scope = { places, project, env: env({ RALPH_MAX_WAKES: "5" }), loop: null };
    const now = () => {
      const { settings, origins } = loadSettings(scope);
      return [settings.window_size, origins.window_size];
    };
    assertEquals(now(), [5, "built-in"]);
    write(FLAT, '{"window_size": 6}');
    assertEquals(now(), [6, "global-flat"]);
    write("home/.claude/ralph/config.json", '{"window_size": 7}');
    assertEquals(now(), [7, "global"]);
    write("project/.claude/loop-config.json", '{"window_size": 8, "max_wakes": 1}');
    assertEquals(now(), [8, "project-flat"]);
    write("project/.claude/ralph-config.json", '{"window_size": 9}');
    assertEquals(now(), [9, "project"]);
    const loop = { id: "l", flags: { window_size: 10 } };
    const { settings, origins } = loadSettings({ ...scope, loop });
    assertEquals([settings.window_size, origins.window_size], [10, "flags"]);
    assertEquals([settings.max_wakes, origins.max_wakes], [5, "environment"]);
    assertEquals(loadSettings({ ...scope, project: null }).settings.window_size, 7);
  }));

Deno.test("limits: a maximum from a stronger layer lowers the weaker minimum without a word", () => {
  const { settings, origins, problems } = resolveSettings([
    layerOf("project", "f", { min_iterations: 20 }),
    layerOf("flags", "flags", { max_hours: 2, max_iterations: 10 }),
  ]);
  assertEquals([settings.min_hours, settings.max_hours, settings.min_iterations], [2, 2, 10]);
  assertEquals([origins.min_hours, problems], ["flags", []]);
});

Deno.test("limits: any other minimum above its maximum is a problem, and the maximum holds", () => {
  const same = resolveSettings([layerOf("project", "f", { min_hours: 5, max_hours: 3 })]);
  assertEquals([same.settings.min_hours, same.settings.max_hours], [3, 3]);
  assertEquals(same.problems.map(describeProblem), [
    'f: "min_hours" is 5, and should be at most "max_hours", which is 3 (project)',
  ]);
  const weaker = resolveSettings([layerOf("flags", "flags", { min_hours: 10 })]);
  assertEquals(weaker.settings.max_hours, 9);
  assertEquals(weaker.problems.map(({ key }) => key), ["min_hours"]);
});

Deno.test("loop: a slip in a file changes nothing in a running loop, and is said", () =>
  inHouse(({ places, project, write }) => {
    const loop = { id: "20260101-000000000-00000000", flags: {} };
    const scope = { places, project, env: env(), loop };
    write("project/.claude/ralph-config.json", '{"max_hours": 6, "window_size": 7}');
    const sound = loadSettings(scope);
    assertEquals(rememberSettings(places, loop.id, sound), { kind: "written" });

    for (const text of ['{"max_hours": 6,', '{"max_hours": "6", "window_size": 8}']) {
      write("project/.claude/ralph-config.json", text);
      const slipped = loadSettings(scope);
      assertEquals(slipped.settings.max_hours, 6);
      assertEquals(slipped.origins.max_hours, "last-good");
      assertEquals(slipped.problems.length, 1);
      rememberSettings(places, loop.id, slipped);
    }
    assertEquals(loadSettings(scope).settings.window_size, 8);
    assertEquals(loadSettings({ ...scope, loop: null }).settings.max_hours, 9);
    assertThrows(() => requireSound(loadSettings(scope)), ConfigError, '"max_hours" should be');

    // A stronger layer still counts, and a repaired file counts again.
    assertEquals(
      loadSettings({ ...scope, env: env({ RALPH_MAX_HOURS: "5" }) }).settings.max_hours,
      5,
    );
    write("project/.claude/ralph-config.json", '{"max_hours": 7}');
    assertEquals(requireSound(loadSettings(scope)).max_hours, 7);
  }));

Deno.test("loop: settings are remembered by a write only where they changed", () =>
  inHouse(({ places, project }) => {
    const id = "20260101-000000000-00000000";
    const resolved = loadSettings({ places, project, env: env(), loop: { id, flags: {} } });
    rememberSettings(places, id, resolved);
    const file = join(places.loopsDir, id, "settings.json");
    const inode = Deno.statSync(file).ino;
    rememberSettings(places, id, resolved);
    assertEquals(Deno.statSync(file).ino, inode);
    rememberSettings(places, id, resolveSettings([layerOf("project", "f", { window_size: 9 })]));
    assert(Deno.readTextFileSync(file).includes('"window_size": 9'));
  }));
