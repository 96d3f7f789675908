import { assertEquals, assertStringIncludes } from "@std/assert";
import { command as run } from "../../src/cli/run/run.ts";
import { command as start } from "../../src/cli/start/start.ts";
import { defaultSettings, SETTING_SPECS } from "../../src/store/settings/settings.ts";
import { TestCli } from "./_cli.ts";

/** Options of limits as they are typed, and the setting that each one sets. */
const TYPED = {
  "--min-hours": ["90m", "min_hours", 1.5],
  "--max-hours": ["7", "max_hours", 7],
  "--min-iterations": ["3", "min_iterations", 3],
  "--max-iterations": ["70", "max_iterations", 70],
  "--max-tokens": ["5000", "max_tokens", 5000],
  "--cli-gap-threshold": ["10m", "cli_gap_threshold_seconds", 600],
  "--validation-rounds": ["4", "validation_rounds", 4],
  "--verify-timeout": ["2m", "verify_timeout", 120],
  "--verify-max-rejections": ["2", "verify_max_rejections", 2],
  "--max-wakes": ["0", "max_wakes", 0],
} as const;

Deno.test("start: each limit has an option, which is stronger than files and environment", async () => {
  using cli = new TestCli();
  const values = Object.values(TYPED);
  const defaults = defaultSettings();
  const inFile = Object.fromEntries(values.map(([, key]) => [key, defaults[key] ?? 1]));
  cli.write(".claude/ralph-config.json", JSON.stringify(inFile));
  await cli.run(["hooks", "install"]);
  const words = Object.entries(TYPED).flatMap(([option, [value]]) => [option, value]);
  const { code, stderr } = await cli.run(["start", "do it", ...words], {
    variables: { RALPH_MAX_HOURS: "8", RALPH_MAX_TOKENS: "9" },
  });
  assertEquals(code, 0, stderr);
  const { settings, sources } = await cli.json(["config"]);
  for (const [, key, value] of values) {
    assertEquals([settings[key], sources[key].origin], [value, "flags of start"], key);
  }
});

Deno.test("start, run: the help of an option of a setting has the default of the table", () => {
  for (const { flagOf = [], key, default: value } of SETTING_SPECS) {
    for (const owner of flagOf) {
      const { options = [] } = owner === "start" ? start : run;
      const name = key.replace(/_seconds$/, "").replaceAll("_", "-");
      const option = options.find((each) => each.name === name);
      // A list has no default to show.
      if (option?.type === "list") continue;
      const shown = option?.type === "duration" ? /^\d+[smh]$/ : /./;
      assertEquals(shown.test(option?.defaultText ?? ""), true, key);
      if (option?.type !== "duration") {
        assertEquals(option?.defaultText, value === null ? "none" : String(value), key);
      }
    }
  }
});

Deno.test("start: a cost limit in a file is said to have no effect in a session", async () => {
  using cli = new TestCli();
  await cli.run(["hooks", "install"]);
  assertEquals((await cli.run(["config", "set", "max_cost_usd", "5"])).code, 0);
  const { code, stdout } = await cli.run(["start", "it"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "max_cost_usd = 5 has no effect in a session, only in 'ralph run'");
});
