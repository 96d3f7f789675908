// deno-lint-ignore-file camelcase -- the names are those of the files
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import {
  environmentLayer,
  type Layer,
  layerOf,
  readConfigLayers,
  readLayers,
} from "../../src/store/settings/layers.ts";
import { parseSetting } from "../../src/store/settings/value.ts";
import { findSetting } from "../../src/store/settings/settings.ts";
import { resolveSettings } from "../../src/store/settings/resolve.ts";
import { withStage } from "./_stage.ts";

const env = (variables: Record<string, string> = {}) => ({
  variable: (name: string) => variables[name],
});
const sentencesOf = (layer: Layer) => layer.problems.map(({ sentence }) => sentence);

Deno.test("layer: names file, key, expected, found and the nearest known key", () => {
  const layer = layerOf("project", "/p/.claude/ralph-config.json", {
    max_hour: 3,
    max_hours: "nine",
    min_iterations: 2.5,
    window_size: 6,
    guidance: { forbidden: [] },
    $schema: "x",
  });
  assertEquals(layer.values, { window_size: 6 });
  assertEquals(sentencesOf(layer), [
    '/p/.claude/ralph-config.json: unknown key "max_hour" (3); did you mean "max_hours"?',
    '/p/.claude/ralph-config.json: "max_hours" should be a number above 0, at most 10000 (hours),' +
    ' found "nine"',
    '/p/.claude/ralph-config.json: "min_iterations" should be a whole number from 0 to 100000' +
    " (turns), found 2.5",
  ]);
});

Deno.test("layer: a configuration that leads out of the project is refused without quoting it", async () => {
  await withStage(({ places, project, root, write }) => {
    write("outside.json", '{"secret_name": "secret value"}');
    for (const name of ["ralph-config.json", "loop-config.json"]) {
      Deno.symlinkSync(join(root, "outside.json"), join(project, ".claude", name));
    }
    const layers = readLayers(places, project, environmentLayer(env()));
    const sentences = layers.flatMap(sentencesOf);
    assertEquals(sentences.length, 2);
    for (const sentence of sentences) {
      assertMatch(sentence, /it is a link that leads out of the project, to .*outside\.json$/);
      assertEquals(sentence.includes("secret"), false);
    }
  });
});

Deno.test("layer: a configuration may be a link to another file of the project", async () => {
  await withStage(({ places, project, write }) => {
    const target = write("project/shared.json", '{"max_hours": 3}');
    Deno.symlinkSync(target, join(project, ".claude/ralph-config.json"));
    const layers = readLayers(places, project, environmentLayer(env()));
    assertEquals(layers.find(({ name }) => name === "project")?.values, { max_hours: 3 });
  });
});

Deno.test("layer: a file with every setting has no problem", () => {
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

Deno.test("file: absent is empty; empty, comments, lists, huge and unreadable files are reported", () =>
  withStage(({ root, write }) => {
    const read = (text: string) =>
      sentencesOf(readConfigLayers("project", write("c.json", text))[0]!)[0];
    assertEquals(readConfigLayers("project", join(root, "none")), []);
    assertMatch(read("") ?? "", /c\.json: expected a JSON object, but it is empty/);
    assertMatch(read('{\n "max_hours": 1, // x\n}') ?? "", /c\.json:2:18: .*comment/);
    assertMatch(read("[1]") ?? "", /but it contains \[1\]/);
    assertMatch(read(" ".repeat(1024 * 1024 + 1)) ?? "", /bytes, more than/);
    assertEquals(read('\ufeff{"max_hours": 1}'), undefined);
    assertMatch(sentencesOf(readConfigLayers("project", root)[0]!)[0] ?? "", /not a regular file/);
  }));

Deno.test("environment: RALPH_* beats LOOP_*, empty is unset, unknown is ignored", () => {
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
    'LOOP_MAX_HOURS: should be a number above 0, at most 10000 (hours), found "soon"',
    'RALPH_WINDOW_SIZE: should be a whole number from 2 to 50 (answers), found "1"',
  ]);
});

Deno.test("environment: no variable can plant a command", () => {
  const layer = environmentLayer(env({ RALPH_VERIFY: "rm -rf /", RALPH_NOTIFY: "x" }));
  assertEquals([layer.values, layer.problems], [{}, []]);
});

Deno.test("parseSetting: typed values are read by the setting's type, or the expected value is named", () => {
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
