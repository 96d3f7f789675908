/**
 * The plan and the start of a loop, where the recording shows them: in the texts that ralph sent, in plan
 * mode, and in the agent's own calls.
 */
import { asFields, asText, type Fields } from "../../evidence/transcript/fields.ts";
import { contentOf } from "../../evidence/transcript/tool_calls.ts";
import { readLimits, type RecordedLimits } from "./recorded_limits.ts";

/** A text that ralph sent to the agent. */
interface Briefing {
  /** Whether it is the first of its loop. */
  readonly isStart: boolean;
  readonly plan: string | null;
  /** The task's text, where the loop has no plan; null for none. */
  readonly task: string | null;
  /** Whether it says that items of the plan are open. */
  readonly hasOpenItems: boolean;
  /** The loop's limits; null where the text does not have them. */
  readonly limits: RecordedLimits | null;
  /** The project's adapter, where it has an opinion; else null. */
  readonly adapter: string | null;
}

/** The header of every full text. */
const HEADER = /^\*\*[A-Z][^*\n]*\*\* \| Iteration (\d+)\/\d+ \| Runtime: /m;
const PLAN = /^\*\*Focus file\*\*: `([^`\n]+)`$/m;
const TASK = /^\*\*Task\*\*, as the user gave it:\n\n([^\n]+)/m;
/** The line of every short text. */
const SHORT_HEADER = /^Turn \d+ of \d+ · /m;
const ITEMS = /(\d+) of (\d+) items? done/;
const ADAPTER = /^\*\*Adapter \[([^\]\n]+)\]\*\*: /m;
/** What `/ralph:start` answers. */
const STARTED = /^Ralph loop started in /m;
const STARTED_PLAN = /^Focus file: (.+?)(?: \([^()\n]*\))?$/m;
const STARTED_TASK = /^Task: (.+)$/m;
/** Where Claude Code keeps plans. */
const PLAN_FOLDER = /[/\\]\.claude[/\\]plans[/\\][^/\\]+\.md$/;

/** Reads a text that ralph sent. @returns Null where ralph did not send it. */
export function readBriefing(text: string): Briefing | null {
  if (STARTED.test(text)) {
    const plan = STARTED_PLAN.exec(text)?.[1] ?? null;
    const task = STARTED_TASK.exec(text)?.[1] ?? null;
    return { isStart: true, plan, task, hasOpenItems: false, limits: null, adapter: null };
  }
  const header = HEADER.exec(text);
  if (header === null && !SHORT_HEADER.test(text)) return null;
  const [, done, total] = ITEMS.exec(text) ?? [];
  return {
    isStart: header?.[1] === "0",
    hasOpenItems: done !== total,
    limits: readLimits(text),
    adapter: ADAPTER.exec(text)?.[1] ?? null,
    plan: PLAN.exec(text)?.[1] ?? null,
    task: TASK.exec(text)?.[1] ?? null,
  };
}

/**
 * Finds the plan that a line names: the plan of plan mode, or a file in Claude Code's folder of
 * plans that the agent reads or writes.
 */
export function findPlanIn(entry: Fields): string | null {
  if (entry["type"] === "attachment") {
    const attachment = asFields(entry["attachment"]);
    const isOurs = attachment?.["type"] === "plan_mode" && attachment["isSubAgent"] !== true;
    return isOurs ? asText(attachment["planFilePath"]) : null;
  }
  for (const block of contentOf(entry)) {
    const path = asText(asFields(block["input"])?.["file_path"]);
    if (block["type"] === "tool_use" && path !== null && PLAN_FOLDER.test(path)) return path;
  }
  return null;
}
