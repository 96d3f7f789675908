/**
 * What a page itself marks as done, dropped or empty. The subject of a text never settles it: a needless
 * question costs one turn, a false end costs the work.
 */

const FINISHED =
  "(?:done|completed?|finished|fixed|resolved|implemented|shipped|released|merged|closed|skipped|dropped|cancel?led)";
/** A state that settles work where it is the whole text, or stands alone in brackets. */
const STATE = `(?:${FINISHED}|deferred|optional|future|later|n/a)`;
/** Words that say when or where: "fixed in 0.3", "done 2026-01-05". Each has a number. */
const WHEN = "(?:,? (?:(?:in|on|by|at|since|with|for) )?\\S*\\d\\S*)?";
/** A text that says that there is nothing. */
const NOTHING =
  "(?:none|nothing|n/a|empty|all (?:(?:items|tasks|work|steps|issues) )?(?:(?:are|is) )?(?:done|completed?|fixed|resolved)|no(?: (?:known|open|remaining|outstanding|further|more))*(?: (?:bugs?|issues?|items?|work|tasks?|todos?|problems?|gaps?|steps?))?)" +
  "(?: (?:known|open|remaining|outstanding|left|remains?|yet|currently|so far|more|to do|at (?:this time|present|the moment)))*";

const SIGN = /^[\s*_]*(?:[✅☑✓✔🚫⏭🎉]|\[x\])/iu;
const STRUCK_OUT = /^\W{0,3}~~[^~]+~~\W*$/;
const LABEL = new RegExp(`^[*_]{0,3}${FINISHED}[*_]{0,3}:`, "i");
const IN_BRACKETS = new RegExp(`[(\\[][*_\\s]*${STATE}${WHEN}[*_\\s]*[)\\]]\\W*$`, "i");
const ALONE = new RegExp(`^[^\\p{L}\\p{N}]*(?:(?:${STATE}${WHEN}|${NOTHING})\\W*)?$`, "iu");
const BEHIND_DASH = new RegExp(`^\\s*(?::|[–—-])\\s*(?:${STATE}${WHEN}|${NOTHING})\\W*$`, "i");
const STATUS = new RegExp(`^\\W*status\\W+${STATE}${WHEN}\\s*(?:$|[.;:(–—-])`, "i");

/** Whether an entry of a list is done or dropped, or says that there is nothing. */
export function isSettledEntry(source: string): boolean {
  return SIGN.test(source) || STRUCK_OUT.test(source) || IN_BRACKETS.test(source) ||
    LABEL.test(source) || ALONE.test(source);
}

/**
 * Whether a heading says that its section is done or empty.
 *
 * @param rest The words behind those that name work that is left; null without any.
 */
export function isSettledHeading(text: string, rest: string | null): boolean {
  return SIGN.test(text) || /[✅☑✔]\W*$/u.test(text) || IN_BRACKETS.test(text) ||
    (rest === null ? ALONE.test(text) : BEHIND_DASH.test(rest));
}

/** Whether a paragraph is the status of a section that is done: "Status: implemented in 0.3". */
export function isSettledStatus(source: string): boolean {
  return STATUS.test(source);
}
