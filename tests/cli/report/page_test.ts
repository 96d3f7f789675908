import { assert, assertEquals } from "@std/assert";
import type { LoopReport } from "../../../src/cli/report/build.ts";
import { renderPage } from "../../../src/cli/report/page.ts";
import fc from "fast-check";
import { HOSTILE, poison } from "./_hostile.ts";
import { agentFacts, lineAt, longLoop, loopOf, spanOf } from "./_loops.ts";
import { emptyReport, longReport, pageOf, reportOn, runReport } from "./_pages.ts";
import { markup } from "../../../src/cli/report/markup.ts";
import { givenInputs } from "../../loop/_given.ts";

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

Deno.test("renderPage: what was done, open and failed comes first, then time; the rest is folded", () => {
  const report = runReport();
  const page = pageOf({
    ...report,
    work: {
      done: [{ text: "Write it", turn: 1, atMs: 0, check: "npm test", commits: [] }],
      open: ["Deploy it"],
      failed: [{ what: "Deploy it", why: "exit code 1", times: 2, turn: 3 }],
      checks: ["npm test"],
    },
    totals: { ...report.totals, items: { done: 1, total: 2 } },
    outcome: { ...report.outcome, next: "ralph explain, then ralph run --resume" },
  });
  const headings = [...page.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
  assertEquals(headings.slice(0, 4), ["done", "open", "failed", "time"]);
  const folded = [
    ...page.matchAll(/<(?:details class="part"><summary|div class="part")><h2 id="([^"]*)"/g),
  ];
  assertEquals(folded.map(([, id]) => id), headings.slice(4));
  const text = textOf(page).replace(/\s+/g, " ");
  assert(/✓ Write it .{0,20}1 .{0,10}npm test/.test(text), text.slice(0, 400));
  assert(/✗ Deploy it: exit code 1 \(2 times, last in turn 3\)/.test(text), text.slice(0, 600));
  assert(/→ ralph explain , then ralph run --resume/.test(text), text.slice(-200));
});

Deno.test("renderPage: of many items the last ones are shown, all of them on request", () => {
  const report = longReport();
  const done = Array.from({ length: 60 }, (_, at) => (
    { text: `Item ${at}.`, turn: at, atMs: 0, check: null, commits: null }
  ));
  const page = pageOf({ ...report, work: { ...report.work, done } });
  const [before = "", folded = ""] = page.split("<details>");
  assertEquals([before.includes("Item 59."), before.includes("Item 3.")], [true, false]);
  assert(folded.includes("All 60 items") && folded.includes("Item 3."));
});

Deno.test("renderPage: an end is DONE once, and no code is shown", () => {
  const report = reportOn(longLoop("/work/project"));
  const outcome = { ...report.outcome, code: "complete", sentence: "done. All 3 are ticked." };
  const page = textOf(pageOf({ ...report, outcome: outcome as LoopReport["outcome"] }));
  assert(/DONE\s+All 3 are ticked\./.test(page), page.slice(0, 400));
  assertEquals(/Complete\b|all_checkboxes|semantic_phrase|let-go|max-iterations/.exec(page), null);
});

Deno.test("renderPage: times of one chart are all with seconds, or all without; few on a phone", () => {
  for (const minutes of [0.4, 1, 5, 24, 90, 600]) {
    const loop = loopOf("/work/project", [
      lineAt(0, { kind: "start" }),
      lineAt(minutes, { kind: "let-go", code: "complete" }),
    ]);
    const page = pageOf(reportOn(loop));
    const [, wide = ""] = /<div class="wide">(.*?)<\/div>/.exec(page) ?? [];
    const [, narrow = ""] = /<div class="narrow">(.*?)<\/div>/.exec(page) ?? [];
    for (const [chart, most] of [[wide, 9], [narrow, 4]] as const) {
      const labels = [...chart.matchAll(/>([\d:]+)<\/text>/g)].map(([, label = ""]) =>
        label.length
      );
      assert(labels.length > 0 && labels.length <= most, `${labels.length} labels`);
      assertEquals(new Set(labels).size, 1, `${minutes} min`);
    }
  }
});

Deno.test("renderPage: small costs are not shown as nothing", () => {
  const run = (minutes: number, costUsd: number) =>
    lineAt(minutes, {
      event: "run",
      kind: "iteration",
      code: null,
      agent: agentFacts(minutes, { costUsd }),
    });
  const report = reportOn(loopOf("/work/project", [run(1, 0.004), run(2, 0.003)], {
    facts: { driver: "runner" },
    record: { usage: { tokens: null, costUsd: 0.007 } },
  }));
  const axis = [...pageOf(report).matchAll(/>(\$[\d.]+)<\/text>/g)].map(([, label]) => label);
  assert(axis.length > 2 && axis.filter((label) => label === "$0").length === 2, axis.join(" "));
  assert(/under \$0\.01/.test(textOf(pageOf(report))));
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
          ? { inputs: givenInputs({ record: { usage: { tokens, costUsd: null } } }) }
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
