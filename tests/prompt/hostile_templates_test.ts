import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { renderTemplate } from "../../src/prompt/interpret.ts";
import { CONTINUATIONS } from "./_given.ts";
import { open, withProject } from "./_given_project.ts";
import { needsBuild } from "../_tools.ts";

const DATA = CONTINUATIONS[0]!;
const OURS = renderTemplate("continuation.md", DATA);

/** Whatever a template may try: it must be refused, with nothing else changed. */
const HOSTILE: Readonly<Record<string, string>> = {
  "the Function constructor": `{{ ({}).constructor.constructor("return Deno")() }}`,
  "a string's constructor": `{{ "".constructor.constructor("return 1")() }}`,
  "a constructor that is only shown": `{{ header.constructor }}`,
  "a list's method": `{{ notes.map }}`,
  "a list's method, called": `{{ notes.push("x") }}`,
  "a prototype": `{{ focus.__proto__ }}`,
  "a prototype's field": `{{ focus["__proto__"].polluted }}`,
  "a name of Object's": `{{ toString }}{{ hasOwnProperty }}`,
  "a name of the program's": `{{ Deno }}`,
  "globalThis": `{{ globalThis.Deno.env }}`,
  "nunjucks' own globals": `{% for i in range(1000000000) %}x{% endfor %}`,
  "cycler": `{{ cycler("a", "b") }}`,
  "a macro that calls itself": `{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}`,
  "a call block": `{% call m() %}x{% endcall %}`,
  "a file above": `{% include "../../secret" %}`,
  "an absolute file": `{% include "/etc/passwd" %}`,
  "a template of no known name": `{% include "other.md" %}`,
  "a name of Object's as a template": `{% include "constructor" %}`,
  "an import": `{% import "/etc/passwd" as p %}{{ p }}`,
  "an import of names": `{% from "work.md" import x %}`,
  "an extension": `{% extends "continuation.md" %}`,
  "itself": `{% include "work.md" %}`,
  "itself, through another": `{% include "continuation.md" %}`,
  "itself, by a name in data": `{% include instruction + ".md" %}`,
  "deep brackets": "{{ " + "(".repeat(7_000) + "1" + ")".repeat(7_000) + " }}",
  "deep lists": "{{ " + "[".repeat(7_000) + "]".repeat(7_000) + " }}",
  "deep conditions": "{% if x %}".repeat(1_500),
  "many signs": "{{ 1" + "+1".repeat(7_000) + " + gone }}",
  "many filters": "{{ gone" + "|last".repeat(3_000) + " | first }}",
  "a pattern that never ends": `{{ r/(a+)+$/g }}`,
  "blank space": " ".repeat(15_000) + "x {{ gone }}",
  "blank space before a comment": "x" + " ".repeat(15_000) + "x{#- a -#}{{ gone }}",
  "an open block": "{% if header %}",
  "an open comment": "{# never closed {{ gone",
  "a block that nobody knows": "{% exec 'rm -rf /' %}",
  "a getter by another name": `{{ focus.path.length.constructor }}`,
  "nested loops": repeatNested(6),
  "nested loops without a body": `${"{% for a in [1,2,3,4,5,6,7,8,9,10] %}".repeat(6)}${
    "{% endfor %}".repeat(6)
  }`,
  "a long expression in loops": repeatNested(4, `{% set x = 0${"+0".repeat(1_000)} %}`),
  "a text that doubles": `{% set x = "0123456789" %}${"{% set x = x + x %}".repeat(20)}{{ x }}`,
  "a text that doubles in one expression": `{% set x = "0123456789" %}${
    "{% set x = x + x + x + x + x + x + x + x %}".repeat(7)
  }{{ x }}`,
  "a long text joined": `${"{% set header = header + header %}".repeat(6)}{{ [${
    "1,".repeat(2_000)
  }1] | join(header) | length }}`,
  "null signs": "{{ \u0000 }}",
  "nothing but a sign": "{{",
};

/** Repeats a body ten times as often with each loop. */
function repeatNested(loops: number, body = "x"): string {
  return "{% for a in [1,2,3,4,5,6,7,8,9,10] %}".repeat(loops) + body +
    "{% endfor %}".repeat(loops);
}

for (const [what, text] of Object.entries(HOSTILE)) {
  Deno.test(`hostile template: ${what} does no harm, and ralph's own is used`, async () => {
    await withProject(async (given) => {
      const opened = await open(given, { "work.md": text });
      const rendered = renderTemplate("continuation.md", DATA, opened);
      assertEquals(rendered, OURS);
      assertEquals(opened.problems.length, 1, opened.problems.join("\n"));
      assertStringIncludes(opened.problems[0]!, ".claude/ralph-templates/work.md ");
      assert(opened.problems[0]!.length < 600);
      assertEquals(Object.hasOwn(Object.prototype, "polluted"), false);
    });
  });
}

Deno.test("hostile template: only the included template that fails falls back", async () => {
  await withProject(async (given) => {
    const opened = await open(given, {
      "continuation.md": 'MINE {% include "work.md" %}',
      "work.md": "HALF {{ gone }}",
    });
    const text = renderTemplate("continuation.md", DATA, opened);
    assert(text.startsWith("MINE 1. Do it completely"), text.slice(0, 100));
    assertEquals(opened.problems.length, 1);
    assertStringIncludes(opened.problems[0]!, "work.md");
  });
});

Deno.test("hostile template: one that does too much is not tried again in the same prompt", async () => {
  await withProject(async (given) => {
    const opened = await open(given, {
      "continuation.md": '{% for a in [1,2,3,4,5,6,7,8,9] %}{% include "work.md" %}{% endfor %}',
      "work.md": repeatNested(6),
    });
    const text = renderTemplate("continuation.md", DATA, opened);
    assertEquals(text.split("Do it completely").length, 10);
    assertEquals(opened.problems.length, 1);
    assertStringIncludes(opened.problems[0]!, "work.md");
    assertEquals(opened.find("work.md"), null);
  });
});

Deno.test("hostile template: values that are functions or getters are missing", async () => {
  await withProject(async (given) => {
    let calls = 0;
    const data = {
      ...DATA,
      trap: {
        get field() {
          calls++;
          return "got";
        },
        call: () => calls++,
      },
    };
    const traps = ["trap.field", "trap.call", "trap + 'x'", "trap == 'x' or gone"];
    for (const text of traps.map((trap) => `{{ ${trap} }}`)) {
      const opened = await open(given, { "work.md": text });
      assertEquals(renderTemplate("continuation.md", data, opened), OURS, text);
    }
    assertEquals(calls, 0);
  });
});

Deno.test(
  "hostile template: random pieces of the language never throw, hang or escape",
  needsBuild(),
  async () => {
    // deno-fmt-ignore
    const pieces = ["{%", "%}", "{{", "}}", "{#", "#}", "-", " if ", " for ", " in ", " set ", " x ", "=",
    " include ", "'work.md'", "'guidance.md'", " endif ", " endfor ", " else ", "[", "]", "(", ")", ".", ",",
    "|", " join ", " length ", "~", "+", "1", " notes ", " focus ", " raw ", " endraw ", "\n", " not ", " is defined ",
    "constructor", "__proto__", "r/a/", "\\", "\"", "\u0000", "é"];
    await withProject(async (given) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), async (parts) => {
          const opened = await open(given, { "work.md": parts.join("") });
          const text = renderTemplate("continuation.md", DATA, opened);
          assertStringIncludes(text, "**IMPLEMENTATION**\n");
          assertStringIncludes(text, "they belong to the user");
          assertEquals(/native code|\[object/.test(text), false, text);
        }),
        { numRuns: 300 },
      );
    });
  },
);
