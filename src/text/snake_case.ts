/** Converts names to snake_case, for files and documents that other programs read. */

/** Turns a name in camelCase into snake_case. */
export function toSnakeCase(name: string): string {
  const small = name.toLowerCase();
  // Most names are one word.
  if (small === name) return name;
  let snake = "";
  // docs/start-up.md
  for (let at = 0; at < name.length; at++) snake += (name[at] === small[at] ? "" : "_") + small[at];
  return snake;
}

/**
 * Returns a value with all names in it in snake_case.
 *
 * @param value A JSON value whose names are all ralph's: every name is converted.
 */
export function withSnakeCaseNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCaseNames);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [toSnakeCase(name), withSnakeCaseNames(entry)]),
  );
}
