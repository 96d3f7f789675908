/** Renders the block at the end of a run: the state, the next step, and what was done. Pure. */
import { stateOfEnd } from "../../loop/reasons.ts";
import { describeSummary, type RunResult, showLine } from "../../run/report/result.ts";
import { LABEL_COLUMNS, renderBlock } from "../../text/block.ts";
import type { Layout } from "../core/output.ts";
import { wrapText } from "../core/text_layout.ts";
import { afterState, headRows } from "../status/phrases.ts";

/**
 * Renders the end of a run.
 *
 * @param next The next step, to follow `→`.
 * @param project Its root; the plan's path is shown relative to it.
 */
export function renderEnd(
  result: RunResult,
  { next, project }: { readonly next: string; readonly project: string },
  { style, width }: Layout,
): string {
  const { reason } = result.end;
  const state = stateOfEnd(reason.code);
  // The label is the state, so the sentence must not repeat it.
  const sentence = afterState(state, reason.brief ?? reason.sentence);
  const rows = describeSummary(result, project).map(([label, text]) =>
    label.length < LABEL_COLUMNS ? { label, text } : { label: "plan", text: `${label}   ${text}` }
  );
  // A command stays on one line, so that it can be pasted.
  const fold = (text: string, columns: number) =>
    text.startsWith("→") ? [text] : wrapText(text, columns);
  return renderBlock(
    [...headRows(state, showLine(sentence), next, style), ...rows],
    { style, width, fold },
  ).join("\n");
}
