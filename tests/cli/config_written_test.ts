/** What `config set` accepts, every reader of that file accepts. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { checkSetting } from "../../src/store/settings/value.ts";
import { SETTING_SPECS, type SettingSpec } from "../../src/store/settings/settings.ts";
import { TestCli } from "./_cli.ts";

/** Words that somebody may give a setting: its default, its bounds, and what fits no setting. */
function wordsFor({ type, default: value, isNullable }: SettingSpec): string[] {
  const own = value === null || Array.isArray(value) ? [] : [String(value)];
  const bounds = "min" in type ? [`${type.min}`, `${type.max}`, `${type.max + 1}`, "-1"] : [];
  const choices = "choices" in type ? [...type.choices ?? []] : [];
  return [...own, ...bounds, ...choices, ...isNullable ? ["none"] : [], "true", "some words", "1"];
}

for (const layer of [[], ["--global"]]) {
  Deno.test(`${["config set", ...layer].join(" ")}: what is accepted, 'config show' reads`, async () => {
    for (const spec of SETTING_SPECS) {
      for (const word of new Set(wordsFor(spec))) {
        using cli = new TestCli();
        const name = layer.length === 0
          ? join(cli.project, ".claude", "ralph-config.json")
          : join(cli.home, ".claude", "ralph", "config.json");
        const { code } = await cli.run(["config", "set", ...layer, "--", spec.key, word]);
        const shown = await cli.run(["config", "show"]);
        assertEquals(shown.code, 0, `${spec.key} ${word}: ${shown.stderr}`);
        let written: Record<string, unknown> = {};
        try {
          written = JSON.parse(Deno.readTextFileSync(name));
        } catch {
          // Refused: there is no file.
        }
        assertEquals(Object.keys(written), code === 0 ? [spec.key] : [], `${spec.key} ${word}`);
        if (code === 0) assertEquals(checkSetting(spec, written[spec.key]).kind, "ok");
      }
    }
  });
}

Deno.test("config set: what a project cannot set is refused, with the line that works", async () => {
  for (const { key } of SETTING_SPECS.filter(({ isOwn }) => isOwn)) {
    using cli = new TestCli();
    const refused = await cli.run(["config", "set", key, "~/.npmrc"]);
    assertEquals(refused.code, 2);
    assertStringIncludes(refused.stderr, `"${key}" should be in your own configuration (--global)`);
    assertStringIncludes(refused.stderr, `ralph config set --global ${key}`);
  }
});
