/**
 * The plans that a project has where plans usually lie: for the hint when another one was named.
 *
 * @module
 */
import { join } from "@std/path";
import { readText } from "../../store/text_file.ts";

/** Folders that are looked into, from the project's root. */
const FOLDERS = ["", "docs", "docs/plans", "plans", "specs"];
const LARGEST_BYTES = 1024 * 1024;
/** So many are named. */
const MOST_PLANS = 5;
const OPEN_BOX = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[ \]/m;

/**
 * Lists markdown files with open boxes.
 *
 * @param project The project's root.
 * @returns Paths from the root, at most five.
 */
export function listPlans(project: string): string[] {
  const plans: string[] = [];
  for (const folder of FOLDERS) {
    for (const name of listMarkdown(join(project, folder))) {
      const read = readText(join(project, folder, name), LARGEST_BYTES);
      if (read.kind === "text" && OPEN_BOX.test(read.text)) plans.push(join(folder, name));
      if (plans.length === MOST_PLANS) return plans;
    }
  }
  return plans;
}

function listMarkdown(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => name.toLowerCase().endsWith(".md")).sort();
  } catch {
    return [];
  }
}
