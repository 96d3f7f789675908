/** Texts that try to become more than text. */

/** Replaces every text of a value, except those that choose a form. */
export function poison<T>(value: T, text: string): T {
  const kept = ["kind", "list", "change", "code", "tone", "driver", "ended", "commit"];
  if (Array.isArray(value)) return value.map((item) => poison(item, text)) as T;
  if (typeof value === "string") return text as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map((
      [key, item],
    ) => [key, kept.includes(key) ? item : poison(item, text)]),
  ) as T;
}

/** Tags, quotes, comments, and characters that change direction or hide. */
export const HOSTILE = [
  "</style></title><script>document.title='owned'</script>",
  "<img src=x onerror=alert(1)>",
  "\"'><svg onload=alert(1)>",
  "&lt;b&gt; ]]> <!-- -->",
  "\u202egnp.exe\u2066\u200b\u0000\u001b[31m\ud800",
  "url(javascript:alert(1))",
].join(" ");
