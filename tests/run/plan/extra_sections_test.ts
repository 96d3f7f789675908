import { assertEquals } from "@std/assert";
import { readQaCommand } from "../../../src/run/plan/plan.ts";

Deno.test("the QA section: the first shell block under QA is the command, up to the next section", () => {
  const cases: [text: string, qa: string | null][] = [
    ["## QA\n\n```\nmake test\n```\n", "make test"],
    ["## QA\n\n```bash\nmake\nmake test\n```\n\n```\nother\n```\n", "make\nmake test"],
    ["## qa ##\r\n\r\n~~~sh\r\nmake test\r\n~~~\r\n", "make test"],
    ["## QA\n\n### By hand\n\n```\nmake test\n```\n", "make test"],
    ["## QA\n\nread it\n\n## Notes\n\n```\nrm -rf build\n```\n", null],
    ["# QA\n\n```\nmake test\n```\n", null],
    ["## QA\n\n```json\n{}\n```\n", null],
    ["## QA\n\n```\n\n```\n", null],
    ["```\n## QA\n```\n\n```\nmake test\n```\n", null],
    ["## QA\n\n````\n```\nmake test\n```\n````\n", "```\nmake test\n```"],
    ["## QA\n\n```\nnever closed\n", null],
    ["- [ ] QA\n", null],
  ];
  assertEquals(cases.map(([text]) => readQaCommand(text)), cases.map(([, qa]) => qa));
});
