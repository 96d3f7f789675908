/**
 * What the prose says: a completion phrase, stated plainly.
 *
 * @module
 */
import type { Document } from "../../focus/items/document.ts";
import type { Signal } from "../../loop/facts.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { findPhrase, toPattern } from "./_phrase.ts";
import { ANNOUNCES } from "./_words.ts";

/** The phrases, and how much one counts. */
export type PhraseSettings = Pick<
  Settings,
  "completion_phrases" | "semantic_phrases_confidence"
>;

/**
 * Looks for a completion phrase in a document's prose.
 *
 * @param document The focus file; the caller has seen that no item is open.
 * @param settings The phrases, in any case, and how much one counts.
 */
export function findPhraseSignal(document: Document, settings: PhraseSettings): Signal | null {
  const patterns = settings.completion_phrases.map(toPattern).filter((pattern) => pattern !== null);
  for (const { source, line, optional, announced, path } of document.paragraphs) {
    if (optional || announced || path.some((heading) => ANNOUNCES.test(heading))) continue;
    const found = findPhrase(source, patterns);
    if (!found) continue;
    const detail = `Line ${line + found.lineOffset}: "${found.phrase.replace(/\s+/g, " ")}"`;
    const confidence = settings.semantic_phrases_confidence;
    return { name: "semantic_phrase", confidence, detail };
  }
  return null;
}
