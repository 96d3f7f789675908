/** What an item's words say about who does it, and beside what. */

/** "Manual: press the button", "Press the button (human)": only as the whole label or mark. */
const FOR_A_PERSON =
  /^(?:\d[\d.]*[.)]?\s+)?(?:manual(?:ly)?|human)\s*:|(?:^|\s)[([](?:manual(?:ly)?|by hand|(?:(?:by|for) a )?human)[)\]](?=\W|$)/i;
const PARALLEL = /\s*\[parallel\]/gi;

/** Checks whether an item is for a person: no agent can do it. */
export function isForPerson(text: string): boolean {
  return FOR_A_PERSON.test(text);
}

/** Checks whether an item is marked as independent of others. */
export function isMarkedParallel(source: string): boolean {
  return source.search(PARALLEL) !== -1;
}

/** Removes the mark of an independent item, which is no part of its words. */
export function withoutParallelMark(text: string): string {
  return text.includes("[") ? text.replace(PARALLEL, "").trim() || text : text;
}
