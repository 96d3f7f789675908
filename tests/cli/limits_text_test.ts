/** The sentence on how long a loop works. */
import { assertEquals } from "@std/assert";
import { describeLimits } from "../../src/cli/view/limits_text.ts";
import { defaultSettings, presetSettings } from "../../src/store/settings/settings.ts";

const DEFAULTS = defaultSettings();
const UNTIL_DONE = { min_hours: 0, min_iterations: 0 };

for (
  const [what, settings, sentence] of [
    [
      "minimums",
      {},
      "Even when done it looks for more until 4 h and 50 turns have passed; it ends at 9 h or 99 turns. --until-done ends it when done.",
    ],
    [
      "no minimums, and tokens",
      { ...UNTIL_DONE, max_tokens: 2_000_000 },
      "It ends when the task is done, or at 9 h, 2.0 M tokens or 99 turns.",
    ],
    [
      "a maximum below the minimum",
      { max_hours: 1.5 },
      "Done or not, it works until 1 h 30 min or 99 turns have passed. --until-done ends it when done.",
    ],
    [
      "--poc",
      presetSettings("poc"),
      "Even when done it looks for more until 5 min and 10 turns have passed; it ends at 10 min or 20 turns. --until-done ends it when done.",
    ],
    ["--eternal", { eternal: true }, "It never ends on success, only at 9 h or 99 turns."],
  ] as const
) {
  Deno.test(`limits: ${what} are one sentence`, () =>
    assertEquals(describeLimits({ ...DEFAULTS, ...settings }), sentence));
}
