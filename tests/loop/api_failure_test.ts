/** Who failed, the API or the agent: by the client's structure, and by whole lines of its own. */
import { assertEquals } from "@std/assert";
import {
  type ApiCause,
  type ApiReport,
  judgeLine,
  judgeReport,
  showApiWords,
} from "../../src/loop/api_failure.ts";

// deno-fmt-ignore
const REPORTS: readonly [Partial<ApiReport>, ApiCause | null][] = [
  [{ error: "rate_limit", words: "You've hit your session limit · resets 3pm (UTC)" }, "rate-limited"],
  [{ error: "rate_limit", words: "API Error: Rate limit reached" }, "rate-limited"],
  [{ error: "usage_limit", words: "Usage limit reached" }, "rate-limited"],
  [{ status: 429, words: "API Error: Request rejected (429) · Too much for this account" }, "rate-limited"],
  [{ error: "rate_limit", words: "API Error: Server is temporarily limiting requests (not your usage limit). Retry in 156s." }, "api-error"],
  [{ error: "rate_limit", words: "Your usage allocation has been disabled by your admin" }, "no-access"],
  [{ error: "overloaded", words: "API Error: Repeated 529 Overloaded errors" }, "api-error"],
  [{ error: "overloaded_error", words: "Overloaded" }, "api-error"],
  [{ error: "server_error", status: 500, words: "API Error: 500 Internal server error" }, "api-error"],
  [{ error: "unknown", words: "API Error: The response stopped arriving." }, "api-error"],
  [{ error: "unknown", words: "Prompt is too long" }, "context-full"],
  [{ error: "", status: null, words: "API Error: Connection error." }, "api-error"],
  [{ status: 529 }, "api-error"],
  [{ error: "billing_error", words: "Credit balance is too low" }, "billing"],
  [{ error: "billing_error", words: "You're out of usage credits · resets Dec 1, 12am (UTC)" }, "rate-limited"],
  [{ error: "invalid_request", status: 400, words: "API Error: 400 Your credit balance is too low to access the API." }, "billing"],
  [{ error: "authentication_failed", words: "OAuth token has expired · Please run /login" }, "login"],
  [{ error: "authentication_failed", words: "This organization has been disabled" }, "no-access"],
  [{ error: "oauth_org_not_allowed" }, "no-access"],
  [{ error: "authentication_failed", words: "Failed to authenticate. API Error: 403 Your organization has disabled it" }, "no-access"],
  [{ error: "model_not_found" }, "no-access"],
  [{ error: "invalid_request", status: 400, words: "Prompt is too long" }, "context-full"],
  // The request was wrong: that is the agent's failure.
  [{ error: "invalid_request", status: 400, words: "API Error: 400 The model is broken today" }, null],
  [{ error: "max_output_tokens", words: "API Error: the answer exceeded the maximum" }, null],
];

for (const [report, cause] of REPORTS) {
  const { error = "", status = null, words = "" } = report;
  Deno.test(`who failed: ${error || status} "${words}" is ${cause ?? "the agent's"}`, () => {
    assertEquals(judgeReport({ error, status, words }), cause);
  });
}

// deno-fmt-ignore
const LINES: readonly [string, ApiCause | null][] = [
  ["API Error: Connection error.", "api-error"],
  ["API Error: The response stopped arriving. Check your connection.", "api-error"],
  ['API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', "api-error"],
  ["API Error: Unable to connect to API (ENOTFOUND)", "api-error"],
  ["API Error: 400 messages.0: unexpected field", null],
  ["API Error: 429 Too many requests", "rate-limited"],
  ["You've hit your session limit · resets 5:30pm (Europe/Berlin)", "rate-limited"],
  ["You've hit your usage limit. Try again in 1 days 2 hours 3 minutes.", "rate-limited"],
  ["You have hit your limit · resets 3am", "rate-limited"],
  ["You've hit your org's monthly spend limit · ask your admin to raise it", "rate-limited"],
  ["ERROR: You've hit your usage limit. Upgrade to Pro or try again at 6:16 PM.", "rate-limited"],
  ["Claude AI usage limit reached|1795435200", "rate-limited"],
  ["Claude usage limit reached. Your limit will reset at 3pm (Europe/Berlin).", "rate-limited"],
  ["5-hour limit reached ∙ resets 3pm", "rate-limited"],
  ["Weekly limit reached ∙ resets Oct 6, 5pm", "rate-limited"],
  ["Rate limited", "rate-limited"],
  ["Rate limit exceeded, please retry in 5 minutes", "rate-limited"],
  ["Error: 429 Too Many Requests", "rate-limited"],
  ["Too many requests", "rate-limited"],
  ["stream error: exceeded retry limit, last status: 429 Too Many Requests", "rate-limited"],
  ["exceeded retry limit, last status: 503 Service Unavailable", "api-error"],
  ["Quota exceeded; resets at 2026-11-26T08:00:00Z", "rate-limited"],
  ["You exceeded your current quota, please check your plan and billing details. Please retry in 51.2s.", "rate-limited"],
  ["[API Error: You exceeded your current quota, please check your plan and billing details. Please retry in 51.2s.]", "rate-limited"],
  ["You exceeded your current quota, please check your plan and billing details.", "billing"],
  ["✕ [API Error: You have exhausted your capacity on this model. Your quota will reset after 3h20m10s.]", "rate-limited"],
  ["[API Error: Quota exceeded for quota metric 'Requests' and limit 'Requests per day per user']", "rate-limited"],
  ['Error: {"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota).","status":"RESOURCE_EXHAUSTED"}}', "rate-limited"],
  ["  ■ Error: Connection error.", "api-error"],
  ["  [API Error: Connection error.]", "api-error"],
  ["Overloaded", "api-error"],
  ["Credit balance is too low", "billing"],
  ["Error: No quota left: You have exceeded your premium request allowance.", "billing"],
  ["You have exceeded your premium request allowance. It resets on December 1.", "rate-limited"],
  ["Not logged in · Please run /login", "login"],
  ["Invalid API key · Fix external API key", "login"],
  ["Failed to authenticate. API Error: 401 OAuth token has expired", "login"],
  ["Your usage allocation has been disabled by your admin", "no-access"],
  ["Prompt is too long", "context-full"],
  // Lines of a test, a program or an agent.
  ["    Error: Connection error.", null],
  ["\tAPI Error: Connection error.", null],
  ["  - Rate limit exceeded", null],
  ["FAIL limiter.test: expected 200, got 429 (rate limit exceeded)", null],
  ["Tests: 1 failed: shows the usage limit", null],
  ["AssertionError: quota exceeded was not thrown", null],
  ["I implemented the rate limit middleware.", null],
  ["✗ rejects with 429 Too Many Requests when the quota is used up", null],
  ["Error: expected 'Too many requests', got 'ok'", null],
  ["Error: connect ECONNREFUSED 127.0.0.1:5432", null],
  ["TypeError: fetch failed", null],
  ["500 Internal Server Error", null],
  ["Error: no such file", null],
  ["ok 12 - answers 401 Unauthorized without a token", null],
  ["", null],
];

for (const [line, cause] of LINES) {
  Deno.test(`who failed: "${line}" is ${cause ?? "the agent's"}`, () => {
    assertEquals(judgeLine(line), cause);
  });
}

Deno.test("who failed: the API's words are one line without its JSON", () => {
  const body = '{"type":"error","error":{"type":"api_error","message":"Internal server error"}}';
  assertEquals(
    showApiWords(`API Error: 500 ${body} · check status\nmore`),
    "500 Internal server error",
  );
  assertEquals(showApiWords("API Error: Connection error."), "Connection error");
  assertEquals(showApiWords("Prompt is too long"), "Prompt is too long");
  assertEquals(
    showApiWords("Claude AI usage limit reached|1795903788"),
    "Claude AI usage limit reached",
  );
  assertEquals(showApiWords("Error: a|12"), "a|12");
  assertEquals(showApiWords(""), "");
});
