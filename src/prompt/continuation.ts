/**
 * The text of a continuation: header, focus, instruction, and how to end (design §4.10).
 *
 * @module
 */
import { describeOpenItems } from "../evidence/completion/describe_open_items.ts";
import type { GuidancePromptData } from "../guidance/prompt_data.ts";
import { showText } from "../guidance/show_text.ts";
import { agreedPromise } from "../loop/completion_rule.ts";
import type { Instruction } from "../loop/decision.ts";
import type { Completion, Finding } from "../loop/facts.ts";
import { renderHeader } from "../loop/header.ts";
import { areMinimumsMet } from "../loop/limits.ts";
import { SUGGESTS } from "../loop/success_rule.ts";
import { messageOf } from "../store/error.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import type { Settings } from "../store/settings.ts";
import { cutText, fitList, fitPrompt } from "./fit.ts";
import { type ProjectTemplates, renderTemplate } from "./render.ts";

/** All that a continuation's text is made of. */
export interface ContinuationInput {
  readonly record: LoopRecord;
  readonly settings: Settings;
  readonly completion: Completion;
  readonly instruction: Instruction;
  /** One-time or standing remarks, such as a dev server that holds nothing. */
  readonly notes: readonly string[];
  /** What the user encourages and forbids, and what the scanner found, as it holds now. */
  readonly guidance: GuidancePromptData;
  /** Unix time in seconds. */
  readonly nowSeconds: number;
  /** What exploration found, the best first, and how many more there are. Default none. */
  readonly opportunities?: Opportunities | null;
  /** What the project's adapter adds: a template with its own data, or a text. Default nothing. */
  readonly adapter?: Addition | null;
  /** What nearly ended the loop, such as `3 of 5 outputs alike without progress`. Default none. */
  readonly nearEnd?: readonly string[];
  /** The project's own templates (`openTemplates`); what went wrong is then in its `problems`. */
  readonly templates?: ProjectTemplates | null;
}

/** What could be worked on next. */
export interface Opportunities {
  readonly shown: readonly { readonly text: string }[];
  readonly more: number;
}

/** What an adapter adds to a prompt. */
export type Addition =
  | { readonly template: string; readonly data: Readonly<Record<string, unknown>> }
  | { readonly text: string };

/** Lines of a list of items that are shown; the rest is a count. */
const ITEMS_SHOWN = 12;
/** Lines of all other lists. */
const LINES_SHOWN = 8;
const LINE_CHARACTERS = 400;
/** A task typed at `start`; longer ones are files. */
const TASK_CHARACTERS = 3_000;
const ADDITION_CHARACTERS = 3_000;

/** Builds the text. */
export async function buildContinuation(input: ContinuationInput): Promise<string> {
  const { record, settings, completion, instruction, opportunities } = input;
  const { method, path, candidates } = record.focus;
  const templates = input.templates ?? null;
  const adapter = input.adapter ?? null;
  const text = await renderTemplate("continuation.md", {
    header: renderHeader(record, settings, input.nowSeconds),
    focus: { path, method, candidates: fitList(candidates, ITEMS_SHOWN, LINE_CHARACTERS) },
    task: record.task === null ? null : cutText(record.task, TASK_CHARACTERS),
    done: completion.done,
    total: completion.total,
    nextItem: fitList(completion.openItems.slice(0, 1), 1, LINE_CHARACTERS)[0] ?? null,
    hasNoBoxes: completion.withoutBoxes !== undefined,
    nextStep: showStep(completion.withoutBoxes?.next ?? null),
    promise: agreedPromise(record, settings, completion),
    eternal: settings.eternal,
    phase: record.phase,
    isComplete: isComplete(input),
    isForced: record.validation.forced !== null,
    isVetoed: isVetoed(record.adapter),
    isEarly: !areMinimumsMet(record, settings),
    leftOpen: record.phase === "exploration" ? listFindings(record.validation.findings) : [],
    guidance: input.guidance,
    opportunities: {
      shown: (opportunities?.shown ?? []).map(({ text }) => ({
        text: showText(text, LINE_CHARACTERS),
      })),
      more: opportunities?.more ?? 0,
    },
    nearEnd: fitList(input.nearEnd ?? [], LINES_SHOWN, LINE_CHARACTERS),
    notes: fitList(input.notes, LINES_SHOWN, LINE_CHARACTERS),
    addition: await addAdapter(adapter, templates),
    // An adapter's own template leads the exploration; a text of the user's adds to ours.
    isLed: adapter !== null && "template" in adapter,
    instruction: instruction.kind,
    ...instructionData(instruction),
  }, templates);
  return fitPrompt(text);
}

/** Whether there is nothing left to declare: the file says so, or the agent promised it before. */
function isComplete({ record, completion, instruction }: ContinuationInput): boolean {
  if (instruction.kind === "explore" && instruction.why === "complete") return true;
  const isPromised = record.promised !== null && completion.openItems.length === 0;
  return completion.verdict === "complete" || isPromised;
}

function isVetoed(adapter: LoopRecord["adapter"]): boolean {
  return adapter !== null && adapter.should_continue && adapter.confidence >= SUGGESTS;
}

function listFindings(findings: readonly Finding[]): string[] {
  const lines = findings.map(({ severity, text }) => `${severity}: ${text}`);
  return lines.length === 0 ? [] : describeOpenItems(lines, ITEMS_SHOWN);
}

function describeRemaining(remaining: readonly string[]): string[] {
  return remaining.length === 0 ? [] : describeOpenItems(remaining, ITEMS_SHOWN);
}

function showStep(step: string | null): string | null {
  return step === null ? null : showText(step, LINE_CHARACTERS);
}

function instructionData(instruction: Instruction): Readonly<Record<string, unknown>> {
  switch (instruction.kind) {
    case "confirm-completion":
      return {
        signal: instruction.signal,
        openItems: describeOpenItems(instruction.openItems, ITEMS_SHOWN)
          .map((line) => line.replace(/^- /, "- [ ] ")),
        remaining: describeRemaining(instruction.remaining ?? []),
      };
    case "validate":
      return { ...instruction, findings: listFindings(instruction.findings) };
    case "run-verification":
      return { commands: fitList(instruction.commands, LINES_SHOWN, LINE_CHARACTERS) };
    default:
      return { ...instruction };
  }
}

/**
 * An adapter's words; its template sees nothing but its own data. What cannot be rendered is left
 * out and said so: it never ends a loop (design §4.6).
 */
async function addAdapter(
  adapter: Addition | null,
  templates: ProjectTemplates | null,
): Promise<string> {
  if (adapter === null) return "";
  try {
    const text = "text" in adapter
      ? adapter.text
      : await renderTemplate(adapter.template, adapter.data, templates);
    return cutText(text.trim(), ADDITION_CHARACTERS);
  } catch (error) {
    return `(The adapter's part is left out: ${messageOf(error)})`;
  }
}
