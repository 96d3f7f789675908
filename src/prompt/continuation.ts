/**
 * The text of a continuation: header, focus, instruction, and how to end (design §4.10).
 *
 * @module
 */
import type { GuidancePromptData } from "../guidance/prompt_data.ts";
import type { Instruction } from "../loop/decision.ts";
import type { Completion } from "../loop/facts.ts";
import { agreedPromise } from "../loop/completion_rule.ts";
import { renderHeader } from "../loop/header.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import type { Settings } from "../store/settings.ts";
import { fitPrompt } from "./fit.ts";
import { renderTemplate } from "./render.ts";

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
}

/** Open items that a refused claim lists; the rest is a count. */
const OPEN_ITEMS_SHOWN = 12;

/** Builds the text. */
export async function buildContinuation(input: ContinuationInput): Promise<string> {
  const { record, settings, completion, instruction, notes, guidance, nowSeconds } = input;
  const text = await renderTemplate("continuation.md", {
    header: renderHeader(record, settings, nowSeconds),
    focus: record.focus,
    task: record.task,
    done: completion.done,
    total: completion.total,
    nextItem: completion.openItems[0] ?? null,
    promise: agreedPromise(record, settings, completion),
    instruction: instruction.kind,
    notes,
    guidance,
    ...instructionData(instruction),
  });
  return fitPrompt(text);
}

function instructionData(instruction: Instruction): Record<string, unknown> {
  if (instruction.kind !== "confirm-completion") return { ...instruction };
  const rest = instruction.openItems.length - OPEN_ITEMS_SHOWN;
  const shown = instruction.openItems.slice(0, OPEN_ITEMS_SHOWN);
  return { ...instruction, openItems: rest > 0 ? [...shown, `… and ${rest} more`] : shown };
}
