/** Words around a completion phrase that take its meaning away. */
import {
  CONDITION,
  DENIAL,
  DENIAL_OF_CLAUSE,
  DUTY,
  EXCEPTION,
  lazily,
  type Words,
  words,
} from "../wording/words.ts";

/** Anywhere before the phrase: denial, condition, wish, future, order, or an opinion. */
export const TAKES_AWAY_BEFORE: Words = words(
  // Denial and degree.
  DENIAL,
  "barely|nearly|almost|partly|partially|half|mostly|yet to",
  "virtually|practically|roughly",
  // The same in the languages of people's own phrases.
  "nicht|noch|kein\\w*|pas|niet|ikke|inte|nie|não|не",
  // Condition and time.
  CONDITION,
  "before|after|once|while|provided|target|deadline|due|eta|pending|awaiting",
  // Future, duty and wish.
  DUTY,
  "shall|can|\\w+['’]ll|to be|to get|going to|needs?|need to|has to|have to|wants?|expect(?:ed|s)?|plan(?:s|ned)?|aim|goal|hope|try",
  // Orders and definitions.
  "say|says|write|writes|print|prints|reply|report|mark|marked as|call it|criteri(?:a|on)",
  "definition of|done means|counts? as|considered|treat(?:ed)? as|phrases?|markers?|signals?",
  // Opinion, and other times.
  "thinks?|believes?|claims?|claimed|supposedly|old|previous|former|earlier",
);

/** Before the phrase in the same clause: "no part is finished", but "no errors, all done". */
export const TAKES_AWAY_IN_CLAUSE: Words = words(DENIAL_OF_CLAUSE, "none|nothing");

/** Right before the phrase: it describes a thing, as in "the finished report". */
export const DESCRIBES: RegExp =
  /\b(?:the|a|an|any|every|each|this|that|our|my|your|its|their|some|of)\s*$/;

/** Before the phrase: a part is named, as in "phase 1 finished" or "3 of 5 finished". */
export const NAMES_A_PART: Words = lazily(
  "\\b(?:phase|step|part|stage|section|chapter|milestone|round|item|task|module|batch|sprint)" +
    "\\s+(?:#?\\d+|one|two|three|four|[a-d])\\b" +
    "|(?<![\\d.])(?!100\\s*%)\\d+(?:[.,]\\d+)?\\s*%" +
    "|(?<!\\d)(\\d+)\\s*(?:/|of)\\s*(?!\\1(?!\\d))\\d+",
  "i",
);

/** Before the phrase in its clause: words for the entire work, or no subject at all. */
export const MEANS_THE_WHOLE: Words = lazily(
  "^[^\\p{L}\\p{N}]*$|\\b(?:all|everything|work|tasks|plan|project|job|implementation" +
    "|it|we|i|i've|we've|i'm|we're|now)\\b",
  "iu",
);

/** Right after the phrase: only a part is meant, or a condition follows, or it is a label. */
export const NARROWS: Words = lazily(
  "^\\s*(?::|(?:" + [
    "the|a|an|this|that|these|those|my|our|your|its|their|with|for|of|when|whenever|if|unless",
    "until|till|once|only|except|but|before|first|second|steps?|phase|part|stage|section|most",
    "some|half|about|almost|criteri(?:a|on)|\\w+ing|#?\\d+|by|was|is|means|(?:on|next) \\w+day",
  ].join("|") + ")(?![\\p{L}\\p{N}]))",
  "u",
);

/** Later in the sentence: it takes the phrase back. */
export const TAKES_BACK: Words = words(
  EXCEPTION,
  "yet|until|till|once|later|soon|tomorrow|not|still|remains?|remaining|to do|todo|\\w+n['’]t",
  "in[ -]progress|ongoing|outstanding|under ?way|wip|blocked|follow[ -]?ups?|open",
  "pending|awaiting|waiting|hopefully|probably|perhaps|maybe|so far|theoretically",
  "in (?:theory|principle|part)|by (?:\\w+day|next|noon|the end)",
);

/** Words that cancel such a withdrawal: "all done, nothing remains". */
export const DENIES: Words = words("no|nothing|none|zero");

/** Headings that announce a future state. */
export const ANNOUNCES: Words = words(
  "criteri(?:a|on)|definition|acceptance|goals?|objectives?|requirements?|instructions?|rules?",
  "states?|lifecycle|transitions?|legend|gaps?|how to|todo|to do|next steps?|templates?|examples?|phrases?|markers?|signals?|when",
);
