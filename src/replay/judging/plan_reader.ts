/** The plan of a recorded session, as its transcript shows it at a Stop. */
import { judgeDocument, judgeFocus } from "../../evidence/completion/judge_focus.ts";
import { listItemCommands } from "../../evidence/verification/item_checks.ts";
import type { Document } from "../../focus/items/document.ts";
import { readMarkdown, unreadable } from "../../focus/items/read_document.ts";
import type { Completion } from "../../loop/facts.ts";
import type { PlanSeen } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { PlanSnapshot } from "../recording/project_view.ts";

interface PlanAtStop {
  readonly completion: Completion;
  /** The commands of ticked items. */
  readonly checks: readonly string[];
  /** What the plan contained earlier; its commands are those of its first known content. */
  readonly seen: PlanSeen;
  /** The completion if the plan is complete, where its content is not known; else null. */
  readonly ifComplete: Completion | null;
}

/** Judges the plan's content at each Stop. */
export class PlanReader {
  #last: { readonly content: string; readonly document: Document } | null = null;

  constructor(private readonly settings: Settings) {}

  /** Judges the plan. @param plan The plan; null where the recording shows none. */
  async judge(plan: PlanSnapshot | null, seen: PlanSeen): Promise<PlanAtStop> {
    if (plan === null) {
      const { completion } = await judgeFocus(null, this.settings);
      return { completion, checks: [], seen, ifComplete: null };
    }
    const { path, content, isOpen } = plan;
    const isFirst = content !== null && this.#last === null;
    const document = content === null ? unreadable("not shown") : await this.#read(content, path);
    const now = isFirst ? { ...seen, checks: listItemCommands([document]) } : seen;
    const { completion, checks } = judgeDocument(
      { path, document, spec: null },
      this.settings,
      now,
    );
    return {
      completion,
      checks: checks.map(({ command }) => command),
      seen: now,
      ifComplete: content === null && !isOpen ? this.#complete() : null,
    };
  }

  /** Most turns leave the plan as it is. */
  async #read(content: string, path: string): Promise<Document> {
    if (this.#last?.content !== content) {
      this.#last = { content, document: await readMarkdown(content, path) };
    }
    return this.#last.document;
  }

  #complete(): Completion {
    const confidence = this.settings.all_checkboxes_confidence;
    const signal = { name: "all_checkboxes", confidence, detail: "All items ticked" } as const;
    return {
      verdict: "complete",
      strongest: signal,
      signals: [signal],
      done: 0,
      total: 0,
      openItems: [],
      claimOverOpenItems: null,
    };
  }
}
