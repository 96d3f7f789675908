import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { join } from "@std/path";
import { configTarget, editConfig } from "../../src/store/settings/config_file.ts";
import { ConfigError, UsageError } from "../../src/error.ts";
import { readConfigLayers } from "../../src/store/settings/layers.ts";
import { resetSettings, setSetting, unsetSetting } from "../../src/store/settings/write.ts";
import { withStage } from "./_stage.ts";

const CONFIG = "project/.claude/ralph-config.json";

Deno.test("config set: keeps unknown keys, their order and the formatting", () =>
  withStage(async ({ places, project, write }) => {
    const path = write(
      CONFIG,
      '{\n\t"guidance": { "forbidden": ["a  b"],\n\t\t"timestamp": "" },\n\t"max_hours": 3,\n\t"mine": [1,2]\n}\n',
    );
    const written = await setSetting(configTarget(places, project), "max_hours", "4.5");
    assertEquals(written, 4.5);
    assertEquals(
      Deno.readTextFileSync(path),
      '{\n\t"guidance": { "forbidden": ["a  b"],\n\t\t"timestamp": "" },\n\t"max_hours": 4.5,\n\t"mine": [1,2]\n}\n',
    );
  }));

Deno.test("config set: creates a missing file, in the project and in the home", () =>
  withStage(async ({ places, project }) => {
    await setSetting(configTarget(places, project), "eternal", "true");
    await setSetting(configTarget(places, null), "verify", '["npm test", "npm run lint"]');
    assertEquals(
      Deno.readTextFileSync(join(project, ".claude/ralph-config.json")),
      '{\n  "eternal": true\n}\n',
    );
    assertEquals(readConfigLayers("global", places.globalConfig)[0]!.values, {
      verify: ["npm test", "npm run lint"],
    });
  }));

Deno.test("config set: an unknown name and a wrong value are usage errors that help", () =>
  withStage(async ({ places, project }) => {
    const target = configTarget(places, project);
    const unknown = await assertRejects(() => setSetting(target, "max_hour", "1"), UsageError);
    assertStringIncludes((unknown as UsageError).hint, "Did you mean 'max_hours'?");
    const wrong = await assertRejects(() => setSetting(target, "max_hours", "long"), UsageError);
    assertMatch((wrong as Error).message, /"max_hours" should be a number .* found "long"/);
    assertEquals(readConfigLayers("project", target.path), []);
  }));

Deno.test("config set: a file that cannot be read is left as it is", () =>
  withStage(async ({ places, project, write }) => {
    for (const text of ["{", "[]", "", '{\n// mine\n"max_hours": 1}']) {
      const path = write(CONFIG, text);
      await assertRejects(
        () => setSetting(configTarget(places, project), "max_hours", "2"),
        ConfigError,
      );
      assertEquals(Deno.readTextFileSync(path), text);
    }
  }));

Deno.test("config set: a link in the home is followed, a link out of a project is refused", () =>
  withStage(async ({ root, places, project, write }) => {
    const dotfile = write("dotfiles/ralph.json", "{}");
    Deno.mkdirSync(places.ralphHome, { recursive: true });
    Deno.symlinkSync(dotfile, places.globalConfig);
    await setSetting(configTarget(places, null), "max_hours", "2");
    assertStringIncludes(Deno.readTextFileSync(dotfile), '"max_hours": 2');
    assert(Deno.lstatSync(places.globalConfig).isSymlink);

    const victim = write("home/settings.json", "{}");
    Deno.symlinkSync(victim, join(root, CONFIG));
    await assertRejects(
      () => setSetting(configTarget(places, project), "max_hours", "2"),
      ConfigError,
      "leads out of the project",
    );
    assertEquals(Deno.readTextFileSync(victim), "{}");
  }));

Deno.test("config unset: removes a setting, and unknown keys", () =>
  withStage(async ({ places, project, write }) => {
    const target = configTarget(places, project);
    const path = write(CONFIG, '{"max_hours": 1, "max_hour": 3}');
    assertEquals(await unsetSetting(target, "max_hours"), true);
    assertEquals(await unsetSetting(target, "max_hour"), true);
    assertEquals(Deno.readTextFileSync(path).replace(/\s/g, ""), "{}");
    assertEquals(await unsetSetting(target, "max_hours"), false);
    await assertRejects(() => unsetSetting(target, "max_hour"), UsageError);
  }));

Deno.test("config reset: keeps the guidance and a copy of the old file, another each time", () =>
  withStage(async ({ places, project, write }) => {
    const target = configTarget(places, project);
    const text = '{"guidance": {"forbidden": ["x"]}, "max_hours": 1, "state": "stopped"}';
    const path = write(CONFIG, text);
    const first = await resetSettings(target, 7);
    assertEquals(JSON.parse(Deno.readTextFileSync(path)), { guidance: { forbidden: ["x"] } });
    assertEquals(first && Deno.readTextFileSync(first), text);
    assertEquals(await resetSettings(target, 7), null);
    write(CONFIG, '{"max_hours": 2}');
    const second = await resetSettings(target, 7);
    assert(second !== null && second !== first);
    assertEquals(first && Deno.readTextFileSync(first), text);
  }));

Deno.test("editConfig: twenty changes at once are all there", () =>
  withStage(async ({ places, project, write }) => {
    const path = write(CONFIG, '{"max_hours": 3}');
    const target = configTarget(places, project);
    const names = Array.from({ length: 20 }, (_, at) => `key${at}`);
    await Promise.all(
      names.map((name) => editConfig(target, () => [{ path: ["guidance", name], value: name }])),
    );
    const config = JSON.parse(Deno.readTextFileSync(path));
    assertEquals(Object.keys(config.guidance).sort(), names.sort());
    assertEquals(config.max_hours, 3);
  }));
