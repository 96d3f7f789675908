/**
 * JSON as programs really write it, and values in it by their path. Pure.
 *
 * @module
 */
import { type JsonRead, parseJson } from "../../store/files/json_text.ts";
import { isObject } from "../../store/records/json_record.ts";

/** Strings stay as they are; what JSON does not know becomes text that says what it was. */
const NO_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/g;

/**
 * Parses JSON; `NaN` and `Infinity`, which Python writes and JSON does not know, become texts.
 *
 * @param text The file's text.
 * @returns The value, or why the text is not JSON.
 */
export function parseLenientJson(text: string): JsonRead {
  const strict = parseJson(text);
  if (strict.kind === "ok" || !/NaN|Infinity/.test(text)) return strict;
  try {
    const plain = text.replace(NO_NUMBER, (found) => found[0] === '"' ? found : `"${found}"`);
    const lenient = parseJson(plain);
    return lenient.kind === "ok" ? lenient : strict;
  } catch {
    // A text of megabytes in one piece is too much for the expression.
    return strict;
  }
}

/**
 * Whether a path can be followed.
 *
 * @param path Such as `metrics.sharpe`, `$.runs[0].loss` or `["a key"].x`.
 */
export function isPath(path: string): boolean {
  return stepsOf(path) !== null;
}

/**
 * The value at a path.
 *
 * @param value Where to begin.
 * @param path Its steps; a key that is written whole wins over its steps (`"a.b"`).
 * @returns The value; undefined where there is none.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (isObject(value) && Object.hasOwn(value, path)) return value[path];
  let at = value;
  for (const step of stepsOf(path) ?? []) {
    if (Array.isArray(at)) at = /^-?\d+$/.test(step) ? at.at(Number(step)) : undefined;
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

function stepsOf(path: string): string[] | null {
  const steps: string[] = [];
  const rest = path.replace(/^\$\.?/, "");
  const step = /\.?([^.[\]"]+)|\[(-?\d+)\]|\["([^"]*)"\]/y;
  while (step.lastIndex < rest.length) {
    const found = step.exec(rest);
    if (found === null) return null;
    steps.push((found[1] ?? found[2] ?? found[3] ?? "").trim());
  }
  return steps.length === 0 && path !== "$" ? null : steps;
}
