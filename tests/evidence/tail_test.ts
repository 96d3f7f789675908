import { assert, assertEquals } from "@std/assert";
import { findPlanFiles, tailOf } from "../../src/evidence/tail.ts";
import { attachment, call, jsonl, withTranscript, words } from "./_entries.ts";

const PLAN = "/home/dev/app/.claude/plans/plan.md";
const filler = (count: number) =>
  jsonl(...Array.from({ length: count }, (_, at) => words(at, "x".repeat(2000))));

Deno.test(
  "tail: the last records, whole ones only",
  withTranscript(filler(50) + jsonl(words(60, "last")), (path) => {
    const records = tailOf(path, 6000);
    assert(records.length >= 2 && records.length <= 4);
    assertEquals(tailOf(path, 10_000_000).length, 51);
    assertEquals(tailOf(`${path}.absent`, 100), []);
  }),
);

Deno.test(
  "tail: plan files are found far back, the last one wins",
  withTranscript(
    jsonl(
      attachment(1, { type: "plan_mode", planFilePath: "/home/dev/.claude/plans/old.md" }),
      attachment(2, { type: "plan_mode", planFilePath: "/home/dev/.claude/plans/new.md" }),
      call(3, "a", "Write", { file_path: "/home/dev/app/.claude/plans/first.md" }),
      call(4, "b", "Read", { file_path: PLAN }),
    ) + filler(5000),
    (path) => {
      assert(Deno.statSync(path).size > 2 * 4 * 1024 * 1024);
      assertEquals(findPlanFiles(path), {
        planMode: "/home/dev/.claude/plans/new.md",
        touched: PLAN,
      });
    },
  ),
);

Deno.test(
  "tail: a line that lies across two steps is read whole",
  withTranscript("", (path) => {
    const line = jsonl(call(1, "a", "Write", { file_path: PLAN, content: "x".repeat(4000) }));
    const step = 4 * 1024 * 1024;
    const rest = jsonl(words(2, "y"));
    for (const shift of [10, 2000, line.length - 1, line.length, line.length + 1]) {
      // The line begins `shift` bytes before the step's border.
      const pad = step - (line.length - shift) - rest.length - 1;
      Deno.writeTextFileSync(path, line.padStart(line.length) + " ".repeat(pad) + "\n" + rest);
      assertEquals(findPlanFiles(path).touched, PLAN, `shift ${shift}`);
    }
  }),
);

Deno.test(
  "tail: a session without plans, and no file at all, name none",
  withTranscript(filler(3), (path) => {
    assertEquals(findPlanFiles(path), { planMode: null, touched: null });
    assertEquals(findPlanFiles(`${path}.absent`), { planMode: null, touched: null });
  }),
);
