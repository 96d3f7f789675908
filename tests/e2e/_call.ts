/** A tool call as the registered hooks see it, and what a repair says. */
import { assertMatch, assertStringIncludes } from "@std/assert";
import { type Answer, answerOf, type CallOptions, type Fields, type Stage } from "./_stage.ts";

/** The marker and the record. */
export const MARKS = ["loop-enabled", "ralph-state.json"];

/** A tool call with the client's events for its start and end. */
export class Call {
  readonly #fields: Fields;
  readonly #options: CallOptions;

  constructor(readonly stage: Stage, over: Fields = {}, options: CallOptions = {}) {
    this.#options = options;
    this.#fields = {
      tool_name: "Bash",
      tool_use_id: `toolu_${crypto.randomUUID()}`,
      tool_input: { command: "make clean" },
      ...over,
    };
  }

  async begin(): Promise<Answer> {
    const event = this.stage.event("PreToolUse", this.#fields);
    return answerOf(await this.stage.registered("guard", event, this.#options));
  }

  async end(over: Fields = {}): Promise<Answer> {
    const event = this.stage.event("PostToolUse", { ...this.#fields, duration_ms: 50, ...over });
    return answerOf(await this.stage.registered("session", event, this.#options));
  }

  /** Begins, lets something happen, and ends. @returns The answer to the end. */
  async around(act: () => unknown): Promise<Answer> {
    await this.begin();
    await act();
    return await this.end();
  }
}

/** Removes files and folders of `.claude`. */
export function remove(stage: Stage, ...names: string[]): void {
  for (const name of names) Deno.removeSync(stage.mark(name), { recursive: true });
}

/** Asserts that user and agent were told that these files were put back. */
export function assertPutBack(answer: Answer, ...names: string[]): void {
  assertMatch(answer["systemMessage"] ?? "", /^ralph: .* and ralph restored (it|them); to end/);
  assertMatch(answer["hookSpecificOutput"]?.additionalContext ?? "", /ralph restored (it|them)/);
  for (const name of names) assertStringIncludes(answer["systemMessage"], name);
}
