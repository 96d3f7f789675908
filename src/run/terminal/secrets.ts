/** Masks secrets in everything that is written or shown. */

/** The text that replaces a secret wherever it is written or shown. */
export const MASK = "[masked]";

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)(?:S|_|\d|$)/i;
/** Endings of variables that name a location, not the secret itself. */
const PLACE_NAME = /_(?:FILE|PATH|DIR|HOME|SOCK|URL|URI|ID|NAME|TYPE|LIMIT|TTL)$/i;
/** Minimum length of a secret value; shorter values would mask ordinary words. */
const SHORTEST_VALUE = 6;
/** Values that are settings, not secrets. */
const SETTING_VALUE = /^(?:true|false|\d{1,7}|enabled|disabled|default)$/i;

/**
 * Key forms that their issuers document. They match inside words too, since a color code or an escaped line
 * ending may precede a key.
 */
const KEY_FORMS = [
  /sk-(?:ant|proj|or|svcacct|admin)-[\w-]{16,}/, // Anthropic, OpenAI, OpenRouter
  /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|\[[\d;]*m))sk-[A-Za-z0-9]{32,}/, // OpenAI's older form
  /gh[oprsu]_[A-Za-z0-9]{30,}|github_pat_\w{40,}|glpat-[\w-]{16,}/,
  /xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}/, // Slack
  /(?:AKIA|ASIA)[A-Z0-9]{16}/, // AWS
  /AIza[\w-]{35}|ya29\.[\w-]{20,}/, // Google
  /npm_[A-Za-z0-9]{36}|pypi-[\w-]{50,}|hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{20,}/,
  /[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9]{16,}/, // Stripe
  /SG\.[\w-]{20,24}\.[\w-]{39,50}/, // SendGrid
  /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/, // JSON web tokens
];
const KEY_FORM = new RegExp(KEY_FORMS.map(({ source }) => source).join("|"), "g");
/** The beginnings of all forms above: words before a hyphen or underscore, and others. */
const KEY_WORDS = "(?:[rs]k|gh[oprsu]|github_pat|glpat|xox[abeoprs]|xapp|npm|pypi|hf|whsec)[-_]";
const KEY_MARKS = "AKIA|ASIA|AIza|ya29|SG\\.|eyJ";
/** A cheap first test. It looks for the sign first, since most of a text is letters. */
const KEY_HINT = new RegExp(`[-_](?<=${KEY_WORDS})|${KEY_MARKS}`);

/** The beginning of a key at the end of a truncated piece. */
const KEY_BEGINNING = new RegExp(`(?<![A-Za-z0-9])(?:g?${KEY_WORDS}|${KEY_MARKS})[\\w.-]{4,}$`);
/** Minimum number of characters of a value that reveal it in a truncated text. */
const SHORTEST_PART = 8;
/** Replaces the rest of a truncated text. */
const ELLIPSIS = "…";

/** Private keys in text form, up to their end or the end of the text. */
const KEY_BLOCK = /(-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----)[\s\S]*?(?:-----END [A-Z0-9 ]*-----|$)/g;

/** Masks the secrets of an environment. */
export interface Secrets {
  /** Masks a complete text; see `SecretFilter` for text in pieces. */
  mask(text: string): string;
  /** Masks a truncated text, even if a part of a secret is left at its ends or at an ellipsis. */
  maskCut(text: string): string;
  /** Returns how many characters of an incomplete line cannot be the beginning of a secret. */
  countSafe(line: string): number;
}

/**
 * Finds the secrets of an environment.
 *
 * @param env Variables. The values of names like key, token, secret or password are secrets, also as they
 * are spelled in JSON and URLs.
 */
export function findSecrets(env: Readonly<Record<string, string>>): Secrets {
  const values = listSecretValues(env);
  const spaced = values.filter((value) => /\s/.test(value));
  const mask = (text: string) => {
    let masked = text;
    for (const value of values) {
      if (masked.includes(value)) masked = masked.replaceAll(value, MASK);
    }
    if (masked.includes("PRIVATE KEY-----")) masked = masked.replace(KEY_BLOCK, `$1${MASK}`);
    return KEY_HINT.test(masked) ? masked.replace(KEY_FORM, MASK) : masked;
  };
  return {
    mask,
    maskCut: (text) =>
      mask(text).split(ELLIPSIS).map((piece, index, { length }) =>
        values.reduce(maskEnds, index + 1 < length ? piece.replace(KEY_BEGINNING, MASK) : piece)
      ).join(ELLIPSIS),
    countSafe(line) {
      const lastWordAt = line.length - (/\S*$/.exec(line)?.[0].length ?? 0);
      const starts = spaced.map((value) => findOpenStart(line, value));
      return Math.min(lastWordAt, ...starts);
    },
  };
}

/** Masks the beginning of a value at the end of a text, and its end at the beginning. */
function maskEnds(text: string, value: string): string {
  const head = value.slice(0, SHORTEST_PART);
  const tail = value.slice(-SHORTEST_PART);
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
    if (value.startsWith(text.slice(at))) return `${text.slice(0, at)}${MASK}`;
  }
  for (let at = text.lastIndexOf(tail); at >= 0; at = text.lastIndexOf(tail, at - 1)) {
    const end = at + tail.length;
    if (value.endsWith(text.slice(0, end))) return `${MASK}${text.slice(end)}`;
    if (at === 0) break;
  }
  return text;
}

/** Returns a copy of a value in which every text is masked, even if it was truncated. */
export function maskTexts<T>(secrets: Pick<Secrets, "maskCut">, value: T): T {
  if (typeof value === "string") return secrets.maskCut(value) as T;
  if (Array.isArray(value)) return value.map((item) => maskTexts(secrets, item)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, maskTexts(secrets, item)]),
  ) as T;
}

/** Finds the start of an incomplete value at the end of a line; the line's length if there is none. */
function findOpenStart(line: string, value: string): number {
  for (let at = Math.max(0, line.length - value.length); at < line.length; at++) {
    if (value.startsWith(line.slice(at))) return at;
  }
  return line.length;
}

/**
 * Lists the secret values of an environment, longest first, so that a value that contains another one is
 * masked completely.
 */
function listSecretValues(env: Readonly<Record<string, string>>): string[] {
  const values = new Set<string>();
  for (const [name, value] of Object.entries(env)) {
    if (!SECRET_NAME.test(name) || PLACE_NAME.test(name)) continue;
    for (const line of value.split(/\r?\n/)) {
      const text = line.trim();
      if (text.length < SHORTEST_VALUE || SETTING_VALUE.test(text)) continue;
      values.add(text);
      values.add(JSON.stringify(text).slice(1, -1));
      values.add(encodeURIComponent(text.toWellFormed()));
    }
  }
  return [...values].sort((a, b) => b.length - a.length);
}
