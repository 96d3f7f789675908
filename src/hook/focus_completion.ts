/**
 * Reads the focus file and judges whether the task in it is complete (design §7).
 *
 * The file's text is judged anew at each Stop: nothing about it is remembered, so nothing is stale.
 *
 * @module
 */
import { judgeCompletion } from "../evidence/completion/judge.ts";
import type { Document } from "../focus/document.ts";
import type { Completion } from "../loop/facts.ts";
import type { Settings } from "../store/settings.ts";

/** The judgement, and what was odd about the file. */
export interface FocusJudgement {
  readonly completion: Completion;
  readonly problems: readonly string[];
}

/** Without a file nothing is known. */
const UNKNOWN: Completion = {
  verdict: "unknown",
  strongest: null,
  signals: [],
  done: 0,
  total: 0,
  openItems: [],
  claimOverOpenItems: null,
};

/**
 * Judges the focus file.
 *
 * @param path The file, or null where there is none.
 * @param settings Phrases and threshold.
 * @returns The verdict; `unknown` with a problem where the file cannot be read: it never ends a loop.
 */
export async function judgeFocus(path: string | null, settings: Settings): Promise<FocusJudgement> {
  if (path === null) return { completion: UNKNOWN, problems: [] };
  const document = await readDocument(path);
  if (typeof document === "string") {
    return { completion: UNKNOWN, problems: [`The focus file cannot be read: ${document}`] };
  }
  const specPath = siblingSpec(path);
  const spec = specPath === null ? null : await readDocument(specPath);
  return {
    completion: judgeCompletion(document, path, settings, typeof spec === "string" ? null : spec),
    problems: document.problems,
  };
}

async function readDocument(path: string): Promise<Document | string> {
  const { MAX_FILE_BYTES, readMarkdown } = await import("../focus/markdown.ts");
  try {
    const { size, isFile } = Deno.statSync(path);
    if (!isFile) return "it is not a file";
    if (size > MAX_FILE_BYTES) return `it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`;
    return await readMarkdown(Deno.readFileSync(path));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The design spec beside an ADR: `docs/adr/NAME.md` has `docs/design/NAME/spec.md` (seed 002). */
function siblingSpec(path: string): string | null {
  const parts = /^(.*)\/adr\/([^/]+)\.md$/.exec(path);
  return parts === null ? null : `${parts[1]}/design/${parts[2]}/spec.md`;
}
