/**
 * Reads the focus file and judges whether the task in it is complete (design §7).
 *
 * The file's text is judged anew at each Stop: nothing about it is remembered, so nothing is stale.
 *
 * @module
 */
import { type CompletionSettings, judgeCompletion } from "../evidence/completion/judge.ts";
import type { Completion } from "../loop/facts.ts";

/** The judgement, and what was odd about the file. */
export interface FocusJudgement {
  readonly completion: Completion;
  readonly problems: readonly string[];
}

/**
 * Judges the focus file.
 *
 * @param path The file, or null where there is none.
 * @param settings Phrases and threshold.
 * @returns The verdict; `unknown` with a problem where the file cannot be read: it never ends a loop.
 */
export async function judgeFocus(
  path: string | null,
  settings: CompletionSettings,
): Promise<FocusJudgement> {
  if (path === null) return { completion: judgeCompletion(null, null, settings), problems: [] };
  const { readDesignSpec, readFocusFile } = await import("../focus/focus_file.ts");
  const document = await readFocusFile(path);
  const spec = await readDesignSpec(path);
  return {
    completion: judgeCompletion(document, path, settings, spec),
    problems: document.problems,
  };
}
