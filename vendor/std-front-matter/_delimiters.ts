/**
 * Where YAML front matter begins and ends.
 *
 * @module
 */

/**
 * Matches front matter at the start of a text: its content is the first group, what follows it
 * without leading blank lines the second.
 */
export const FRONT_MATTER: RegExp =
  /(?<![\s\S])\ufeff?(?:---|= yaml =|---yaml)[ \t]*\r?\n([\s\S]*?)^(?:---|= yaml =)(?:\s*\n|\s*(?![\s\S]))([\s\S]*)/im;
