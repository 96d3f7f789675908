/** The version of `@anthropic-ai/claude-code` that the tests run. */
export const CLIENT_VERSION = "2.1.328";
