/** The marks in an item's words: that it is for a person, or that it is independent of other items. */

/** "Manual: press the button", "Press the button (human)": only as a complete label or mark. */
const FOR_A_PERSON =
  /^(?:\d[\d.]*[.)]?\s+)?(?:manual(?:ly)?|human)\s*:|(?:^|\s)[([](?:manual(?:ly)?|by hand|(?:(?:by|for) a )?human)[)\]](?=\W|$)/i;
const PARALLEL = /\s*\[parallel\]/gi;

/** Checks whether an item is for a person, so that no agent can do it. */
export function isForPerson(text: string): boolean {
  return FOR_A_PERSON.test(text);
}

/** Checks whether an item is marked as independent of others. */
export function isMarkedParallel(source: string): boolean {
  return source.search(PARALLEL) !== -1;
}

/** Removes the mark of an independent item, which does not belong to its words. */
export function withoutParallelMark(text: string): string {
  return text.includes("[") ? text.replace(PARALLEL, "").trim() || text : text;
}
