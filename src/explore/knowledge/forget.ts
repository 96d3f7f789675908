/**
 * Forgets what was learned, so that checks that sank come back. Pure.
 *
 * @module
 */
import { blankKnowledge, type Knowledge } from "./knowledge.ts";
import type { CheckName } from "../opportunity.ts";

/**
 * Forgets what was learned of a check, or of all.
 *
 * @param knowledge what is known
 * @param check which check; null for everything
 * @returns what is known afterwards; the very same object where nothing was known of it
 */
export function forget(knowledge: Knowledge, check: CheckName | null): Knowledge {
  const { checks, noted, noted_ideas: ideas, noted_worked: worked, tried } = knowledge;
  if (check === null) {
    const isBlank = Object.keys(checks).length + tried.length + worked.length + ideas.length === 0;
    return isBlank ? knowledge : { ...blankKnowledge(), noted };
  }
  const kept = tried.filter((one) => one.check !== check);
  if (!Object.hasOwn(checks, check) && kept.length === tried.length) return knowledge;
  const others = Object.entries(checks).filter(([name]) => name !== check);
  return { ...knowledge, checks: Object.fromEntries(others), tried: kept };
}
