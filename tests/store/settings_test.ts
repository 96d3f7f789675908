// deno-lint-ignore-file camelcase -- the names are those of the files
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { join } from "@std/path";
import fc from "fast-check";
import { LAYER_NAMES } from "../../src/store/settings/layers.ts";
import { ConfigError } from "../../src/error.ts";
import { layerOf } from "../../src/store/settings/layers.ts";
import {
  defaultSettings,
  presetSettings,
  SETTING_SPECS,
  validationTimeoutMs,
} from "../../src/store/settings/settings.ts";
import { checkSetting } from "../../src/store/settings/value.ts";
import { loadSettings, rememberSettings } from "../../src/store/settings/load.ts";
import { requireValidSettings } from "../../src/store/settings/require_valid.ts";
import { resolveSettings } from "../../src/store/settings/resolve.ts";
import { withStage } from "./_stage.ts";

const env = (variables: Record<string, string> = {}) => ({
  variable: (name: string) => variables[name],
});
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
  layers.filter(({ name }, at) => layers.findIndex((layer) => layer.name === name) === at)
);

Deno.test("settings: every key has a default that fits, a help sentence and names of its own", () => {
  const names = SETTING_SPECS.flatMap((spec) => [spec.key, ...spec.environment]);
  assertEquals(new Set(names).size, names.length);
  assertEquals(SETTING_SPECS.map(({ key }) => key).sort(), Object.keys(defaultSettings()).sort());
  for (const spec of SETTING_SPECS) {
    assertEquals(checkSetting(spec, spec.default).kind, "ok", spec.key);
    assertMatch(spec.help, /^[A-Z].*[^.]$/);
  }
});

Deno.test("settings: the built-in settings are the production preset", () => {
  const { settings, origins, problems } = resolveSettings([]);
  assertEquals([settings.min_hours, settings.max_hours], [4, 9]);
  assertEquals([settings.min_iterations, settings.max_iterations], [50, 99]);
  assertEquals(settings, { ...settings, ...presetSettings("production") });
  assertEquals(presetSettings("poc").max_hours, 0.167);
  assertEquals(validationTimeoutMs(settings, "poc"), 30_000);
  assertEquals(validationTimeoutMs(settings, null), 120_000);
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
    for (const problem of problems) assert(problem.sentence.length > 10);
    assert(settings.min_hours <= settings.max_hours);
    assert(settings.min_iterations <= settings.max_iterations);
  }));
});

Deno.test("layers: built in, global, project, environment, flags; a grouped key beats the flat one", () =>
  withStage(({ places, project, write }) => {
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

Deno.test("limits: a maximum from a stronger layer lowers the weaker minimum silently", () => {
  const { settings, origins, problems } = resolveSettings([
    layerOf("project", "f", { min_iterations: 20 }),
    layerOf("flags", "flags", { max_hours: 2, max_iterations: 10 }),
  ]);
  assertEquals([settings.min_hours, settings.max_hours, settings.min_iterations], [2, 2, 10]);
  assertEquals([origins.min_hours, problems], ["lowered", []]);
});

Deno.test("limits: any other minimum above its maximum is a problem, and the maximum applies", () => {
  const same = resolveSettings([layerOf("project", "f", { min_hours: 5, max_hours: 3 })]);
  assertEquals([same.settings.min_hours, same.settings.max_hours], [3, 3]);
  assertEquals(same.problems.map(({ sentence }) => sentence), [
    'f: "min_hours" is 5, and should be at most "max_hours", which is 3 (project)',
  ]);
  const weaker = resolveSettings([layerOf("flags", "flags", { min_hours: 10 })]);
  assertEquals(weaker.settings.max_hours, 9);
  assertEquals(weaker.problems.map(({ key }) => key), ["min_hours"]);
});

Deno.test("loop: an invalid edit does not affect a running loop, and is reported", () =>
  withStage(({ places, project, write }) => {
    const loop = { id: "20260101-000000000-00000000", flags: {} };
    const scope = { places, project, env: env(), loop };
    write("project/.claude/ralph-config.json", '{"max_hours": 6, "window_size": 7}');
    const sound = loadSettings(scope);
    rememberSettings(places, loop.id, sound);

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
    assertThrows(
      () => requireValidSettings(loadSettings(scope)),
      ConfigError,
      '"max_hours" should be',
    );

    // A stronger layer still counts, and a repaired file counts again.
    assertEquals(
      loadSettings({ ...scope, env: env({ RALPH_MAX_HOURS: "5" }) }).settings.max_hours,
      5,
    );
    write("project/.claude/ralph-config.json", '{"max_hours": 7}');
    assertEquals(requireValidSettings(loadSettings(scope)).max_hours, 7);
  }));

Deno.test("loop: settings are remembered by a write only if they changed", () =>
  withStage(({ places, project }) => {
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
