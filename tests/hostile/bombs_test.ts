/** Small files that would cost much time or memory are refused in one sentence. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { guidanceOf } from "../../src/guidance/document.ts";
import { GuidanceDraft } from "../../src/guidance/edit.ts";
import { MOST_ITEMS } from "../../src/guidance/item.ts";
import { findFault, readEntries } from "../../src/registration/settings_document.ts";
import { parseJson } from "../../src/store/files/json_text.ts";
import { layerOf } from "../../src/store/settings/layers.ts";
import { answerOf, makeStage } from "../e2e/_stage.ts";

const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

Deno.test("hostile files: JSON of 20,000 levels is refused", () => {
  assertMatch(JSON.stringify(parseJson(`{"a":${DEEP}}`)), /nests deeper than 100 levels/);
  const settings = `{"hooks":{"Stop":${DEEP}}}`;
  assertMatch(findFault(settings)?.why ?? "", /nests deeper than 100 levels/);
  assertEquals(readEntries(settings), []);
});

Deno.test("hostile files: of 40,000 unknown keys twenty are named and the others counted", () => {
  const keys = Array.from({ length: 40_000 }, (_, at) => [`max_hors${at}`, at]);
  const { problems } = layerOf("project", "x.json", Object.fromEntries(keys));
  assertEquals(problems.length, 21);
  assertEquals(
    problems.map(({ sentence }) => sentence).at(-1),
    "x.json: 39980 more keys are unknown or wrong",
  );
});

Deno.test("hostile files: 6,000 texts of guidance are refused in one sentence, and not changed", () => {
  const texts = Array.from({ length: 6_000 }, (_, at) => `do ${at}`);
  const config = { guidance: { encouraged: texts, forbidden: ["x"] } };
  const guidance = guidanceOf(config);
  assertEquals([guidance.encouraged.length, guidance.forbidden.length], [0, 1]);
  assertMatch(guidance.problems.join(), /at most 200 texts, and has 6000: all are ignored/);
  let why = "";
  try {
    new GuidanceDraft(config);
  } catch (error) {
    why = String(error);
  }
  assertStringIncludes(why, "The guidance cannot be changed");
});

Deno.test("hostile files: a full list of guidance refuses another text", () => {
  const texts = Array.from({ length: MOST_ITEMS }, (_, at) => `do ${at}`);
  const draft = new GuidanceDraft({ guidance: { encouraged: texts } });
  const item = { nowMs: 0, loop: null, expiresAtMs: null, isOnce: false };
  assertEquals(draft.add("encouraged", { ...item, text: "do 1" }).isNew, false);
  let why = "";
  try {
    draft.add("encouraged", { ...item, text: "one more" });
  } catch (error) {
    why = String(error);
  }
  assertStringIncludes(why, "The encouraged list has 200 texts already");
});

Deno.test("hostile files: with such files everywhere start, status, adapters and a Stop answer", async () => {
  using stage = await makeStage({ start: null });
  const put = (name: string, text: string) => {
    const path = join(stage.project, ".claude", name);
    Deno.mkdirSync(join(path, ".."), { recursive: true });
    Deno.writeTextFileSync(path, text);
  };
  put("settings.json", `{"hooks":{"Stop":${DEEP}}}`);
  put("ralph-knowledge.json", DEEP);
  for (const command of [["adapters"], ["status"], ["hooks", "status"], ["knowledge"]]) {
    const ran = await stage.ralph(command);
    assert(!/\bat .*\.ts|RangeError|stack/i.test(ran.stderr), `${command}: ${ran.stderr}`);
  }
  const refused = await stage.ralph(["start", "-f", "PLAN.md"]);
  assertEquals(refused.code, 2);
  assertMatch(refused.stderr, /settings\.json", line 1: .*nests deeper than 100 levels/);
  Deno.removeSync(join(stage.project, ".claude/settings.json"));
  await stage.ok(["start", "-f", "PLAN.md"]);
  const keys = Array.from({ length: 40_000 }, (_, at) => [`max_hors${at}`, at]);
  const guidance = { encouraged: Array.from({ length: 6_000 }, (_, at) => `do ${at}`) };
  put("ralph-config.json", JSON.stringify({ ...Object.fromEntries(keys), guidance }));
  const ran = await stage.raw("stop", JSON.stringify(stage.stopEvent()));
  assert(JSON.stringify(answerOf(ran)).length < 20_000);
});
