import { assert, assertEquals } from "@std/assert";
import type { LoopReport } from "../../../src/cli/report/model.ts";
import { renderPage } from "../../../src/cli/report/page.ts";
import fc from "fast-check";
import { HOSTILE, poison } from "./_hostile.ts";
import { agentFacts, lineAt, longLoop, loopOf, spanOf } from "./_loops.ts";
import { emptyReport, longReport, pageOf, reportOn, runReport } from "./_pages.ts";
import { markup } from "../../../src/cli/report/markup.ts";
import { givenDraft } from "../../loop/_given.ts";

/** All of a page that is not a tag. */
const textOf = (page: string) =>
  page.replace(/<style>[\s\S]*?<\/style>/, "").replace(/<[^>]*>/g, " ");

Deno.test("renderPage: 99 iterations take less than 500 KB, whatever the agent wrote", () => {
  const huge = "<long & hostile> ".repeat(500);
  const loop = longLoop("/work/project");
  const entries = loop.entries.map((entry) => ({
    ...entry,
    sentence: huge,
    evidence: Array.from({ length: 50 }, () => huge),
  }));
  const bytes = new TextEncoder().encode(pageOf(reportOn({ ...loop, entries }, huge))).length;
  assert(bytes < 500_000, `${bytes} bytes`);
});

Deno.test("renderPage: needs no network and no script", () => {
  for (const report of [longReport(), runReport(), emptyReport()]) {
    const page = pageOf(report);
    assert(page.includes("default-src 'none'; style-src 'unsafe-inline'"));
    const urls = page.match(/\b(?:src|href|url|xlink:href|action)\s*[=(][^>\s]*/g) ?? [];
    assertEquals(urls, []);
    assertEquals(/<script|<link|<iframe|\son\w+=|javascript:/i.test(page), false);
  }
});

Deno.test("renderPage: unknown is said, never 0", () => {
  const text = textOf(pageOf(emptyReport()));
  for (const name of ["Items done", "Commits", "Files changed", "Tokens", "Cost"]) {
    assert(new RegExp(`${name}\\s+unknown`).test(text), name);
  }
});

Deno.test("renderPage: a loop that runs is reported so far", () => {
  const text = textOf(pageOf(emptyReport()));
  assert(/so far/.test(text) && /As of/.test(text) && !/Ended\s+2026/.test(text));
});

Deno.test("renderPage: hostile texts stay texts, wherever they are", () => {
  const clean = pageOf(runReport());
  const page = pageOf(poison<LoopReport>(runReport(), HOSTILE));
  const tagsOf = (text: string) =>
    (text.match(/<\/?[a-zA-Z!][^\s>]*/g) ?? []).filter((tag) => !/^<\/?(?:path|tspan)/.test(tag));
  assertEquals(tagsOf(page), tagsOf(clean));
  // deno-lint-ignore no-control-regex -- these are what has to be visible
  assertEquals(/[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069\u200b]/.test(page), false);
  assert(page.isWellFormed());
});

Deno.test("renderPage: any journal gives a page", () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: -1e6, max: 1e8 }));
  const kind = fc.constantFrom(
    ...["start", "continue", "wait", "let-go", "halt", "pause", "resume", "claim", "wake"],
    ...["agent", "iteration", "agent-end", "note", "guidance", "constraints", "else"],
  );
  const texts = fc.array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constant("1 of 2 items done")),
    {
      maxLength: 3,
    },
  );
  const line = fc.record({
    time,
    kind,
    code: fc.option(fc.constantFrom("gap", "rate-limited", "work", "validate", "__proto__")),
    sentence: fc.string({ unit: "binary" }),
    evidence: texts,
    iteration: fc.option(fc.nat()),
    runtimeSeconds: fc.double({ min: 0, max: 1e7, noNaN: true }),
    span: fc.option(fc.tuple(time, fc.option(time))),
    form: fc.constantFrom("bare", "facts", "agent", "guidance"),
    tokens: fc.option(fc.nat()),
  });
  const driver = fc.constantFrom("session" as const, "runner" as const);
  fc.assert(fc.property(fc.array(line, { maxLength: 20 }), driver, (lines, driver) => {
    const entries = lines.map(({ time, span, form, tokens, evidence, ...rest }) =>
      lineAt(time, {
        ...rest,
        evidence,
        ...(span === null ? {} : {
          span: { ...spanOf(span[0], span[1] ?? 0), ...(span[1] === null ? { to: null } : {}) },
        }),
        ...(form === "facts"
          ? { draft: givenDraft({ record: { usage: { tokens, costUsd: null } } }) }
          : {}),
        ...(form === "agent" ? { agent: agentFacts(1, { tokens }) } : {}),
        ...(form === "guidance" ? { guidance: { encouraged: evidence, forbidden: [] } } : {}),
      })
    );
    const report = reportOn(loopOf("/work/project", entries, { facts: { driver } }));
    const page = renderPage(report, { version: "0.0.0", nowMs: 0 });
    assert(page.isWellFormed() && page.endsWith("</html>\n"));
    assertEquals(/[>"MHVL ](?:NaN|-?Infinity|undefined|null)\b/.exec(page), null);
    for (const { spans } of report.lanes) {
      assert(spans.every(({ fromMs, toMs }) => fromMs <= toMs));
    }
  }));
});

Deno.test("markup: texts are escaped, in attributes too", () => {
  assertEquals(markup`<b title="${'"'}">${"<i>"}</b>`.text, '<b title="&quot;">&lt;i&gt;</b>');
});
