/** JSON with `NaN` and `Infinity`, and values in it by their path. Pure. */
import { type JsonRead, parseJson } from "../../store/files/json_text.ts";
import { isObject } from "../../store/records/json_record.ts";

/** Matches strings, which stay unchanged, and values that JSON does not have, which become text. */
const NO_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/g;

/** Parses JSON; `NaN` and `Infinity`, which Python writes, become texts. */
export function parseLenientJson(text: string): JsonRead {
  const strict = parseJson(text);
  if (strict.kind === "ok" || !/NaN|Infinity/.test(text)) return strict;
  try {
    const plain = text.replace(NO_NUMBER, (token) => token[0] === '"' ? token : `"${token}"`);
    const lenient = parseJson(plain);
    return lenient.kind === "ok" ? lenient : strict;
  } catch {
    // The expression may fail on very long texts.
    return strict;
  }
}

/**
 * Whether a path is valid.
 *
 * @param path Such as `metrics.sharpe`, `$.runs[0].loss` or `["a key"].x`.
 */
export function isPath(path: string): boolean {
  return stepsOf(path) !== null;
}

/**
 * Reads the value at a path.
 *
 * @param path A valid path; a key that is the path itself (`"a.b"`) takes precedence.
 * @returns Undefined where the path leads nowhere.
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
    const match = step.exec(rest);
    if (match === null) return null;
    steps.push((match[1] ?? match[2] ?? match[3] ?? "").trim());
  }
  return steps.length === 0 && path !== "$" ? null : steps;
}
