/**
 * The findings as people read them: one line for each group where all is well, details for the rest.
 * Pure.
 */
import {
  type Finding,
  type FindingStatus,
  type GroupName,
  groupOf,
  GROUPS,
} from "../../doctor/check.ts";
import type { Fixed } from "../../doctor/run_checks.ts";
import { showCount } from "../../text/human_units.ts";
import type { Layout } from "../core/output.ts";
import { hang, wrapText } from "../core/text_layout.ts";
import { shortenHome } from "../view/task_lines.ts";
import type { DoctorInfo } from "../../doctor/info.ts";

/** Width, colours and the amount of detail of the findings that `ralph doctor` prints. */
export interface DoctorView extends Layout {
  /** The home folder, which is shown as `~`; null where it is unknown. */
  readonly home: string | null;
  readonly isVerbose: boolean;
}

/** Columns before the text: the longest status and a gap. */
const INDENT = 9;

const OUTCOMES: Readonly<Record<Fixed["outcome"], string>> = {
  done: "fixed",
  declined: "kept",
  "needs-consent": "asks",
  failed: "failed",
};

/** Renders the findings by group, and a line that counts them. */
export function renderFindings(findings: readonly Finding[], view: DoctorView): string {
  const groups = Object.keys(GROUPS) as GroupName[];
  const lines = groups.flatMap((group) =>
    renderGroup(group, findings.filter((finding) => groupOf(finding) === group), view)
  );
  return [...lines, "", renderSummary(findings, view)].join("\n");
}

function renderGroup(
  group: GroupName,
  findings: readonly Finding[],
  view: DoctorView,
): string[] {
  const open = findings.filter(({ status }) => status !== "pass");
  if (view.isVerbose || open.length > 0) {
    return (view.isVerbose ? findings : open).flatMap((finding) => renderFinding(finding, view));
  }
  const [first] = findings;
  return first === undefined ? [] : renderEntry("pass", `${GROUPS[group]}: ${first.title}`, view);
}

function renderFinding(finding: Finding, view: DoctorView): string[] {
  const { status, title, detail = [], advice, command, fix } = finding;
  const isPass = status === "pass";
  return [
    ...renderEntry(status, `${GROUPS[groupOf(finding)]}: ${title}`, view),
    ...detail.flatMap((line) => renderMore(line, view)),
    ...isPass || advice === undefined ? [] : renderMore(`To do: ${advice}`, view),
    // In one line and with the whole path, so that it can be pasted.
    ...isPass || command === undefined ? [] : [`${" ".repeat(INDENT)}$ ${command}`],
    ...fix === undefined
      ? []
      : renderMore(`--fix ${fix.needsConsent ? "asks" : "does"}: ${fix.title}`, view),
  ];
}

function renderEntry(status: FindingStatus, text: string, view: DoctorView): string[] {
  const { style } = view;
  const tones = { pass: style.green, warn: style.yellow, fail: style.red, unknown: style.bold };
  const label = tones[status](status) + " ".repeat(INDENT - status.length);
  return wrapBehind(label, text, view);
}

/** A line below an entry; where it is wrapped, it goes on further in. */
function renderMore(text: string, view: DoctorView): string[] {
  return wrapBehind(" ".repeat(INDENT), text, view, INDENT + 2);
}

function wrapBehind(
  lead: string,
  text: string,
  { width, home }: DoctorView,
  indent = INDENT,
): string[] {
  return hang(lead, shortenHome(text, home), Math.max(20 + indent, width), " ".repeat(indent));
}

function renderSummary(findings: readonly Finding[], { width }: DoctorView): string {
  const counts = countStatuses(findings);
  const parts = [
    ...counts.fail === 0 ? [] : [`${counts.fail} failed`],
    ...counts.warn === 0 ? [] : [showCount(counts.warn, "warning")],
    ...counts.unknown === 0 ? [] : [`${counts.unknown} unknown`],
    `${counts.pass} passed`,
  ];
  const fixable = findings.filter(({ fix }) => fix !== undefined).length;
  const next = fixable === 0 ? "" : ` 'ralph doctor --fix' can fix ${fixable}.`;
  return wrapText(`${parts.join(", ")}.${next}`, width).join("\n");
}

/** Counts findings by their status. */
export function countStatuses(findings: readonly Finding[]): Record<FindingStatus, number> {
  const counts = { pass: 0, warn: 0, fail: 0, unknown: 0 };
  for (const { status } of findings) counts[status]++;
  return counts;
}

/** Renders what became of each fix. */
export function renderFixed(fixed: readonly Fixed[], view: DoctorView): string {
  const lines = fixed.flatMap(({ title, outcome, lines }) => {
    const label = OUTCOMES[outcome];
    const { style } = view;
    const color = {
      done: style.green,
      declined: style.dim,
      "needs-consent": style.yellow,
      failed: style.red,
    };
    return [
      ...wrapBehind(color[outcome](label) + " ".repeat(INDENT - label.length), title, view),
      ...lines.flatMap((line) => renderMore(line, view)),
      ...outcome === "needs-consent"
        ? renderMore("Run ralph doctor --fix in a terminal, or with --yes.", view)
        : [],
    ];
  });
  return lines.length === 0 ? "Nothing that ralph can fix." : lines.join("\n");
}

const TITLES: Readonly<Record<keyof DoctorInfo, string>> = {
  ralph: "ralph",
  system: "system",
  terminal: "terminal",
  claude: "Claude Code",
  folders: "folders",
  settings: "settings that were changed",
  lastStops: "last stops",
  findings: "ralph doctor",
};

/** Renders the summary as Markdown code: a report shows it as it is. */
export function renderInfo(info: DoctorInfo): string {
  const lines = (Object.keys(TITLES) as (keyof DoctorInfo)[]).flatMap((name) => {
    const value = info[name];
    if (typeof value === "string") return [`${TITLES[name]}: ${value}`];
    if (value.length === 0) return [`${TITLES[name]}: none`];
    return [`${TITLES[name]}:`, ...value.map((line) => `  ${line}`)];
  });
  return ["```text", ...lines.map((line) => line.replaceAll("```", "'''")), "```"].join("\n");
}
