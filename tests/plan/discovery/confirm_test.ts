/** The question which focus file is used. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { buildFocusQuestion, describeDiscovery } from "../../../src/plan/discovery/confirm.ts";

Deno.test("focus question: one question with three answers", () => {
  const question = buildFocusQuestion({ kind: "found", path: "/p/plan.md", method: "local_plan" });
  assertEquals(question.found, "Focus file: /p/plan.md (newest plan of this project)");
  assertEquals(question.question, "Which focus mode for this Ralph session?");
  assertEquals(question.options.map(({ label, description }) => `${label} → ${description}`), [
    "Use discovered file → /p/plan.md",
    "Specify different file → You'll provide a custom path",
    "Run without focus → ralph looks for work itself",
  ]);
  assertEquals(question.options.map(({ choice, path }) => [choice, path]), [
    ["discovered", "/p/plan.md"],
    ["other", null],
    ["no-focus", null],
  ]);
});

Deno.test("focus question: every candidate of an ambiguous choice is an answer", () => {
  const { options, found } = buildFocusQuestion({
    kind: "ambiguous",
    method: "itp_spec",
    candidates: ["/p/a.md", "/p/b.md"],
  });
  assertEquals(options.map(({ path }) => path), ["/p/a.md", "/p/b.md", null, null]);
  assertStringIncludes(found, "/p/a.md, /p/b.md");
});

Deno.test("focus question: with nothing found two answers are left", () => {
  const { options } = buildFocusQuestion({ kind: "none", method: "none" });
  assertEquals(options.map(({ choice }) => choice), ["other", "no-focus"]);
});

Deno.test("focus question: a doubtful file is named with the reason, on one line", () => {
  const line = describeDiscovery({
    kind: "doubtful",
    path: "/p/a\n\u001b[31mb.md",
    method: "global_plan_mtime",
    why: "nothing-names-this-project",
  });
  assertStringIncludes(line, "nothing in it names this project");
  // deno-lint-ignore no-control-regex
  assert(!/[\u0000-\u001f]/.test(line));
});
