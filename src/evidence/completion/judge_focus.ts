/**
 * Reads the focus file and judges whether its task is complete.
 *
 * Every Stop judges the text again. There is no cache, so nothing can be stale.
 */
import { statOf } from "../../plan/files.ts";
import type { Document } from "../../plan/items/document.ts";
import { type CompletionSettings, judgeCompletion, NOTHING_SEEN } from "./judge.ts";
import { type FocusJudgement, judgedAlone, judgeDocument } from "./judge_document.ts";

/**
 * Judges the focus file.
 *
 * @param path The file; null without one.
 * @param seen The items that were seen earlier.
 * @param project The project in which to search for a missing file; null to skip the search.
 * @returns The verdict; `unknown` with a problem if the file cannot be read.
 */
export async function judgeFocus(
  path: string | null,
  settings: CompletionSettings,
  seen = NOTHING_SEEN,
  project: string | null = null,
): Promise<FocusJudgement> {
  if (path === null) {
    return judgedAlone(judgeCompletion(null, null, settings));
  }
  const { readDesignSpec, readFocusFile } = await import("../../plan/items/read_document.ts");
  if (project !== null && statOf(path) === null) {
    const { judgeMissing } = await import("./judge_missing.ts");
    return await judgeMissing(path, project, settings, seen);
  }
  const [document, spec] = [readFocusFile(path), readDesignSpec(path)];
  const files = mayHaveStatus(document) || spec !== null && mayHaveStatus(spec)
    ? await withAttributes(document, spec)
    : { document, spec };
  return judgeDocument({ path, ...files }, settings, seen);
}

/**
 * Checks whether the front matter may have a status. Loading the YAML library only then saves 2 % of a
 * Stop.
 */
function mayHaveStatus({ frontMatter }: Document): boolean {
  return frontMatter.some((line) => /status/i.test(line));
}

async function withAttributes(document: Document, spec: Document | null) {
  const { addAttributes } = await import("../../plan/items/attributes.ts");
  return { document: addAttributes(document), spec: spec && addAttributes(spec) };
}
