import { assertEquals, assertThrows } from "@std/assert";
import nunjucks from "nunjucks";
import { escapeNonAscii } from "../../scripts/_packs.ts";
import { interpret } from "../../src/prompt/interpret.ts";
import { parseTemplate } from "../../src/prompt/parse_template.ts";
import { TemplateError } from "../../src/prompt/template.ts";
import { openGolden } from "../_golden.ts";
import { ALPHA_FORGE, CONTINUATIONS, REVIEWS, RUNS, TEMPLATE_TEXTS } from "./_given.ts";

type Templates = Readonly<Record<string, string>>;
type Data = Readonly<Record<string, unknown>>;

/** Renders with nunjucks itself, with the options that ralph's templates are written for. */
function renderWithNunjucks(templates: Templates, name: string, data: Data): string {
  const embedded = {
    getSource: (wanted: string) => ({ src: templates[wanted]!, path: wanted, noCache: false }),
  };
  const blocks = { trimBlocks: true, lstripBlocks: true };
  const options = { autoescape: false, throwOnUndefined: true, ...blocks };
  return new nunjucks.Environment(embedded, options).render(name, data);
}

function render(templates: Templates, name: string, data: Data): string {
  const find = (wanted: string) =>
    Object.hasOwn(templates, wanted) ? parseTemplate(nunjucks.parser, templates[wanted]!) : null;
  return interpret(name, data, { find }, null);
}

function renderText(text: string, data: Data = {}): string {
  return render({ "a.md": text }, "a.md", data);
}

Deno.test("templates: each of ralph's own renders as in nunjucks", () => {
  const cases: [string, Data][] = [
    ...CONTINUATIONS.map((data): [string, Data] => ["continuation.md", data]),
    ...ALPHA_FORGE,
    ...RUNS.map((data): [string, Data] => ["run-iteration.md", data]),
    ...REVIEWS.map((data): [string, Data] => ["run-review.md", data]),
  ];
  for (const [name, data] of cases) {
    const expected = renderWithNunjucks(TEMPLATE_TEXTS, name, data);
    assertEquals(render(TEMPLATE_TEXTS, name, data), expected);
  }
});

Deno.test("templates: the language's elements mean the same as in nunjucks", () => {
  const data = {
    word: "four",
    n: 3,
    zero: 0,
    none: null,
    list: ["x", "y", "z"],
    empty: [],
    nested: [["x", "y"], ["z"]],
    deep: { a: { "b c": [1, 2] }, yes: true },
  };
  const texts = [
    "{{ word }} {{ n }} {{ deep.yes }} {{ deep.a['b c'][1] }} {{ list[0] }} {{ list.length }}",
    "{{ list | join }}{{ list | join('-') }}",
    "{{ gone | default('other') }}{{ word | default('other') }}{{ '' | default('other', true) }}",
    "{{ list | first }}{{ list | last }}{{ list | length }}{{ word | length }}{{ gone | length }}",
    "{% if n > 2 and n < 4 %}a{% elif n == 3 %}b{% else %}c{% endif %}",
    "{% if n > 5 %}a{% elif n == 3 %}b{% else %}c{% endif %}{% if n > 5 %}a{% elif n > 4 %}b{% else %}c{% endif %}",
    "{{ n + 1 }} {{ n - 1 }} {{ n * 2 }} {{ n / 2 }} {{ n % 2 }} {{ -n }} {{ n + 'a' }}",
    "{{ n == '3' }}{{ n != 3 }}{{ n <= 3 }}{{ n >= 4 }}{{ none == gone }}{{ gone == 'x' }}",
    "{{ 'x' in list }}{{ 'q' not in list }}{{ 'ou' in word }}{{ not zero }}{{ gone is defined }}{{ n is not defined }}",
    "{{ 'yes' if n else 'no' }}{{ 'yes' if zero }}{{ 'yes' if zero else 'no' }}{{ zero or word }}{{ (n and word) }}",
    "{% for a in list %}{{ loop.index }}{{ loop.index0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ a }}{% endfor %}",
    "{% for a in empty %}a{% else %}nothing{% endfor %}{% for a in none %}a{% else %}nothing{% endfor %}",
    "{% for a in nested %}{% for word in a %}{{ loop.index }}{{ word }}{% endfor %}{{ loop.index }}{{ word }}{% endfor %}{{ word }}",
    "{% for a in [1, 'b', n] %}{{ a }}{% endfor %}",
    "{% set x = 1 %}{% for a in list %}{% set x = x + 1 %}{% set y = a %}{% endfor %}{{ x }}",
    "{% set x, y = n %}{{ x }}{{ y }}{% set word = 'new' %}{{ word }}",
    "a {#- comment -#} b\n  {%- if n -%}  c  {%- endif %}\n  {% if n %}\nd\n  {% endif %}\n{{- word -}} \n e",
    "{% raw %}{{ 7 * 7 }}{% endraw %}{{ '{{ 7 }}' }}{{ \"q'\\n\" }}{{ 'a' + \"b\" }}{{ 1.5 }}{{ true }}",
  ];
  for (const text of texts) {
    assertEquals(renderText(text, data), renderWithNunjucks({ "a.md": text }, "a.md", data), text);
  }
});

Deno.test("templates: an include sees the names around it and changes none of them", () => {
  const templates = {
    "outer.md": "{% set x = 1 %}{% for a in as %}{% for b in a %}{{ b }}" +
      '{% include "inner.md" %}{% endfor %}{% endfor %}{{ x }}{{ b }}{% include which + ".md" %}',
    "inner.md": "[{{ b }}{{ loop.index0 }}{{ word.length }}{% set x = 2 %}{{ x }}]",
  };
  const data = {
    as: [["x", "y"], ["z"]],
    b: "own",
    word: "four",
    which: "inner",
    loop: { index0: 9 },
  };
  assertEquals(
    render(templates, "outer.md", data),
    renderWithNunjucks(templates, "outer.md", data),
  );
});

Deno.test("templates: a missing value is an error that names the line, never a blank", () => {
  assertThrows(() => renderText("one\n{{ name }}"), Error, "Line 2: A value is missing");
  assertThrows(() => renderText("{{ name }}", { name: null }), Error, "missing");
  assertThrows(() => renderText("{% for a in gone %}{% endfor %}"), Error, "The list is missing");
  assertThrows(() => renderText("{{ a }}", { a: [1] }), Error, "as a whole");
  assertThrows(() => renderText('{% include "c.md" %}'), Error, 'No template named "c.md"');
  assertThrows(() => render({}, "toString", {}), Error, "No template");
  assertEquals(renderText('a{% include "c.md" ignore missing %}'), "a");
});

Deno.test("templates: only the data's own fields exist", () => {
  const data = { f: () => 1, list: [1], word: "w", group: { a: 1 } };
  for (
    const name of ["f", "list.map", "list.constructor", "word.at", "group.toString", "toString"]
  ) {
    assertEquals(renderText(`{{ ${name} is defined }}`, data), "false", name);
  }
  assertEquals(renderText("{{ list.length }}{{ word.length }}{{ word[0] }}", data), "11w");
});

Deno.test("templates: a template that includes itself is an error", () => {
  const templates = { "a.md": '{% include "b.md" %}', "b.md": '{% include "a.md" %}' };
  assertThrows(() => render(templates, "a.md", {}), Error, "includes itself");
});

Deno.test("templates: nunjucks' other syntax is refused, with the line", () => {
  const refused = {
    "{{ f() }}": "Nothing can be called",
    "{{ a.b.c('x') }}": "Nothing can be called",
    "{{ a | safe }}": 'No filter "safe"',
    "{{ a | upper }}": 'No filter "upper"',
    "{{ a ~ 1 }}": "Concat",
    "{{ a === 1 }}": 'No comparison "==="',
    "{% macro m() %}{% endmacro %}": "Macro",
    "{% block b %}{% endblock %}": "Block",
    '{% extends "a.md" %}': "Extends",
    '{% import "a.md" as a %}': "Import",
    '{% from "a.md" import b %}': "FromImport",
    "{% set x %}block{% endset %}": "Set",
    "{% for a, b in c %}{% endfor %}": "plain name",
    "{% asyncEach a in b %}{% endeach %}": "AsyncEach",
    "{% filter upper %}x{% endfilter %}": "Capture",
    "{{ {a: 1} }}": "Dict",
    "{{ r/a+/ }}": "Expected a text",
    "{{ 2 ** 3 }}": "Pow",
    "{{ 7 // 2 }}": "FloorDiv",
    "{{ a is odd }}": "Is",
    "{% switch a %}{% case 1 %}x{% endswitch %}": "Switch",
  };
  for (const [text, why] of Object.entries(refused)) {
    assertThrows(() => renderText(`one\n${text}`), Error, why);
    assertThrows(() => renderText(`one\n${text}`), Error, "Line 2");
  }
  for (const broken of ["{{ a", "{% if a %}", "{% nonsense %}", "{{ a b }}", "{% for %}", "{{"]) {
    assertThrows(() => renderText(broken), TemplateError);
  }
});

Deno.test("templates: the compiled ones are those of templates/, as `deno task docs` writes them", () => {
  // docs/start-up.md
  const compiled = escapeNonAscii(
    Object.entries(TEMPLATE_TEXTS)
      .map(([name, text]) => `${name} ${JSON.stringify(parseTemplate(nunjucks.parser, text))}\n`)
      .join(""),
  );
  openGolden(
    new URL("../../src/prompt/", import.meta.url),
    ".txt",
    "tests/prompt/interpret_test.ts",
  )
    .assertGolden("compiled_templates", compiled);
});
