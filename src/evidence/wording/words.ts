/**
 * Words around a phrase that take its meaning away: what the patterns of completion and of idleness
 * have in common, and how they are made.
 *
 * Each pattern is compiled when it is first asked: most events ask none.
 *
 * @module
 */

/** A pattern that is compiled when it is needed. */
export interface Words {
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
}

/** Denials, anywhere in a sentence. */
export const DENIAL = "not|never|nor|cannot|hardly|far from|\\w+n['’]t";
/** Denials of the clause they are in alone: "no part is finished", but "no errors, all done". */
export const DENIAL_OF_CLAUSE = "no|nobody|neither|without";
/** Conditions. */
export const CONDITION =
  "if|unless|when|whenever|whether|until|till|assuming|as soon as|as long as";
/** Duties, chances and the future. */
export const DUTY = "should|would|could|may|might|must|will";
/** What takes back, later in a sentence, what it said before. */
export const EXCEPTION = "but|except|however|other than|apart from|although|though|if|unless|when";

/**
 * Whole words, in any case.
 *
 * @param lists Alternatives, as sources of regular expressions.
 */
export function words(...lists: string[]): Words {
  return lazily(`(?<![\\p{L}\\p{N}])(?:${lists.join("|")})(?![\\p{L}\\p{N}])`, "iu");
}

/** A pattern that is compiled when it is first asked. */
export function lazily(source: string, flags: string): Words {
  let pattern: RegExp | undefined;
  const compiled = () => pattern ??= new RegExp(source, flags);
  return { test: (text) => compiled().test(text), exec: (text) => compiled().exec(text) };
}
