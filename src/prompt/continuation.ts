/** Builds the text of a continuation from the templates. */
import type { PromptAddition } from "../adapters/protocol.ts";
import { messageOf } from "../error.ts";
import type { GuidancePromptData } from "../guidance/merge.ts";
import type { Exploration } from "../ideas/at_continuation.ts";
import type { Opportunity } from "../ideas/opportunity.ts";
import type { Instruction } from "../loop/decision.ts";
import type { Completion, Finding } from "../loop/facts.ts";
import { renderHeader } from "../loop/header.ts";
import type { Remarks } from "../loop/judge.ts";
import { agreedPromise } from "../loop/rules/completion_rule.ts";
import { areMinimumsMet, nearFinish } from "../loop/rules/limits.ts";
import { SUGGESTS } from "../loop/rules/success_rule.ts";
import { openFindings } from "../loop/validation/validation_score.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import { cutText, fitList, headOf, shorten } from "../text/shorten.ts";
import { showText } from "../text/show_text.ts";
import { ComposedText, quoteBlock } from "./foreign_text.ts";
import type { ProjectTemplates } from "./project_templates.ts";
import { renderTemplate } from "./interpret.ts";

/** The input of a continuation's text. */
export interface ContinuationInput {
  readonly record: LoopRecord;
  readonly settings: Settings;
  readonly completion: Completion;
  readonly instruction: Instruction;
  /** One-time or standing remarks, such as a dev server that runs on. */
  readonly notes: readonly string[];
  /** The user's guidance and the scanner's findings, as they are now. */
  readonly guidance: GuidancePromptData;
  readonly nowMs: number;
  /** The opportunities of exploration. */
  readonly opportunities: Opportunities | null;
  /** The addition of the project's adapter. */
  readonly adapter: PromptAddition | null;
  /** Sentences about limits that the loop will reach soon. */
  readonly nearEnd: readonly string[];
  /** Remarks on the agent's last message. */
  readonly remarks: Remarks;
  /** True if the agent was told the same just before, so that a short form is enough. */
  readonly isRepeat: boolean;
  /** The project's own templates (`openTemplates`), whose `problems` this may extend. */
  readonly templates: ProjectTemplates | null;
}

type Opportunities =
  & Pick<Exploration, "more" | "learned">
  & {
    readonly [list in "shown" | "repeated"]: readonly Pick<Opportunity, "text">[];
  };

const NO_OPPORTUNITIES: Opportunities = {
  shown: [],
  more: 0,
  repeated: [],
  learned: { worked: [], ideas: [] },
};

/** Maximum lines of a list of items; the rest is counted. */
const ITEMS_SHOWN = 12;
/** Maximum lines of all other lists. */
const LINES_SHOWN = 8;
const LINE_CHARACTERS = 400;
const FINDING_CHARACTERS = 160;
const ITEM_CHARACTERS = 160;
/** Maximum lines of each list of agents' notes. */
const LEARNED_SHOWN = 5;
/** Maximum characters of a task that was typed at `start`. */
const TASK_CHARACTERS = 3_000;
const ADDITION_CHARACTERS = 3_000;
const TAIL_CHARACTERS = 2_000;
/** The client replaces longer additional context by a preview and a file path. */
export const MAX_PROMPT_CHARACTERS = 10_000;
/** The correct form of each tag. */
const FORMS = {
  finding: '<finding severity="critical">what and where</finding>',
  validated: "<validated>",
  blocked: "<blocked>what is needed</blocked>",
} as const;

/** Builds the text, below the client's limit on its length. */
export function buildContinuation(input: ContinuationInput): string {
  const { record, settings, completion, instruction, opportunities, adapter, templates } = input;
  const { method, path, candidates } = record.focus;
  const promise = agreedPromise(record, settings, completion);
  const { shown, more, repeated, learned } = opportunities ?? NO_OPPORTUNITIES;
  const show = (found: Opportunities["shown"]) =>
    found.map(({ text }) => ({ text: showText(text, LINE_CHARACTERS) }));
  const next = completion.withoutBoxes?.next;
  const text = renderTemplate("continuation.md", {
    remarks: remarksData(input.remarks, promise),
    isBrief: input.isRepeat && !hasOwnText(instruction, templates),
    header: new ComposedText(renderHeader(record, settings, completion, input.nowMs)),
    finish: nearFinish(record, settings),
    focus: { path, method, candidates: fitList(candidates, ITEMS_SHOWN, cutLine) },
    task: record.task === null ? null : quoteBlock(record.task, TASK_CHARACTERS),
    done: completion.done,
    total: completion.total,
    nextItem: nextItemOf(record, completion),
    hasNoBoxes: completion.withoutBoxes !== undefined,
    nextStep: next == null ? null : showText(next, LINE_CHARACTERS),
    promise,
    eternal: settings.eternal,
    phase: record.phase,
    isComplete: isComplete(input),
    isForced: record.validation.forced !== null,
    isVetoed: isVetoed(record.adapter),
    isEarly: !areMinimumsMet(record, settings),
    leftOpen: record.phase === "exploration" ? listFindings(openFindings(record.validation)) : [],
    guidance: input.guidance,
    opportunities: { shown: show(shown), more, repeated: show(repeated) },
    learned: {
      worked: fitList(learned.worked, LEARNED_SHOWN, cutLine),
      ideas: fitList(learned.ideas, LEARNED_SHOWN, cutLine),
    },
    nearEnd: fitList(input.nearEnd, LINES_SHOWN, cutLine),
    notes: fitList([...describeWaiting(record), ...input.notes], LINES_SHOWN, cutLine),
    addition: new ComposedText(addAdapter(adapter, templates)),
    // An adapter's template replaces the exploration; an adapter's text is added to it.
    isLed: adapter !== null && "template" in adapter,
    isLaterRound: isLaterRound(input),
    instruction: instruction.kind,
    ...instructionData(instruction),
  }, templates);
  return fitPrompt(text);
}

/** Returns the agent's next item; if items wait for a person, one that is independent of them. */
function nextItemOf({ items, waitingItems = [] }: LoopRecord, { openItems }: Completion) {
  const chosen = waitingItems.length > 0
    ? openItems.find((text) => text === items?.next)
    : undefined;
  const next = chosen ?? openItems[0];
  return next === undefined ? null : cutLine(next);
}

/** Names the items that wait for a person, a sentence each. */
function describeWaiting({ waitingItems = [] }: LoopRecord): string[] {
  return waitingItems.map(({ text, need }) =>
    `Leave "${showText(text, ITEM_CHARACTERS)}" open, it waits for a person: "${
      showText(need, ITEM_CHARACTERS)
    }"`
  );
}

/** Checks whether the task already counts as complete, by the file or by an earlier promise. */
function isComplete({ record, completion, instruction }: ContinuationInput): boolean {
  if (instruction.kind === "explore" && instruction.why === "complete") return true;
  const isPromised = record.promised !== null && completion.openItems.length === 0;
  return completion.verdict === "complete" || isPromised;
}

/** Checks whether the agent knows from an earlier round what a round is. */
function isLaterRound({ instruction, record }: ContinuationInput): boolean {
  return instruction.kind === "validate" && instruction.round > 1 &&
    record.validation.forced !== "round";
}

function isVetoed(adapter: LoopRecord["adapter"]): boolean {
  return adapter !== null && adapter.shouldContinue && adapter.confidence >= SUGGESTS;
}

/** Checks whether the project replaces this instruction's template, which is then sent in every turn. */
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

/** Lists findings, quoted on one line each, since their text may come from a tool's result. */
function listFindings(findings: readonly Finding[]): string[] {
  return fitList(
    findings,
    ITEMS_SHOWN,
    ({ severity, text }) => `- ${showText(severity, 24)}: "${showText(text, FINDING_CHARACTERS)}"`,
  );
}

/**
 * Lists open items, one line per item.
 *
 * @param mark The beginning of each line.
 */
function listItems(items: readonly string[], mark: string): string[] {
  return fitList(items, ITEMS_SHOWN, (text) => `${mark} ${shorten(text, ITEM_CHARACTERS)}`);
}

function cutLine(text: string): string {
  return cutText(text, LINE_CHARACTERS);
}

function instructionData(instruction: Instruction): Readonly<Record<string, unknown>> {
  switch (instruction.kind) {
    case "confirm-completion":
      return {
        signal: instruction.signal,
        openItems: listItems(instruction.openItems, "- [ ]"),
        remaining: listItems(instruction.remaining ?? [], "-"),
        removed: listItems(instruction.removed ?? [], "- [ ]"),
      };
    case "validate":
      return { ...instruction, findings: listFindings(instruction.findings) };
    case "verification-failed":
      return { ...instruction, tail: quoteBlock(instruction.tail, TAIL_CHARACTERS) };
    case "run-verification":
      return { commands: fitList(instruction.commands, LINES_SHOWN, cutLine) };
    default:
      return { ...instruction };
  }
}

/** Renders the adapter's part with only its own data. Never throws; says why it is left out. */
function addAdapter(adapter: PromptAddition | null, templates: ProjectTemplates | null): string {
  if (adapter === null) return "";
  try {
    const text = "text" in adapter
      ? adapter.text
      : renderTemplate(adapter.template, adapter.data, templates);
    return cutText(text.trim(), ADDITION_CHARACTERS);
  } catch (error) {
    return `(The adapter's part is left out: ${messageOf(error)})`;
  }
}

/** Cuts a prompt in its middle, where the long lists are, and says how much is missing. */
export function fitPrompt(text: string): string {
  if (text.length < MAX_PROMPT_CHARACTERS) return text;
  const note = (left: number) => `\n\n[… ${left} characters left out …]\n\n`;
  const kept = MAX_PROMPT_CHARACTERS - note(text.length).length - 1;
  const head = Math.floor(kept * 0.7);
  const tail = kept - head;
  return headOf(text, head) + note(text.length - head - tail) +
    text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, "");
}
