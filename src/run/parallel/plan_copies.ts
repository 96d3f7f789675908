/**
 * The plan and its companions in a worktree. They are copies for the agent, which never reach its branch.
 * The agent's changes to them are carried over to the originals.
 *
 * @module
 */
import { failuresOf } from "../../error.ts";
import { basename, dirname, join, relative } from "@std/path";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { infoOf, isThere, removeFile } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { isInPlace } from "../../store/project.ts";
import { filesOfPlan } from "../plan/find_plan.ts";
import { finishLine, isSkipLine } from "../plan/item_line.ts";
import { type Plan, type PlanItem, readPlan } from "../plan/plan.ts";
import { type Git, GitError } from "./git.ts";
import { literal } from "./work_tree.ts";

const LARGEST_BYTES = 8 << 20;

/** A copy in a worktree of one of the plan's files. */
export interface PlanCopy {
  /** The file in the project's own tree. */
  readonly original: string;
  readonly copy: string;
  /** The copy's path relative to the worktree's top; null for a file outside of the repository. */
  readonly tracked: string | null;
  /** Its text when it was placed; null if it did not exist. */
  readonly before: string | null;
  /** Its path, or future path, after the agent moved its copy of the plan; left out if it did not. */
  readonly movedTo?: string;
}

/** The originals of a worktree's copies. */
interface CopySource {
  /** The top of the project's own work tree. */
  readonly top: string;
  /** The plan, then its companions, absolute. */
  readonly files: readonly string[];
}

/**
 * Copies the plan and its companions, in their current state, into a worktree.
 *
 * @param git Git in the worktree, which is new.
 * @throws {GitError} If git cannot list the files that it tracks, or a commit has a link in a copy's place.
 */
export async function placeCopies(git: Git, source: CopySource): Promise<PlanCopy[]> {
  return (await locateCopies(git, source)).map((located, index) => {
    const text = index === 0 ? textOf(located.original) : noteOf(located.original);
    if (text !== null) {
      refuseWayOut(git.folder, located.copy);
      writeAtomic(located.copy, text, { mode: 0o644, folderMode: 0o755 });
    }
    return { ...located, before: text };
  });
}

function refuseWayOut(worktree: string, path: string): void {
  if (isInPlace(worktree, dirname(path))) return;
  const name = relative(worktree, dirname(path));
  throw new GitError(`"${name}" is a link in the commit, so nothing is written there`);
}

/**
 * Finds the copies of a worktree again, for a run that no longer exists.
 *
 * @param git Git in the worktree.
 * @throws {GitError} If git cannot list the files that it tracks.
 */
export async function locateCopies(git: Git, { top, files }: CopySource): Promise<PlanCopy[]> {
  const paths = files.map((original) => relative(top, original));
  const isInsideTop = (path: string) => path !== "" && !path.startsWith("..");
  const inside = paths.filter(isInsideTop);
  const only = inside.length > 0 ? literal(inside) : [":!*"];
  const tracked = new Set((await git.ask("ls-files", "-z", "--", ...only)).split("\0"));
  return files.map((original, index) => {
    const path = paths[index]!;
    const inWorktree = isInsideTop(path) ? path : join(".ralph", basename(original));
    const copy = join(git.folder, inWorktree);
    return { original, copy, tracked: tracked.has(path) ? path : null, before: null };
  });
}

/**
 * Follows the copies to the place where the agent moved its plan.
 *
 * @param planPath The path of the agent's plan.
 */
export function followCopies(copies: readonly PlanCopy[], planPath: string): readonly PlanCopy[] {
  if (planPath === copies[0]?.copy) return copies;
  const files = filesOfPlan(planPath);
  return copies.map((copy, index) => ({ ...copy, movedTo: files[index]! }));
}

/** Returns the path of the agent's moved copy of the plan, relative to the top; undefined if not moved. */
export function movedToOf(
  [plan]: readonly PlanCopy[],
  { path }: { readonly path: string },
): string | undefined {
  return plan?.movedTo === undefined ? undefined : relative(path, plan.movedTo);
}

/**
 * Removes the copies from the work tree, so that they do not become part of the branch. A tracked file is
 * restored to its state at the base.
 *
 * @param git Git in the worktree.
 * @param base The commit that the branch began at.
 * @returns The agent's additions to the end of each companion, by the path of the original.
 */
export async function withdrawCopies(
  git: Git,
  base: string,
  copies: readonly PlanCopy[],
): Promise<Map<string, string>> {
  const added = new Map<string, string>();
  const restored: string[] = [];
  for (const [index, { original, copy, tracked, before, movedTo }] of copies.entries()) {
    if (tracked !== null) restored.push(tracked);
    // A link could lead to a file that its agent may neither read nor remove.
    const places = [copy, movedTo ?? copy].filter((path) => isInPlace(git.folder, path));
    const after = places.map(textOf).find((text) => text !== null) ?? null;
    // The first copy is the plan, whose item is carried over separately.
    if (index > 0 && after !== null && after.startsWith(before ?? "")) {
      const more = after.slice(before?.length ?? 0);
      if (more.trim() !== "") added.set(original, more);
    }
    for (const path of places) {
      const name = relative(git.folder, path);
      if (name === tracked) continue;
      if (await git.find(`${base}:${name}`) === null) removeFile(path);
      else restored.push(name);
    }
  }
  if (restored.length > 0) await git.run("checkout", "-q", base, "--", ...literal(restored));
  return added;
}

/**
 * Writes an item's line into a plan, if its current line is the expected one.
 *
 * @param path The plan.
 * @param key The item's key.
 * @param rawLine The new line; null to remove the item with its notes and its steps, none of which is open.
 * @returns The result; `missing` if the plan does not have the item as expected.
 */
export async function writeItemLine(
  path: string,
  key: string,
  rawLine: string | null,
): Promise<"written" | "unchanged" | "missing"> {
  const read = await readPlan(path);
  const text = textOf(path);
  if (read.kind !== "plan" || text === null) return "missing";
  const item = read.plan.items.find((candidate) => candidate.key === key);
  if (item === undefined) return "missing";
  if (item.rawLine === rawLine) return "unchanged";
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const line = lines[item.line - 1];
  if (line === undefined || !line.startsWith(item.rawLine)) return "missing";
  const at = item.line - 1;
  if (rawLine === null) {
    const end = endOfItem(lines, at);
    const isIn = (other: PlanItem) => other.line > item.line && other.line <= end;
    if (read.plan.items.some((other) => other.state === "open" && isIn(other))) return "missing";
    lines.splice(at, end - at);
  } else lines[at] = rawLine + line.slice(item.rawLine.length);
  const options = { mode: 0o644, followLinks: true };
  return failuresOf([() => writeAtomic(path, lines.join(""), options)]).length === 0
    ? "written"
    : "missing";
}

/** Finds the line after an item. Everything that is indented below its first line belongs to it. */
function endOfItem(lines: readonly string[], at: number): number {
  const indentOf = (line = "") => /^[ \t>]*/.exec(line)![0].length;
  const own = indentOf(lines[at]);
  let end = at + 1;
  for (let next = end; next < lines.length; next++) {
    if (/^[ \t>]*$/.test(lines[next]!.trimEnd())) continue;
    if (indentOf(lines[next]) <= own) break;
    end = next + 1;
  }
  return end;
}

/**
 * Writes a finished item's line into a plan, and ticks the items whose last open step it is, since they need
 * no agent of their own.
 *
 * @returns The result for the item's line.
 */
export async function finishItem(
  path: string,
  key: string,
  rawLine: string | null,
): ReturnType<typeof writeItemLine> {
  const read = readPlan(path);
  const isTicked = rawLine !== null && !isSkipLine(rawLine);
  const closed = read.kind === "plan" && isTicked ? findClosed(read.plan, key) : [];
  const written = await writeItemLine(path, key, rawLine);
  if (written !== "written") return written;
  for (const item of closed) await writeItemLine(path, item.key, finishLine(item, ""));
  return written;
}

/** Finds the items that an item closes, up to the first with its own check, which an agent has to pass. */
function findClosed({ items }: Plan, key: string): PlanItem[] {
  const closes = items.find((item) => item.key === key)?.closes ?? [];
  const around = closes.flatMap(({ line }) => items.find((item) => item.line === line) ?? []);
  const checked = around.findIndex(({ command }) => command !== null);
  return checked < 0 ? around : around.slice(0, checked);
}

/**
 * Appends an agent's notes to the run's progress or findings file.
 *
 * @param path The file.
 * @param text The text to append.
 */
export function appendToFile(path: string, text: string): void {
  const before = noteOf(path) ?? "";
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  writeAtomic(path, before + gap + text, { mode: 0o644, folderMode: 0o755 });
}

/** Reads a companion of the plan. Skips links, since an agent or a clone may have linked it to a secret. */
function noteOf(path: string): string | null {
  return infoOf(path)?.isSymlink === true ? null : textOf(path);
}

function textOf(path: string): string | null {
  if (!isThere(dirname(path))) return null;
  const read = readText(path, LARGEST_BYTES);
  return read.kind === "text" ? read.text : null;
}
