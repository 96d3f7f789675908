import { assertEquals } from "@std/assert";
import {
  type Category,
  promptLinesOf,
  type Severity,
} from "../../../src/guidance/constraints/finding.ts";

function found(category: Category, severity: Severity, file: string, line: number | null = null) {
  const [text, description] = ["", ""];
  return { id: `${category}-${file}`, category, severity, file, line, text, description };
}

Deno.test("prompt lines: one for each kind with a count and places, the most severe first", () => {
  const lines = promptLinesOf([
    found("generated_file", "high", "a.go"),
    found("hardcoded_path", "low", "z.py", 1),
    found("hardcoded_path", "high", "c.py", 3),
    found("hardcoded_path", "critical", "b.py", 2),
    ...[1, 2, 3].map((line) => found("hardcoded_path", "high", "d.py", line)),
  ]);
  assertEquals(lines, [
    "Do not add absolute paths of one user's machine, or rely on those that are there " +
    "(5 found: b.py:2, c.py:3, d.py:1, … in 5 places)",
    "Do not edit generated files by hand; change what they are generated from (1 found: a.go)",
  ]);
});

Deno.test("prompt lines: nothing that the agent reads anyway, or that concerns the user", () => {
  const kinds = ["project_rule", "deny_rule", "global_hook", "busywork"] as const;
  assertEquals(promptLinesOf(kinds.map((kind) => found(kind, "critical", "x"))), []);
});
