/**
 * Judges who failed, the API or the agent: by the client's structured report of a failure, or else by its
 * words. Pure.
 */

/** The API's fault, as a pause names it. */
export type ApiCause =
  /** The account's usage limit refused the request. */
  | "rate-limited"
  /** No connection, an overload, or a server error, which passes by itself. */
  | "api-error"
  | "billing"
  | "login"
  | "no-access"
  | "context-full";

/** A client's report of a failed request. */
export interface ApiReport {
  /** The client's name for the error, such as `rate_limit`; empty if it has none. */
  readonly error: string;
  /** The HTTP status; null if unknown. */
  readonly status: number | null;
  readonly words: string;
}

/** Checks whether only a person can end the failure, so that waiting does not help. */
export function needsPerson(cause: string): boolean {
  return ["billing", "login", "no-access", "context-full"].includes(cause);
}

/** Error names of the clients and the API, without `_error`; null for an invalid request. */
const ERRORS: ReadonlyMap<string, ApiCause | null> = new Map(Object.entries({
  rate_limit: "rate-limited",
  usage_limit: "rate-limited",
  overloaded: "api-error",
  server: "api-error",
  api: "api-error",
  timeout: "api-error",
  billing: "billing",
  authentication: "login",
  authentication_failed: "login",
  oauth_org_not_allowed: "no-access",
  permission: "no-access",
  model_not_found: "no-access",
  request_too_large: "context-full",
  invalid_request: null,
  not_found: null,
  max_output_tokens: null,
}));

const STATUSES: Readonly<Record<number, ApiCause>> = {
  401: "login",
  402: "billing",
  403: "no-access",
  408: "api-error",
  413: "context-full",
  429: "rate-limited",
};

/** Limits of the server, which the client distinguishes from limits of the account. */
const NO_USAGE_LIMIT = /\bnot your usage limit\b|\btemporarily limiting requests\b/i;
const NAMES_RESET = /\bresets?\b|\b(?:retry|try again|available) (?:in|at|after)\b/i;

/**
 * Judges a failure that the client reports in structured form.
 *
 * @returns The API's fault; null if the request was invalid, which is the agent's failure.
 */
export function judgeReport({ error, status, words }: ApiReport): ApiCause | null {
  const known = ERRORS.get(error.replace(/_error$/, ""));
  const stripped = stripPrefix(words);
  const code = status ?? stripped.status;
  const named = known ?? causeOfStatus(code);
  const isWrong = known === null || code !== null && code >= 400;
  const said = causeOfWords(stripped.text);
  if (named === "rate-limited") {
    if (NO_USAGE_LIMIT.test(words)) return "api-error";
    return said !== null && needsPerson(said) ? said : named;
  }
  // Credit with a reset is a limit.
  if (named === "billing") return NAMES_RESET.test(words) ? "rate-limited" : named;
  if (named === "login") return said === "no-access" || code === 403 ? "no-access" : named;
  return named ?? said ?? (isWrong ? null : "api-error");
}

function causeOfStatus(status: number | null): ApiCause | undefined {
  if (status === null) return undefined;
  return STATUSES[status] ?? (status >= 500 ? "api-error" : undefined);
}

const LIMIT = String
  .raw`(?:usage|rate|session|spend|weekly|daily|hourly|monthly|5-hour|opus|sonnet|fast|quota)`;
const REST = String.raw`(?:$|[.,;:!|]|\s[·∙•(-]|,? (?:please|try|retry|resets?|until)\b)`;

/** Beginnings of whole messages: a test's line that quotes a message begins with other words. */
// deno-fmt-ignore
const MESSAGES: readonly (readonly [ApiCause, RegExp])[] = [
  ["context-full", /^(?:prompt|conversation|context|input) (?:is )?too long\b/i],
  ["context-full", /^context (?:window|length|limit) (?:is |was )?(?:full|exceeded|reached)\b/i],
  ["context-full", /^(?:codex ran out of room in the model's context|your input exceeds the context window|request too large)\b/i],
  ["login", /^(?:not logged in|invalid api key|invalid (?:bearer token|authentication credentials)|failed to authenticate)\b/i],
  ["login", /^oauth (?:access |session )?token (?:has |was )?(?:been )?(?:expired|revoked|invalid)\b/i],
  ["login", /^your (?:login|session|access token|refresh token)\b.{0,20} (?:expired|revoked|could not be refreshed)\b/i],
  ["login", /^[^:]{0,80}\bplease run \/login\.?$/i],
  ["no-access", /^(?:this|your) (?:organization|account|usage allocation)\b.{0,12} (?:disabled|suspended)\b/i],
  ["no-access", /^there['’]s an issue with the selected model\b/i],
  ["billing", /^(?:your )?credit balance (?:is )?too low\b/i],
  ["billing", /^(?:insufficient (?:credits?|balance|quota|funds)|insufficient_quota|payment required)\b/i],
  ["billing", /^you(?:['’]re| are) out of (?:usage |extra )*(?:credits?|usage)\b/i],
  ["billing", /^you exceeded your current quota\b/i],
  ["billing", /^(?:no quota left|you have exceeded your premium request allowance)\b/i],
  ["rate-limited", /^you(?:['’]ve| have)? (?:hit|reached) (?:your|the)\b.{0,40}\blimit\b/i],
  ["rate-limited", new RegExp(String.raw`^(?:(?:claude|codex|gemini|openai|api)(?: ai| code)? )?${LIMIT}(?:[ -]?limit)? (?:reached|exceeded)${REST}`, "i")],
  ["rate-limited", new RegExp(String.raw`^(?:rate[ -]?limited|too many requests|resource_exhausted|rate_limit_error|limit reached)${REST}`, "i")],
  ["rate-limited", /^(?:you have exhausted your (?:capacity|(?:daily )?quota)|resource (?:has been )?exhausted|quota exceeded for)\b/i],
  ["rate-limited", /^request rejected \(429\)/i],
  ["rate-limited", /^exceeded retry limit, last status: 429\b/i],
  ["api-error", /^exceeded retry limit, last status: 5\d\d\b/i],
  ["api-error", /^unexpected status 5\d\d\b/i],
  ["api-error", new RegExp(String.raw`^(?:overloaded(?:_error)?|connection error)${REST}`, "i")],
  ["api-error", /^(?:unable to connect to (?:the )?api|the response stopped arriving|stream disconnected before completion|server is temporarily limiting requests|we['’]re currently experiencing high demand)\b/i],
];

function causeOfWords(text: string): ApiCause | null {
  const cause = MESSAGES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  if (NO_USAGE_LIMIT.test(text) && cause !== null) return "api-error";
  return cause === "billing" && NAMES_RESET.test(text) ? "rate-limited" : cause;
}

/**
 * Judges a line of an agent without structured reports. It counts only if the whole line is a client's
 * message, never for words in the middle of another line.
 *
 * @returns The API's fault; null for every other line.
 */
export function judgeLine(line: string): ApiCause | null {
  if (INDENTED.test(line)) return null;
  const { text, isApi, status, error } = stripPrefix(line);
  if (isApi) return judgeReport({ error, status, words: text });
  const said = causeOfWords(text);
  if (said !== null || status !== 429) return said;
  return text === "" ? "rate-limited" : null;
}

/** A line of a test or a list: a client's message begins in the first column, or after the client's mark. */
const INDENTED = /^\s+[^\s[■✕✖✗✘⚠│]/u;
const MARKS = /^[\s[■✕✖✗✘⚠│>*-]+/u;
const NAMES =
  /^(?:api error\b|(?:fatal |stream |request )?error\b|fatal\b|failed to authenticate\.(?= api error))[:!]?\s*/i;
const STATUS = /^\(?([45]\d\d)\)?\b[:,]?\s*/;

/** Removes the text that a client puts before the API's own words. */
function stripPrefix(
  line: string,
): { text: string; isApi: boolean; status: number | null; error: string } {
  let text = (line.split("\n", 1)[0] ?? "").replace(MARKS, "").trim();
  let isApi = false;
  for (let name = NAMES.exec(text); name !== null; name = NAMES.exec(text)) {
    isApi ||= /^api/i.test(name[0]);
    text = text.slice(name[0].length);
  }
  const status = STATUS.exec(text);
  if (status !== null) text = text.slice(status[0].length);
  const error = /"type"\s*:\s*"(\w+_error)"/.exec(text)?.[1] ?? "";
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  if (text.startsWith("{") && message !== undefined) text = message;
  if (MARKS.exec(line)?.[0].includes("[")) text = text.replace(/\]$/, "");
  return { text, isApi, status: status === null ? null : Number(status[1]), error };
}

const LONGEST_WORDS = 200;
/** The time at which a limit ends, in seconds or milliseconds since 1970; views show it as a time. */
const RESET_NUMBER = /\|\s*\d{10}(?:\d{3})?(?=\D|$)/g;

/** Renders the words of a failure in one line, without the client's prefix and the API's JSON. */
export function showApiWords(words: string): string {
  const { text, status } = stripPrefix(words);
  const shown = status === null ? text : `${status} ${text}`;
  return shown.replace(RESET_NUMBER, "").trim().replace(/\.$/, "").slice(0, LONGEST_WORDS);
}
