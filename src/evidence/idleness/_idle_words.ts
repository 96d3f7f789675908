/**
 * Words around an idle phrase: some cancel its meaning, others show that it is about the entire work.
 */
import {
  CONDITION,
  DENIAL,
  DENIAL_OF_CLAUSE,
  DUTY,
  EXCEPTION,
  type Words,
  words,
} from "../wording/words.ts";

/** In the same clause before the phrase: it is denied. */
export const DENIED_BY: Words = words(
  DENIAL,
  DENIAL_OF_CLAUSE,
  "doubt|wrong|untrue|false|instead of|rather than",
);

/** Anywhere before the phrase in its sentence: a condition, a duty, or the future. */
export const CONDITIONED_BY: Words = words(
  CONDITION,
  DUTY,
  "in case|suppose|once(?! again| more)",
);

/** In the same part of the sentence before the phrase: a text or a program is the subject. */
export const TOLD_BY: Words = words(
  "returns?|returned|prints?|printed|says?|said|shows?|shown|showed|displays?|displayed|logs?",
  "logged|emits?|outputs?|throws?|raises?|responds?|replies|answers|renders?|reads|writes?|wrote",
  "means?|called|named|titled|labell?ed|messages?|strings?|texts?|errors?|warnings?|banners?",
  "labels?|phrases?|terms?|words?|functions?|methods?|handlers?|endpoints?|templates?|prompts?",
  "examples?|instructions?|instructed|forbids?|forbidden|test (?:that|for|checks|asserts)",
  "(?:fix|add|remov|renam|chang|replac|handl|detect|assert|cover|document)(?:s|e|es|ed|ing)?",
);

/** Right before the phrase: it names a thing, as in "the nothing to do case". */
export const NAMED_BY: Words = words(
  "(?:the|a|an|any|every|each|this|that|our|my|your|its|their|some|of)\\s*$",
);

/** Before a lack ("nothing to do"): it is about the entire work, not a part or someone else's. */
export const WHOLE_IS_MEANT: Words = words(
  "there(?: is|['’]s| was| are| remains| seems| appears)|everything|we|i|(?:i|we)['’]\\w+",
  "(?:all|every)(?: of)?(?: the| my| our)?(?: \\w+)? (?:items?|tasks?|work|boxe?s?|steps|checks)",
  "all (?:is|are|was|were) \\w+|plan|checklist|backlog|roadmap|to-?do list|focus file|project",
  "repo|repository|codebase|this (?:iteration|session|loop|turn|round|run)|sorry",
);

/** Before the colon right before a lack: a label of the whole answer. */
export const LABEL_OF_ALL: Words = words(
  "^\\W*(?:current |my |overall )?(?:status|state|results?|conclusion|summary|answer|note|update",
  "verdict|outcome|decision|findings?|next(?: steps?| actions?)?|remaining(?: work)?|work|plan)\\W*$",
);

/** The whole clause before a lack: its subject was left out. */
export const SUBJECT_LEFT_OUT: Words = words(
  "^\\W*(?:(?:still|again|currently|now|so|also|sorry)\\W+)*(?:found|identified|see|have|got)?\\W*$",
);

const MEANWHILE = "(?:is|are|was|were|remains?|remaining|needed|required|left|available|found" +
  "|identified|to be done|right now|currently|at (?:this time|present|the moment)|for (?:now|me|us))";
const ALL_OF_IT = "(?:this|the|my|our) (?:\\w+ )?(?:iteration|session|loop|turn|round|run|time" +
  "|moment|plan|checklist|backlog|roadmap|list|file|project|repo|repository|codebase|today)";

/** Right after the phrase: only a part is meant, or the phrase names the thing that is the subject. */
export const NARROWED_BY: Words = words(
  `^(?:\\W+${MEANWHILE})*\\s*(?:here(?!\\W*$)|there(?!\\W*$)|(?:for|in|on|about|regarding|with|of|to)` +
    `(?! (?:${ALL_OF_IT}|me|us|now|today)(?!\\w))|messages?|errors?|cases?|states?|strings?` +
    "|banners?|responses?|logs?|warnings?|texts?|labels?|branch|handlers?|phrases?)",
  "^\\s*(?:→|[-=]>)|^\\s*(?:is|was|are|gets?|appears?) (?:a|an|the|now|no|not|never|(?!needed|required)\\w+ed|shown|false|wrong|untrue)",
);

/** At the start of the sentence: only a part is meant. */
export const PART_COMES_FIRST: Words = words(
  `^\\W*(?:in|for|on|with|regarding|about)\\s(?!${ALL_OF_IT})\\S+`,
);

/** Later in the sentence: there is something to do after all. */
export const TAKEN_BACK_BY: Words = words(
  EXCEPTION,
  "besides|instead|whenever|moving on|move on|proceed(?:ing)?|continu(?:e|ing) with|picked|next i",
  "(?:so|therefore|thus) (?:i|we)(?! (?:wait|stop|am|are|end|rest|idle|can|will|stay|remain))",
  "i (?:went|started|began|fixed|added|wrote|improved|turned|looked|took|used)",
);

/** Before an activity that is the whole answer: "I am still waiting". */
export const FILLERS: Words = words(
  "^\\W*(?:(?:status|state|i|we|am|are|i['’]m|we['’]re|i['’]ll|still|just|currently|now|is|be|to",
  "continu(?:e|ing)|keep|simply|only|remain(?:ing)?|stay(?:ing)?|agent|will)\\W+)*$",
);

/** After an activity that is the whole answer: what is waited for. */
export const OBJECT_OF_WAITING: Words = words(
  "^\\W*$|^\\W+(?:for|on|until|till|while|the|this|that|your|further|more|again|here|quietly|as)",
);

/** In the object: the sentence is about something else, as in "Monitoring the queue was broken". */
export const TELLS_OF_WORK: Words = words(
  "is|are|was|were|has|have|had|works?|added|fixed|implemented|removed|done|now|⟦⟧",
);
