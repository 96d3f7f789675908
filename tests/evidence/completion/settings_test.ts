/** Phrases, confidences and the threshold, from the project's files to the verdict. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { judgeFocus } from "../../../src/evidence/completion/judge_focus.ts";
import { environmentOf } from "../../../src/store/environment.ts";
import { placesOf } from "../../../src/store/places.ts";
import { loadSettings } from "../../../src/store/settings/load.ts";

async function judge(plan: string, files: Readonly<Record<string, unknown>>) {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    const project = join(root, "project");
    Deno.mkdirSync(join(project, ".claude"), { recursive: true });
    for (const [name, value] of Object.entries(files)) {
      Deno.writeTextFileSync(join(project, ".claude", name), JSON.stringify(value));
    }
    const env = environmentOf((name) => name === "HOME" ? root : undefined, project);
    const { settings, problems } = loadSettings({
      places: placesOf(env),
      project,
      env,
      loop: { id: "none", flags: {} },
    });
    Deno.writeTextFileSync(join(project, "plan.md"), plan);
    const { completion } = await judgeFocus(join(project, "plan.md"), settings);
    return [completion.verdict, completion.strongest?.confidence ?? null, problems.length];
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

const own = (value: unknown) => ({ "ralph-config.json": value });

Deno.test("completion settings: a threshold above 0.7 turns phrases off, and nothing else", async () => {
  const strict = own({ confidence_threshold: 0.75 });
  assertEquals(await judge("All done.\n", {}), ["complete", 0.7, 0]);
  assertEquals(await judge("All done.\n", strict), ["incomplete", null, 0]);
  assertEquals(await judge("- [x] One\n- [-] Two\n", strict), ["complete", 0.85, 0]);
});

Deno.test("completion settings: 0.9 tells ticked from skipped, in the flat file too", async () => {
  for (const name of ["ralph-config.json", "loop-config.json"]) {
    const strict = { [name]: { confidence_threshold: 0.9 } };
    assertEquals(await judge("- [x] One\n- [-] Two\n", strict), ["incomplete", null, 0]);
    assertEquals(await judge("- [x] One\n", strict), ["complete", 0.9, 0]);
  }
});

Deno.test("completion settings: phrases and confidences take effect", async () => {
  const chosen = own({
    confidence_threshold: 0.8,
    explicit_marker_confidence: 0.9,
    frontmatter_status_confidence: 0.7,
    all_checkboxes_confidence: 0.6,
    no_pending_items_confidence: 0.6,
    semantic_phrases_confidence: 0.95,
    completion_phrases: ["ship it"],
  });
  assertEquals(await judge("Ship it.\n", chosen), ["complete", 0.95, 0]);
  assertEquals(await judge("All done.\n", chosen), ["incomplete", null, 0]);
  assertEquals(await judge("- [x] One\n", chosen), ["incomplete", null, 0]);
  assertEquals(await judge("- [x] One\n- [-] Two\n", chosen), ["incomplete", null, 0]);
  assertEquals(await judge("- [x] TASK_COMPLETE\n", chosen), ["complete", 0.9, 0]);
  assertEquals(await judge("---\nstatus: implemented\n---\n", chosen), ["incomplete", null, 0]);
});

Deno.test("completion settings: a confidence above 1 is a problem, and the built-in value applies", async () => {
  const wrong = own({ semantic_phrases_confidence: 1.5 });
  assertEquals(await judge("All done.\n", wrong), ["complete", 0.7, 1]);
});
