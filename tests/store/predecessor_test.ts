/** Files that the earlier plugin wrote itself: what somebody chose in them counts, its defaults do not. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { loadSettings } from "../../src/store/settings/load.ts";
import { placesOf } from "../../src/store/places.ts";
import { TestProject } from "../_project.ts";

/** What the plugin's last version wrote at each start. */
const WRITTEN = {
  version: "3.0.0",
  state: "running",
  loop_detection: { similarity_threshold: 0.99, window_size: 5 },
  completion: {
    confidence_threshold: 0.7,
    completion_phrases: [
      "task complete",
      "all done",
      "finished",
      "implementation complete",
      "work complete",
    ],
  },
  validation: { enabled: true, score_threshold: 0.8, max_rounds: 5, timeout_poc: 30 },
  loop_limits: {
    min_hours: 4.0,
    max_hours: 9.0,
    min_iterations: 50,
    max_iterations: 99,
    cli_gap_threshold_seconds: 300,
  },
  no_focus: false,
  target_file: null,
};
const LIMITS = { min_hours: 2, max_hours: 6, min_iterations: 20, max_iterations: 60 };
const GLOBAL = "~/.claude/automation/loop-orchestrator/config/loop_config.json";

function load(files: Readonly<Record<string, unknown>>) {
  const project = new TestProject();
  for (const [path, value] of Object.entries(files)) project.write(path, JSON.stringify(value));
  const resolved = loadSettings({
    places: placesOf(project.env),
    project: project.project,
    env: project.env,
    loop: null,
  });
  project[Symbol.dispose]();
  const { min_hours, max_hours, min_iterations, max_iterations } = resolved.settings;
  const inherited = resolved.inherited.join("\n").replaceAll(project.root, "ROOT")
    .replaceAll(join("ROOT", "my 'own' $project"), "P");
  return { ...resolved, limits: [min_hours, max_hours, min_iterations, max_iterations], inherited };
}

for (const flat of [".claude/loop-config.json", GLOBAL]) {
  Deno.test(`earlier plugin: limits in ${flat} win over defaults that it wrote itself`, () => {
    const { limits, inherited } = load({ [flat]: LIMITS, ".claude/ralph-config.json": WRITTEN });
    assertEquals(limits, [2, 6, 20, 60]);
    assert(inherited.includes("sets min_hours = 2, max_hours = 6"), inherited);
  });
}

Deno.test("earlier plugin: what it ignored, at its defaults, is no choice", () => {
  const { settings, origins } = load({ ".claude/ralph-config.json": WRITTEN });
  assertEquals([settings.similarity_threshold, settings.validation_rounds], [0.9, 3]);
  assertEquals(Object.values(origins).filter((origin) => origin !== "built-in"), []);
});

Deno.test("earlier plugin: what somebody changed in its file is a choice", () => {
  const changed = {
    ...WRITTEN,
    loop_detection: { similarity_threshold: 0.95 },
    validation: { max_rounds: 4 },
  };
  const { settings } = load({ ".claude/ralph-config.json": changed });
  assertEquals([settings.similarity_threshold, settings.validation_rounds], [0.95, 4]);
});

Deno.test("earlier plugin: changed limits in its file count, below all other files", () => {
  const changed = { ...WRITTEN, loop_limits: { min_hours: 1, max_hours: 5, max_iterations: 30 } };
  const alone = load({ ".claude/ralph-config.json": changed });
  assertEquals(alone.limits, [1, 5, 30, 30]);
  assert(alone.inherited.includes("sets min_hours = 1, max_hours = 5"), alone.inherited);
  const both = load({ ".claude/ralph-config.json": changed, [GLOBAL]: { max_hours: 6 } });
  assertEquals(both.limits, [1, 6, 30, 30]);
});

Deno.test("earlier plugin: only what is in effect is said", () => {
  const { limits, inherited } = load({
    [GLOBAL]: { max_hours: 7, min_hours: 3 },
    ".claude/loop-config.json": { max_hours: 6 },
  });
  assertEquals(limits.slice(0, 2), [3, 6]);
  assert(!inherited.includes("max_hours = 7"), inherited);
  assert(inherited.includes("max_hours = 6"), inherited);
});

Deno.test("earlier plugin: our own keys in its file are strong, as in any other", () => {
  const { limits, settings } = load({
    ".claude/loop-config.json": LIMITS,
    ".claude/ralph-config.json": { ...WRITTEN, max_hours: 8, loop_limits: {} },
  });
  assertEquals([limits[1], settings.window_size], [8, 5]);
});
