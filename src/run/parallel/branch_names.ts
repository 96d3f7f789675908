/**
 * The names of the branches that agents work on. They are valid for git whatever an item or a plan is called,
 * and the same in each run.
 *
 * @module
 */
import { basename } from "@std/path";
import { shorten } from "../../text/shorten.ts";

/** The branches of all runs begin with this. */
export const BRANCH_PREFIX = "ralph/";

/**
 * Names the branches of a plan: `ralph/PLAN/`.
 *
 * @example A plan with blanks
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(branchFolderOf("/p/My plan.md"), "ralph/my-plan/");
 * ```
 */
export function branchFolderOf(planPath: string): string {
  return `${BRANCH_PREFIX}${slugOf(basename(planPath).replace(/\.md$/i, ""))}/`;
}

/**
 * Names the branch of an item.
 *
 * @param item Its position in the plan, which makes the name unique, and its text.
 *
 * @example Characters that git does not permit
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(branchNameOf("PLAN.md", { number: 3, text: "-- a..b.lock" }), "ralph/plan/3-a-b-lock");
 * assertEquals(branchNameOf("PLAN.md", { number: 4, text: "@{" }), "ralph/plan/4-item");
 * ```
 */
export function branchNameOf(
  planPath: string,
  { number, text }: { readonly number: number; readonly text: string },
): string {
  return `${branchFolderOf(planPath)}${number}-${slugOf(text)}`;
}

/** Reduces a text to letters with their accents, digits and hyphens, at most 40 characters. */
function slugOf(text: string): string {
  // NFC, so that a file system does not treat a second spelling of the same text as another name.
  const slug = text.toLowerCase().normalize("NFC")
    .replace(/[\uFE00-\uFE0F\u20E3]/g, "")
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+|[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/-{2,}/g, "-").replace(/^-|-$/g, "");
  return shorten(slug, 40).replace("…", "").replace(/-$/, "") || "item";
}
