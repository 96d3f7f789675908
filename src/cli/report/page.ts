/** Renders the whole page: one HTML file that needs neither network nor script. Pure. */
import { Markup, markup } from "./markup.ts";
import type { LoopReport } from "./build.ts";
import { journalSection, noteSections } from "./note_sections.ts";
import { stepSections, turnsSection } from "./step_figures.ts";
import { STYLE } from "./style.ts";
import { badgeOf, figuresOf, footerOf, summaryOf } from "./summary.ts";
import { timeSection } from "./time_figures.ts";
import { timeOf } from "./values.ts";
import { workSections } from "./work_section.ts";

/** The beginning of each page. The next report may overwrite a file that begins like this. */
export const PAGE_HEAD = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="ralph report">
`;

/** The content policy: no script, no request, only the styles of the page itself. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Renders the page of a report. @param report The report, its secrets masked. */
export function renderPage(
  report: LoopReport,
  { version, nowMs }: { readonly version: string; readonly nowMs: number },
): string {
  const { loop, outcome } = report;
  const body = markup`<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${badgeOf(outcome)}: ralph loop ${loop.id}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
${summaryOf(report)}
<main>
${workSections(report)}
${timeSection(report)}
${figuresOf(report)}
${stepSections(report)}
${noteSections(report)}
${turnsSection(report)}${journalSection(report)}
</main>
${footerOf(report, ["Made by ralph ", version, ", ", timeOf(nowMs, false), "."])}
</body>
</html>
`;
  return PAGE_HEAD + body.text;
}
