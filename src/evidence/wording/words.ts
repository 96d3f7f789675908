/**
 * Words around a phrase that cancel its meaning, shared by completion and idleness. Patterns are
 * compiled on first use, since most events need none.
 */

/** A pattern that is compiled on first use. */
export interface Words {
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
}

/** Denials, anywhere in a sentence. */
export const DENIAL = "not|never|nor|cannot|hardly|far from|\\w+n['’]t";
/** Denials of their own clause only: "no part is finished", but "no errors, all done". */
export const DENIAL_OF_CLAUSE = "no|nobody|neither|without";
/** Words that begin a condition: what follows them has not happened. */
export const CONDITION =
  "if|unless|when|whenever|whether|until|till|assuming|as soon as|as long as";
/** Duties, chances and the future. */
export const DUTY = "should|would|could|may|might|must|will";
/** Words that withdraw the first part of a sentence. */
export const EXCEPTION = "but|except|however|other than|apart from|although|though|if|unless|when";

/**
 * Makes a pattern of complete words, in any case.
 *
 * @param lists Alternatives, as sources of regular expressions.
 */
export function words(...lists: string[]): Words {
  return lazily(`(?<![\\p{L}\\p{N}])(?:${lists.join("|")})(?![\\p{L}\\p{N}])`, "iu");
}

/** Makes a pattern that is compiled on first use. */
export function lazily(source: string, flags: string): Words {
  let pattern: RegExp | undefined;
  const compiled = () => pattern ??= new RegExp(source, flags);
  return { test: (text) => compiled().test(text), exec: (text) => compiled().exec(text) };
}
