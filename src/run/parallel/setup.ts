/**
 * Prepares a worktree with files that git does not track: links, copies, and commands of `worktree_setup`.
 *
 * @module
 */
import { copy } from "@std/fs/copy";
import { ensureDir } from "@std/fs/ensure-dir";
import { dirname, join } from "@std/path";
import { messageOf } from "../../error.ts";
import { isThere } from "../../store/files/presence.ts";
import { findOutsideTarget, isInPlace } from "../../store/project.ts";
import type { TrustedCommand } from "../../store/trusted_command.ts";
import type { RunContext } from "../job/context.ts";
import { noteSandbox, runTrusted } from "../job/verify.ts";

/** One step of `worktree_setup`. */
type SetupStep =
  | { readonly kind: "link" | "copy"; readonly path: string }
  | { readonly kind: "command" };

/**
 * Reads a step: `link:PATH`, `copy:PATH`, or a command.
 *
 * @example Three kinds
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readStep("link:node_modules"), { kind: "link", path: "node_modules" });
 * assertEquals(readStep("copy: .env"), { kind: "copy", path: ".env" });
 * assertEquals(readStep("npm ci"), { kind: "command" });
 * ```
 */
export function readStep(text: string): SetupStep {
  const match = /^(link|copy):\s*(\S.*)$/.exec(text.trim());
  if (match === null) return { kind: "command" };
  return { kind: match[1] as "link" | "copy", path: match[2]!.trim() };
}

/**
 * Prepares a worktree.
 *
 * @param workFolder The project's folder in the worktree.
 * @param project The project's own folder, the target of links and the source of copies.
 * @param steps The steps, in order.
 * @param context Runs commands, which end when the run is stopped.
 * @returns Why a step failed; null if all passed. A path that does not exist is skipped.
 */
export async function setUpWorktree(
  workFolder: string,
  project: string,
  steps: readonly TrustedCommand[],
  context: RunContext,
): Promise<string | null> {
  for (const trusted of steps) {
    const { line: text } = trusted;
    const step = readStep(text);
    if (context.stop.request !== null) return null;
    if (step.kind === "command") {
      const verdict = await runTrusted({ ...context, workFolder }, trusted);
      if (verdict.kind === "rejected") {
        noteSandbox(context);
        return `worktree_setup failed: \`${text}\`: ${verdict.tail}`;
      }
      continue;
    }
    const problem = await place(step.kind, step.path, project, workFolder);
    if (problem !== null) return `worktree_setup failed: "${text}": ${problem}`;
  }
  return null;
}

async function place(
  kind: "link" | "copy",
  path: string,
  project: string,
  workFolder: string,
): Promise<string | null> {
  const [from, to] = [join(project, path), join(workFolder, path)];
  if (!isThere(from) || isThere(to)) return null;
  // A commit can have a link in the place of a folder. So can the project, which agents can write.
  if (!isInPlace(workFolder, dirname(to))) return `"${dirname(path)}" is a link in the commit`;
  const out = kind === "copy" ? findOutsideTarget(project, dirname(from)) : null;
  if (out !== null) return `"${dirname(path)}" leads out of the project, to "${out}"`;
  try {
    await ensureDir(dirname(to));
    if (kind === "link") await Deno.symlink(from, to);
    else await copy(from, to);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
