/**
 * `uncommitted-changes`: tracked files that differ from git's index, found without git: by size, or
 * by content where only the time differs.
 *
 * Untracked files and staged changes are not seen. Changes may be the user's work in progress, so the
 * text says so and does not ask for a commit.
 */
import { bytesOf } from "../../store/files/foreign_file.ts";
import { renderInstant } from "../../text/instant.ts";
import { objectNameOf, readTracked, type TrackedFile } from "../../tree/index_entries.ts";
import { infoOf } from "../../store/files/presence.ts";
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import type { TreeView } from "./tree_view.ts";
import { joinBytes } from "../../text/join_bytes.ts";

/** Files compared by content at most; if more have a new time, a program touched them all. */
const MAX_COMPARED = 100;
const LARGEST_COMPARED_BYTES = 64 << 20;
const NAMES_SHOWN = 5;

/** Assumed unchanged, or with more flags: not checked out, or only intended to be added. */
const NOT_COMPARED = 0xc000;

interface Candidate {
  readonly path: string;
  /** Epoch milliseconds; null where it is gone. */
  readonly changedMs: number | null;
  readonly tracked: TrackedFile;
}

/**
 * Compares the files with git's index.
 *
 * @param ownFiles Files of the loop itself, from the project's root; ignored.
 * @returns One opportunity for all differing files; empty where none differs.
 */
export async function findUncommitted(
  view: TreeView,
  ownFiles: readonly string[],
): Promise<Opportunity[]> {
  const index = readTracked(view.project);
  if (index === null) return [];
  const changed: Candidate[] = [];
  const touched: Candidate[] = [];
  const racy: Candidate[] = [];
  const indexSeconds = Math.floor((infoOf(index.path)?.mtime?.getTime() ?? 0) / 1000);
  for (const [path, tracked] of index.files) {
    const { kind, size, mtimeMs } = view.files.get(path) ?? { kind: "other", size: 0, mtimeMs: 0 };
    const isLeftOut = kind === "other" || (tracked.flags & NOT_COMPARED) !== 0 ||
      ownFiles.includes(path);
    if (isLeftOut) continue;
    const isGone = kind === "gone";
    const list = isGone || size !== tracked.size
      ? changed
      : Math.floor(mtimeMs / 1000) !== tracked.mtimeSeconds
      ? touched
      // Changed in the second in which git wrote its index: times cannot tell (git's "racy" entries).
      : tracked.mtimeSeconds >= indexSeconds
      ? racy
      : null;
    list?.push({ path, tracked, changedMs: isGone ? null : mtimeMs });
  }
  for (const candidate of [...touched, ...racy].slice(0, MAX_COMPARED)) {
    const object = objectNameOf(index.bytes, candidate.tracked);
    if (await isOther(`${view.project}/${candidate.path}`, object)) changed.push(candidate);
  }
  return changed.length === 0 ? [] : [describe(changed)];
}

function describe(changed: readonly Candidate[]): Opportunity {
  const { length } = changed;
  const oldest = Math.min(...changed.map(({ changedMs }) => changedMs ?? Infinity));
  const since = Number.isFinite(oldest)
    ? `, the oldest since ${renderInstant(oldest).slice(0, 10)}`
    : "";
  const names = changed.slice(0, NAMES_SHOWN).map(({ path }) => path).join(", ");
  return makeOpportunity("uncommitted-changes", {
    key: "",
    file: length === 1 ? changed[0]?.path ?? null : null,
    text: `${length} tracked ${length === 1 ? "file differs" : "files differ"} from git${since}: ` +
      `${names}${length > NAMES_SHOWN ? ", …" : ""}; finish what is yours, and leave alone what ` +
      "may be the user's work in progress",
    weight: Math.min(1.5, 0.5 + length / 20),
  });
}

/** Whether a file's content differs from git's, which may have other line endings. */
async function isOther(path: string, object: string): Promise<boolean> {
  const content = bytesOf(path, LARGEST_COMPARED_BYTES);
  // The name is as long as that of its hash.
  const hash = object.length === 64 ? "SHA-256" : "SHA-1";
  if (content === null || await blobName(content, hash) === object) return false;
  if (!content.includes(0x0d)) return true;
  const text = new TextDecoder().decode(content).replaceAll("\r\n", "\n");
  return await blobName(new TextEncoder().encode(text), hash) !== object;
}

async function blobName(content: Uint8Array<ArrayBuffer>, hash: string): Promise<string> {
  const head = new TextEncoder().encode(`blob ${content.length}\0`);
  const blob = joinBytes([head, content]);
  return new Uint8Array(await crypto.subtle.digest(hash, blob)).toHex();
}
