/**
 * What the prose says: a completion phrase, stated plainly (design §7).
 *
 * @module
 */
import type { Document } from "../../focus/document.ts";
import type { Signal } from "../../loop/facts.ts";
import { findPhrase, toPattern } from "./_phrase.ts";
import { ANNOUNCES } from "./_words.ts";

/**
 * Looks for a completion phrase in a document's prose.
 *
 * @param document The focus file; the caller has seen that no item is open.
 * @param phrases The phrases, in any case.
 */
export function findPhraseSignal(document: Document, phrases: readonly string[]): Signal | null {
  const patterns = phrases.map(toPattern).filter((pattern) => pattern !== null);
  for (const { source, line, optional, announced, path } of document.paragraphs) {
    if (optional || announced || path.some((heading) => ANNOUNCES.test(heading))) continue;
    const found = findPhrase(source, patterns);
    if (!found) continue;
    const detail = `Line ${line + found.lineOffset}: "${found.phrase.replace(/\s+/g, " ")}"`;
    return { name: "semantic_phrase", confidence: 0.7, detail };
  }
  return null;
}
