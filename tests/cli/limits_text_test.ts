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
      "when done and past 4 h and 50 turns, or at 9 h or 99 turns",
    ],
    [
      "no minimums, and tokens",
      { ...UNTIL_DONE, max_tokens: 2_000_000 },
      "when done, or at 9 h, 2.0 M tokens or 99 turns",
    ],
    [
      "a maximum below the minimum",
      { max_hours: 1.5 },
      "at 1 h 30 min or 99 turns, done or not",
    ],
    [
      "--poc",
      presetSettings("poc"),
      "when done and past 5 min and 10 turns, or at 10 min or 20 turns",
    ],
    ["--eternal", { eternal: true }, "only at 9 h or 99 turns, never on success"],
  ] as const
) {
  Deno.test(`limits: ${what} are one sentence`, () =>
    assertEquals(describeLimits({ ...DEFAULTS, ...settings }), sentence));
}
