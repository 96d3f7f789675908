import { assertEquals, assertThrows } from "@std/assert";
import nunjucks from "nunjucks";
import { writeCompiledTemplates } from "../../scripts/_templates.ts";
import { ENGINE_OPTIONS } from "../../src/prompt/engine.ts";
import { type CompiledTemplate, createSmallEngine } from "../../src/prompt/small_engine.ts";
import { TEMPLATES } from "../../src/prompt/templates.ts";

type Compiled = Record<string, CompiledTemplate>;

async function compile(templates: Readonly<Record<string, string>>): Promise<Compiled> {
  const code = writeCompiledTemplates(templates);
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).COMPILED_TEMPLATES;
}

function fullEngine(templates: Readonly<Record<string, string>>): nunjucks.Environment {
  const embedded = {
    getSource: (name: string) => ({ src: templates[name] ?? "", path: name, noCache: false }),
  };
  return new nunjucks.Environment(embedded, ENGINE_OPTIONS);
}

const CONTINUATION = {
  header: "**IMPLEMENTATION**",
  focus: { path: "/plan.md", method: "explicit", candidates: [] as string[] },
  task: null as string | null,
  done: 1,
  total: 3,
  nextItem: "the <second> & 'third'",
  promise: null as string | null,
  notes: ["one", "two"],
  signal: "explicit_marker",
  openItems: ["a", "b"],
  command: "npm test",
  commands: ["npm test", "npm run lint"],
  tail: "1 failed\n{{ 7 * 7 }}",
  left: 2,
};

const RUN = {
  iteration: 1,
  maxIterations: 10,
  done: 0,
  total: 4,
  isFirst: true,
  plan: "/plan.md",
  progressFile: "/progress.md",
  findingsFile: "/findings.md",
  item: { line: 3, rawLine: "- [ ] one", command: "npm test" },
  task: { number: 2, name: "Login", files: ["a.ts", "b.ts"] },
  next: ["two", "three"],
  moreOpen: 1,
  rejected: null as { command: string; tail: string } | null,
  isRecovery: true,
  stale: 3,
  reverted: [{ item: "one", command: "false", tail: "no" }],
  failure: "it was killed",
  errors: "E1",
  progress: "half",
  guidance: { encouraged: ["x"], forbidden: ["y"], leftOut: 0 },
  extra: "more",
};

const CASES: [string, Readonly<Record<string, unknown>>][] = [
  ...[
    "work",
    "explore",
    "use-a-tool",
    "confirm-completion",
    "verification-failed",
    "run-verification",
  ].map((instruction): [string, Record<string, unknown>] => [
    "continuation.md",
    { ...CONTINUATION, instruction },
  ]),
  ["continuation.md", {
    ...CONTINUATION,
    instruction: "work",
    focus: { path: null, method: "itp_adr", candidates: ["/a.md", "/b.md"] },
    notes: [],
  }],
  ["continuation.md", {
    ...CONTINUATION,
    instruction: "explore",
    focus: { path: null, method: "task", candidates: [] },
    task: "add dark mode",
    promise: "ALL GREEN",
  }],
  ["run-iteration.md", RUN],
  ["run-iteration.md", {
    ...RUN,
    item: null,
    task: null,
    next: [],
    isFirst: false,
    isRecovery: false,
    reverted: [],
    rejected: { command: "npm test", tail: "red" },
  }],
];

Deno.test("small engine: renders every template as nunjucks does", async () => {
  const small = createSmallEngine(await compile(TEMPLATES));
  const full = fullEngine(TEMPLATES);
  for (const [name, data] of CASES) assertEquals(small.render(name, data), full.render(name, data));
});

Deno.test("small engine: loops, nesting and includes see the names that nunjucks sees", async () => {
  const templates = {
    "outer.md": "{% for a in as %}{{ loop.index }}/{{ loop.length }}{% for b in a %}{{ b }}" +
      '{{ loop.last }}{% include "inner.md" %}{% endfor %}{{ loop.first }}{% endfor %}{{ b }}',
    "inner.md": "[{{ b }}{{ loop.index0 }}{{ word.length }}]",
  };
  const data = { as: [["x", "y"], ["z"]], b: "own", word: "four" };
  const expected = fullEngine(templates).render("outer.md", data);
  assertEquals(createSmallEngine(await compile(templates)).render("outer.md", data), expected);
});

Deno.test("small engine: a value or a template that is missing is an error, never a blank", async () => {
  const engine = createSmallEngine(
    await compile({ "a.md": "one\n{{ name }}", "b.md": '{% include which + ".md" %}' }),
  );
  assertThrows(() => engine.render("a.md", {}), Error, "A value in line 2 is missing");
  assertThrows(() => engine.render("a.md", { name: null }), Error, "missing");
  assertThrows(() => engine.render("b.md", { which: "c" }), Error, 'No template named "c.md"');
  assertThrows(() => engine.render("toString", {}), Error, "No template");
});

Deno.test("build: a template that needs more of nunjucks than the small engine has is refused", () => {
  const refused = { "a.md": "{{ name | upper }}", "b.md": "{% set x = 1 %}", "c.md": "{{ f() }}" };
  for (const [name, text] of Object.entries(refused)) {
    assertThrows(() => writeCompiledTemplates({ [name]: text }), Error, `templates/${name}`);
  }
  writeCompiledTemplates({ "d.md": 'The words env.secret and "frame.loop" are no code' });
});
