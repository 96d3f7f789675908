/**
 * The text of a continuation: remarks on the last message, header, focus, instruction, and how to end.
 *
 * @module
 */
import type { GuidancePromptData } from "../guidance/prompt_data.ts";
import { shorten } from "../text/shorten.ts";
import { showText } from "../text/show_text.ts";
import { agreedPromise } from "../loop/rules/completion_rule.ts";
import type { Instruction } from "../loop/decision.ts";
import type { Completion, Finding } from "../loop/facts.ts";
import { renderHeader } from "../loop/header.ts";
import { areMinimumsMet, nearFinish } from "../loop/rules/limits.ts";
import { openFindings } from "../loop/validation/validation_score.ts";
import { NO_REMARKS, type Remarks } from "../loop/remarks.ts";
import { SUGGESTS } from "../loop/rules/success_rule.ts";
import { messageOf } from "../error.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import { cutText, fitList, fitPrompt } from "./fit.ts";
import { ComposedText, quoteBlock } from "./foreign_text.ts";
import type { ProjectTemplates } from "./project_templates.ts";
import { renderTemplate } from "./render.ts";
import { renderShortHeader } from "./short_header.ts";

/** All that a continuation's text is made of. */
export interface ContinuationInput {
  readonly record: LoopRecord;
  readonly settings: Settings;
  readonly completion: Completion;
  readonly instruction: Instruction;
  /** One-time or standing remarks, such as a dev server that runs on. */
  readonly notes: readonly string[];
  /** What the user encourages and forbids, and what the scanner found, as it is now. */
  readonly guidance: GuidancePromptData;
  /** Unix time in seconds. */
  readonly nowSeconds: number;
  /** What exploration found, the best first, and how many more there are. Default none. */
  readonly opportunities?: Opportunities | null;
  /** What the project's adapter adds: a template with its own data, or a text. Default nothing. */
  readonly adapter?: Addition | null;
  /** What nearly ends the loop, a sentence each. Default none. */
  readonly nearEnd?: readonly string[];
  /** What the agent has to know of its last message. Default nothing. */
  readonly remarks?: Remarks;
  /** Whether the agent got the same just before: a short form is enough. Default false. */
  readonly isRepeat?: boolean;
  /** The project's own templates (`openTemplates`); what went wrong is then in its `problems`. */
  readonly templates?: ProjectTemplates | null;
}

/** What could be worked on next. */
export interface Opportunities {
  readonly shown: readonly { readonly text: string }[];
  readonly more: number;
  /** Those that were shown twice in this loop without a change; never again after this. */
  readonly repeated?: readonly { readonly text: string }[];
  /** What agents noted for later, the newest first. */
  readonly learned?: { readonly worked: readonly string[]; readonly ideas: readonly string[] };
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
const FINDING_CHARACTERS = 160;
const ITEM_CHARACTERS = 160;
/** Lines of each list of what agents noted. */
const LEARNED_SHOWN = 5;
/** A task typed at `start`; longer ones are files. */
const TASK_CHARACTERS = 3_000;
const ADDITION_CHARACTERS = 3_000;
const TAIL_CHARACTERS = 2_000;
/** How to write a tag that could not be read. */
const FORMS = {
  finding: '<finding severity="critical">what and where</finding>',
  validated: "<validated>",
  blocked: "<blocked>what is needed</blocked>",
} as const;

/** Builds the text. */
export async function buildContinuation(input: ContinuationInput): Promise<string> {
  const { record, settings, completion, instruction, opportunities } = input;
  const { method, path, candidates } = record.focus;
  const templates = input.templates ?? null;
  const adapter = input.adapter ?? null;
  const promise = agreedPromise(record, settings, completion);
  const shown = (found: readonly { readonly text: string }[] | undefined) =>
    (found ?? []).map(({ text }) => ({ text: showText(text, LINE_CHARACTERS) }));
  const { learned } = opportunities ?? {};
  const headed = withShownAdapter(record);
  const text = await renderTemplate("continuation.md", {
    remarks: remarksData(input.remarks ?? NO_REMARKS, promise),
    isBrief: input.isRepeat === true && !hasOwnText(instruction, templates),
    header: new ComposedText(renderHeader(headed, settings, input.nowSeconds)),
    shortHeader: new ComposedText(renderShortHeader(headed, settings, completion)),
    finish: nearFinish(record, settings),
    focus: { path, method, candidates: fitList(candidates, ITEMS_SHOWN, LINE_CHARACTERS) },
    task: record.task === null ? null : quoteBlock(record.task, TASK_CHARACTERS),
    done: completion.done,
    total: completion.total,
    nextItem: fitList(completion.openItems.slice(0, 1), 1, LINE_CHARACTERS)[0] ?? null,
    hasNoBoxes: completion.withoutBoxes !== undefined,
    nextStep: showStep(completion.withoutBoxes?.next ?? null),
    promise,
    eternal: settings.eternal,
    phase: record.phase,
    isComplete: isComplete(input),
    isForced: record.validation.forced !== null,
    isVetoed: isVetoed(record.adapter),
    isEarly: !areMinimumsMet(record, settings),
    leftOpen: record.phase === "exploration" ? listFindings(openFindings(record.validation)) : [],
    guidance: input.guidance,
    opportunities: {
      shown: shown(opportunities?.shown),
      more: opportunities?.more ?? 0,
      repeated: shown(opportunities?.repeated),
    },
    learned: {
      worked: fitList(learned?.worked ?? [], LEARNED_SHOWN, LINE_CHARACTERS),
      ideas: fitList(learned?.ideas ?? [], LEARNED_SHOWN, LINE_CHARACTERS),
    },
    nearEnd: fitList(input.nearEnd ?? [], LINES_SHOWN, LINE_CHARACTERS),
    notes: fitList(input.notes, LINES_SHOWN, LINE_CHARACTERS),
    addition: new ComposedText(await addAdapter(adapter, templates)),
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
  return adapter !== null && adapter.shouldContinue && adapter.confidence >= SUGGESTS;
}

/** An adapter's name and reason may come from a file. */
function withShownAdapter(record: LoopRecord): LoopRecord {
  const { adapter } = record;
  if (adapter === null) return record;
  const name = showText(adapter.name, LINE_CHARACTERS);
  return {
    ...record,
    adapter: { ...adapter, name, reason: showText(adapter.reason, LINE_CHARACTERS) },
  };
}

/** A user's own text for this instruction, or for the whole, is shown in every turn. */
function hasOwnText(instruction: Instruction, templates: ProjectTemplates | null): boolean {
  return ["continuation.md", `${instruction.kind}.md`]
    .some((name) => (templates?.find(name) ?? null) !== null);
}

function remarksData(
  { unread, round, isMarkerInMessage }: Remarks,
  promise: string | null,
): Readonly<Record<string, unknown>> {
  const numberIf = (how: NonNullable<Remarks["round"]>["how"]) =>
    round?.how === how ? round.number : null;
  return {
    unread: unread.map(({ tag, line }) => ({
      line,
      form: tag === "promise" ? `<promise>${promise ?? ""}</promise>` : FORMS[tag],
    })),
    openRound: numberIf("open"),
    overdueRound: numberIf("overdue"),
    talkRound: numberIf("talk"),
    isMarkerInMessage,
  };
}

/** A finding's words may come from a tool's result: they are quoted, on one line. */
function listFindings(findings: readonly Finding[]): string[] {
  return listFirst(
    findings,
    ITEMS_SHOWN,
    ({ severity, text }) => `- ${showText(severity, 24)}: "${showText(text, FINDING_CHARACTERS)}"`,
  );
}

/**
 * Lists open items, one line an item.
 *
 * @param items Their texts, in order.
 * @param most How many to name; the rest is counted in a line of its own.
 */
export function describeOpenItems(items: readonly string[], most: number): string[] {
  return listFirst(items, most, (text) => `- ${shorten(text, ITEM_CHARACTERS)}`);
}

function listFirst<T>(items: readonly T[], most: number, show: (item: T) => string): string[] {
  const lines = items.slice(0, most).map(show);
  const rest = items.length - lines.length;
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines;
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
        remaining: describeOpenItems(instruction.remaining ?? [], ITEMS_SHOWN),
      };
    case "validate":
      return { ...instruction, findings: listFindings(instruction.findings) };
    case "verification-failed":
      return { ...instruction, tail: quoteBlock(instruction.tail, TAIL_CHARACTERS) };
    case "run-verification":
      return { commands: fitList(instruction.commands, LINES_SHOWN, LINE_CHARACTERS) };
    default:
      return { ...instruction };
  }
}

/**
 * An adapter's words; its template sees nothing but its own data. What cannot be rendered is left
 * out and said so: it never ends a loop.
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
