import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { judgeFocus } from "../../../src/evidence/completion/judge_focus.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";

async function problemsOf(text: string): Promise<readonly string[]> {
  const folder = Deno.makeTempDirSync();
  try {
    const path = join(folder, "PLAN.md");
    Deno.writeTextFileSync(path, text);
    return (await judgeFocus(path, defaultSettings())).problems;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("focus: a marker that counts, or is only named, is not spoken of", async () => {
  for (
    const text of [
      "- [x] TASK_COMPLETE\n",
      "- [ ] one\n- [x] TASK_COMPLETE\n",
      "- [ ] one\n\nTick TASK_COMPLETE at the end.\n",
      "- [ ] one\n\n```\n[x] TASK_COMPLETE\n```\n",
    ]
  ) {
    assertEquals(await problemsOf(text), [], text);
  }
});
