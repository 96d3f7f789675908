/**
 * The one place that pins the client the tests run against. A new version is adopted by changing
 * this line and reading what turns red: the contract was observed on exactly this one.
 *
 * @module
 */

/** Version of `@anthropic-ai/claude-code` that the contract was observed on. */
export const CLIENT_VERSION = "2.1.328";
