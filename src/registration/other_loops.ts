/** Finds loops of other plugins, which answer every Stop of the same sessions. */
import { join } from "@std/path";
import { readProjectText } from "../store/files/project_text.ts";

/** The file of the official plugins' loop; it is removed when that loop ends. */
const OFFICIAL_LOOP = ".claude/ralph-loop.local.md";
const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---/;

/** Names the file of an active loop of the official plugins in a project; null without one. */
export function findOtherLoop(project: string): string | null {
  const read = readProjectText(project, join(project, OFFICIAL_LOOP));
  if (read.kind !== "text") return null;
  const [, fields = ""] = FRONT_MATTER.exec(read.text) ?? [];
  return /^active:\s*true\s*$/m.test(fields) ? OFFICIAL_LOOP : null;
}

/** Checks whether a Stop hook belongs to the official plugins, by its plugin or its command. */
export function isOfOfficialLoop(words: string): boolean {
  return /\bralph-(?:loop|wiggum)\b/.test(words);
}
