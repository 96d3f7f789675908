/** What is wrong in the configuration, and the sentence for it. */
import { NO_PLACE } from "../files/json_text.ts";
import type { SettingKey } from "./settings.ts";

/** The layers of the configuration, the weakest first. */
export const LAYER_NAMES = [
  "built-in",
  "global-flat",
  "global",
  "project-flat",
  "project",
  "environment",
  "flags",
] as const;

/** The name of a layer. */
export type LayerName = typeof LAYER_NAMES[number];

/** A problem in the configuration. */
export interface ConfigProblem {
  readonly layer: LayerName;
  /** The file, the environment variable, or `flags`. */
  readonly source: string;
  readonly kind:
    /** The file is not a JSON object or cannot be read; `found` says why. */
    | "unreadable"
    | "unknown"
    | "value"
    /** A minimum is above its maximum. */
    | "conflict"
    /** More problems in this source, which are not listed; `found` counts them. */
    | "more";
  /** The key as it was written; empty where the whole source is meant. */
  readonly key: string;
  readonly setting: SettingKey | null;
  /** As the end of "should be …"; may be empty. */
  readonly expected: string;
  /** The value as JSON, shortened. */
  readonly found: string;
  /** Counted from 1, where known. */
  readonly line: number | null;
  /** Counted from 1, where the file is not JSON. */
  readonly column: number | null;
  /** The known key nearest to it. */
  readonly nearest: string | null;
}

/**
 * Makes a problem; details that are not given are empty.
 *
 * @param source The file, the environment variable, or `flags`.
 */
export function problemOf(
  layer: LayerName,
  source: string,
  kind: ConfigProblem["kind"],
  details: Partial<ConfigProblem>,
): ConfigProblem {
  const nothing = { key: "", setting: null, expected: "", found: "", nearest: null };
  return { layer, source, kind, ...nothing, ...NO_PLACE, ...details };
}

/** Describes a problem in a sentence: file, key, expected and found, and the nearest known key. */
export function describeProblem(problem: ConfigProblem): string {
  const { source, key, expected, found, nearest } = problem;
  // An option is named as it was typed, and needs no place.
  const isFlag = problem.layer === "flags";
  const where = isFlag
    ? ""
    : `${[source, problem.line ?? [], problem.column ?? []].flat().join(":")}: `;
  const name = isFlag ? flagNameOf(key) : `"${key}"`;
  switch (problem.kind) {
    case "unreadable":
      return `${where}expected ${expected}, but ${found}`;
    case "unknown":
      return `${where}unknown key ${name} (${found})${
        nearest === null ? "" : `; did you mean "${nearest}"?`
      }`;
    case "value":
      return `${where}${key === source ? "" : `${name} `}should be ${expected}, and is ${found}`;
    case "more":
      return `${where}${found} more keys are unknown or wrong`;
    case "conflict":
      return `${where}${name} is ${found}, and should be ${expected}`;
  }
}

/** Names the option of `start` and `run` that sets a setting. */
export function flagNameOf(key: string): string {
  return `--${key.replace(/_seconds$/, "").replaceAll("_", "-")}`;
}
