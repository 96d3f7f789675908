/**
 * `uncommitted-changes`: tracked files that differ from git's index, found without git: by size, or
 * by content where only the time differs.
 *
 * Files that git does not track are not seen, nor what is staged already. They may be the user's work
 * in progress: the text says so, and asks for no commit.
 *
 * @module
 */
import { bytesOf } from "../../store/files/foreign_file.ts";
import { objectNameOf, readTracked, type TrackedFile } from "../../tree/index_entries.ts";
import { GONE, NO_FILE, readFingerprint, UNREAD } from "../../tree/project_file.ts";
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import type { TreeView } from "./tree_view.ts";
import { renderInstant } from "../../text/instant.ts";

/** So many files whose time alone differs are compared; more were touched by a program. */
const MOST_COMPARED = 100;
const LARGEST_COMPARED_BYTES = 64 << 20;
const NAMES_SHOWN = 5;

/** Assumed unchanged, or with more flags: not checked out, or only intended to be added. */
const NOT_COMPARED = 0xc000;

/** A file of which only the content can say whether it changed. */
interface _Suspect {
  readonly path: string;
  readonly tracked: TrackedFile;
  readonly changedMs: number;
}

/**
 * Runs the check.
 *
 * @param view the project
 * @param ownFiles files of the loop itself, from the project's root
 * @returns one opportunity, or none
 */
export async function findUncommitted(
  view: TreeView,
  ownFiles: readonly string[],
): Promise<Opportunity[]> {
  const index = readTracked(view.project);
  if (index === null) return [];
  const changed: { path: string; changedMs: number | null }[] = [];
  const touched: _Suspect[] = [];
  const racy: _Suspect[] = [];
  const indexSeconds = Math.floor((changedMsOf(index.path) ?? 0) / 1000);
  for (const [path, tracked] of index.files) {
    if (ownFiles.includes(path)) continue;
    const { fingerprint = UNREAD } = view.known.get(path) ?? {};
    if (fingerprint === UNREAD || fingerprint === NO_FILE || (tracked.flags & NOT_COMPARED) !== 0) {
      continue;
    }
    if (fingerprint === GONE) {
      changed.push({ path, changedMs: null });
      continue;
    }
    const { size, mtimeMs } = readFingerprint(fingerprint);
    if (size !== tracked.size) changed.push({ path, changedMs: mtimeMs });
    else if (Math.floor(mtimeMs / 1000) !== tracked.mtimeSeconds) {
      touched.push({ path, tracked, changedMs: mtimeMs });
    } // Written in the second in which git looked: times cannot tell (git's "racy" entries).
    else if (tracked.mtimeSeconds >= indexSeconds) racy.push({ path, tracked, changedMs: mtimeMs });
  }
  for (const { path, tracked, changedMs } of [...touched, ...racy].slice(0, MOST_COMPARED)) {
    if (await isOther(view.project, path, objectNameOf(index.bytes, tracked))) {
      changed.push({ path, changedMs });
    }
  }
  return changed.length === 0 ? [] : [describe(changed)];
}

function describe(changed: readonly { path: string; changedMs: number | null }[]): Opportunity {
  const times = changed.map(({ changedMs }) => changedMs).filter((time) => time !== null);
  const oldest = Math.min(...times);
  const since = Number.isFinite(oldest)
    ? `, the oldest since ${renderInstant(oldest).slice(0, 10)}`
    : "";
  const names = changed.slice(0, NAMES_SHOWN).map(({ path }) => path).join(", ");
  const rest = changed.length > NAMES_SHOWN ? ", …" : "";
  return makeOpportunity("uncommitted-changes", {
    key: "",
    file: changed.length === 1 ? changed[0]?.path ?? null : null,
    text: `${changed.length} tracked ${changed.length === 1 ? "file differs" : "files differ"} ` +
      `from git${since}: ${names}${rest}; finish what is yours, and leave alone what may be ` +
      "the user's work in progress",
    weight: Math.min(1.5, 0.5 + changed.length / 20),
  });
}

/** Whether a file's content has another name in git; git may keep it with other line ends. */
async function isOther(project: string, path: string, hash: string): Promise<boolean> {
  const content = bytesOf(`${project}/${path}`, LARGEST_COMPARED_BYTES);
  if (content === null || await blobHash(content) === hash) return false;
  if (!content.includes(0x0d)) return true;
  const text = new TextDecoder().decode(content).replaceAll("\r\n", "\n");
  return await blobHash(new TextEncoder().encode(text)) !== hash;
}

async function blobHash(content: Uint8Array): Promise<string> {
  const head = new TextEncoder().encode(`blob ${content.length}\0`);
  const blob = new Uint8Array(head.length + content.length);
  blob.set(head);
  blob.set(content, head.length);
  return new Uint8Array(await crypto.subtle.digest("SHA-1", blob)).toHex();
}

function changedMsOf(path: string): number | null {
  try {
    return Deno.statSync(path).mtime?.getTime() ?? null;
  } catch {
    return null;
  }
}
