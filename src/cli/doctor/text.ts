/**
 * Renders findings for people: one line for each group without problems, details for the others.
 * Pure.
 */
import { type DoctorFinding, type FindingStatus, groupOf, GROUPS } from "./check.ts";
import type { Fixed } from "./run_checks.ts";
import { showCount } from "../../text/human_units.ts";
import type { Layout } from "../core/output.ts";
import { hang, wrapText } from "../core/text_layout.ts";
import { shortenHome } from "../view/task_lines.ts";

/** The layout of the findings, and how much of them is shown. */
interface DoctorView extends Layout {
  /** The home folder, shown as `~`; null if it is unknown. */
  readonly home: string | null;
  readonly isVerbose: boolean;
}

/** Columns before the text, for the longest label and a gap. */
const INDENT = 9;

/** The label of an entry, and its style. */
const LABELS = {
  pass: ["pass", "green"],
  warn: ["warn", "yellow"],
  fail: ["fail", "red"],
  unknown: ["unknown", "bold"],
  done: ["fixed", "green"],
  declined: ["kept", "dim"],
  "needs-consent": ["asks", "yellow"],
  failed: ["failed", "red"],
} as const satisfies Record<FindingStatus | Fixed["outcome"], unknown>;

/** Renders the findings by group, then a line with their counts. */
export function renderFindings(findings: readonly DoctorFinding[], view: DoctorView): string {
  const lines = Object.entries(GROUPS).flatMap(([group, name]) => {
    const all = findings.filter((finding) => groupOf(finding) === group);
    const open = all.filter(({ status }) => status !== "pass");
    const shown = view.isVerbose ? all : open.length > 0 ? open : all.slice(0, 1);
    return shown.flatMap((finding) =>
      renderEntry(finding.status, `${name}: ${finding.title}`, linesOf(finding), view)
    );
  });
  return [...lines, "", renderSummary(findings, view)].join("\n");
}

function linesOf({ detail = [], advice, command, fix }: DoctorFinding): string[] {
  return [
    ...detail,
    ...advice === undefined ? [] : [`To do: ${advice}`],
    ...command === undefined ? [] : [`$ ${command}`],
    ...fix === undefined ? [] : [`--fix ${fix.needsConsent ? "asks" : "does"}: ${fix.title}`],
  ];
}

function renderEntry(
  kind: keyof typeof LABELS,
  title: string,
  more: readonly string[],
  { style, width, home }: DoctorView,
): string[] {
  const [label, tone] = LABELS[kind];
  const gap = " ".repeat(INDENT);
  const wrap = (lead: string, text: string, indent: number) =>
    hang(lead, shortenHome(text, home), Math.max(20 + indent, width), " ".repeat(indent));
  return [
    ...wrap(style[tone](label) + gap.slice(label.length), title, INDENT),
    // A command stays on one line with its complete path, so that it can be pasted.
    ...more.flatMap((line) => line.startsWith("$ ") ? [gap + line] : wrap(gap, line, INDENT + 2)),
  ];
}

function renderSummary(findings: readonly DoctorFinding[], { width }: DoctorView): string {
  const counts = countStatuses(findings);
  const parts = [
    ...counts.fail === 0 ? [] : [`${counts.fail} failed`],
    ...counts.warn === 0 ? [] : [showCount(counts.warn, "warning")],
    ...counts.unknown === 0 ? [] : [`${counts.unknown} unknown`],
    `${counts.pass} passed`,
  ];
  const fixable = findings.filter(({ fix }) => fix !== undefined).length;
  const next = fixable === 0 ? "" : ` 'ralph doctor --fix' can fix ${fixable}.`;
  const areas = new Set(findings.map(groupOf)).size;
  const all = `${showCount(areas, "area")}, ${showCount(findings.length, "check")}`;
  return wrapText(`${all}: ${parts.join(", ")}.${next}`, width).join("\n");
}

/** Counts findings by their status. */
export function countStatuses(findings: readonly DoctorFinding[]): Record<FindingStatus, number> {
  const counts = { pass: 0, warn: 0, fail: 0, unknown: 0 };
  for (const { status } of findings) counts[status]++;
  return counts;
}

/** Renders the outcome of each fix. */
export function renderFixed(fixed: readonly Fixed[], view: DoctorView): string {
  if (fixed.length === 0) return "Nothing that ralph can fix.";
  const how = "Run ralph doctor --fix in a terminal, or with --yes.";
  return fixed.flatMap(({ title, outcome, lines }) =>
    renderEntry(outcome, title, outcome === "needs-consent" ? [how] : lines, view)
  ).join("\n");
}
