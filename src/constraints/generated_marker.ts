/** Generated files, by the marker at their top. Pure. */
import type { Draft } from "./finding.ts";

/** Lines at the top of a file that may contain the marker. */
const HEAD_CHARACTERS = 4_096;
const HEAD_LINES = 40;

/** The same line, or a neighbour, must match both. */
const NEIGHBOURS = 3;

const COMMENT = /^\s*(?:\/\/|#|\/\*+|\*|--|;|<!--|%|\.\.|"""|''')/;
const HINT = /generated/i;
const IS_GENERATED = /\b(?:auto-?|automatically )?generated\b/i;
const NOT_BY_HAND = /\bdo(?: not|n't) (?:edit|modify|change|touch)\b/i;

/**
 * Finds the marker of a generated file.
 *
 * @returns One draft; empty without a marker.
 */
export function findGeneratedMarker(file: string, text: string): Draft[] {
  const head = text.slice(0, HEAD_CHARACTERS);
  if (!HINT.test(head)) return [];
  const lines = head.split("\n", HEAD_LINES);
  const index = lines.findIndex((line, at) => {
    if (!COMMENT.test(line)) return false;
    if (/(?:^|\s)@generated\b/.test(line)) return true;
    const around = lines.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).join("\n");
    return NOT_BY_HAND.test(line) && IS_GENERATED.test(around);
  });
  if (index < 0) return [];
  return [{
    category: "generated_file",
    severity: "high",
    file,
    line: index + 1,
    text: (lines[index] ?? "").trim(),
    description: `${file} is generated and says not to edit it`,
    advice: "Change its source and generate it again",
  }];
}
