import { assertEquals } from "@std/assert";
import {
  type Category,
  promptLinesOf,
  type Severity,
} from "../../../src/guidance/constraints/finding.ts";

function found(category: Category, severity: Severity, file: string, line: number) {
  const [text, description] = ["", ""];
  return { id: `${category}-${file}`, category, severity, file, line, text, description };
}

Deno.test("prompt lines: one for each kind with a count and places, the most severe first", () => {
  const lines = promptLinesOf([
    found("rigid_structure", "high", "a.go", 1),
    found("hardcoded_path", "low", "z.py", 1),
    found("hardcoded_path", "high", "c.py", 3),
    found("hardcoded_path", "critical", "b.py", 2),
    ...[1, 2, 3].map((line) => found("hardcoded_path", "high", "d.py", line)),
  ]);
  assertEquals(lines, [
    "Do not add absolute paths of one user's machine, or rely on those that are there " +
    "(5 found: b.py:2, c.py:3, d.py:1, … in 5 places)",
    "Do not tie the code more to fixed folders of the project (1 found: a.go:1)",
  ]);
});
