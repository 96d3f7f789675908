/**
 * Trust in what a project's files would make ralph execute or render: given once, by content hash, and
 * kept in the home folder.
 */
import { withLock } from "./files/lock.ts";
import { type Places, sharedLock } from "./places.ts";
import { RecordFile } from "./records/json_record.ts";
import { checked, instant, list, object, type ShapeOf, text } from "./records/shape.ts";
import { sha256 } from "../text/sha256.ts";
import type { Origin } from "./settings/resolve.ts";

/** Something that needs trust, by content; each layer that executes or renders lists its own. */
export interface TrustNeed {
  /** What is done with the content; it goes into the hash (`hashContent`). */
  readonly kind: "verify" | "item" | "setup" | "git" | "task" | "adapter" | "template" | "notify";
  /** What people are shown: the command, or the file. */
  readonly what: string;
  /** What is hashed: the command itself, or the file's text. */
  readonly content: string;
}

const TrustEntrySchema = object({
  /** SHA-256 of the content, 64 hex digits. */
  hash: checked(text, (hash) => /^[0-9a-f]{64}$/.test(hash), "64 hex digits"),
  kind: text,
  /** What is trusted, for people: the command, or the file. */
  what: text,
  project: text,
  at: instant,
});

/** A content that is trusted in a project. */
export type TrustEntry = ShapeOf<typeof TrustEntrySchema>;

const TrustSchema = object({ consents: list(TrustEntrySchema) });
type Trust = ShapeOf<typeof TrustSchema>;

/** Returns the file of all that is trusted. */
export function trustRecord({ trustFile }: Pick<Places, "trustFile">): RecordFile<Trust> {
  return new RecordFile(trustFile, { version: 1, schema: TrustSchema });
}

/**
 * Hashes what is to be trusted. The kind goes into it, so that trust to render a text is not trust to
 * execute it.
 */
export async function hashContent(kind: string, content: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${kind}\0${content}`);
  return await sha256(bytes);
}

/**
 * Checks whether a content is trusted in a project.
 *
 * @returns False also if the trust file cannot be read.
 */
export function isTrusted(places: Places, hash: string, project: string): boolean {
  return listTrusted(places).some((entry) => entry.hash === hash && entry.project === project);
}

/** Something that is not trusted yet, and its hash. */
interface Untrusted {
  readonly need: TrustNeed;
  readonly hash: string;
}

/**
 * Finds what is not trusted in this project, each content once.
 *
 * @returns In their order; all of them if the trust file cannot be read.
 */
export async function listUntrusted(
  places: Places,
  project: string,
  needs: readonly TrustNeed[],
): Promise<readonly Untrusted[]> {
  const entries = listTrusted(places).filter((entry) => entry.project === project);
  const trusted = new Set(entries.map(({ hash }) => hash));
  const untrusted = new Map<string, Untrusted>();
  for (const need of needs) {
    const hash = await hashContent(need.kind, need.content);
    if (!trusted.has(hash) && !untrusted.has(hash)) untrusted.set(hash, { need, hash });
  }
  return [...untrusted.values()];
}

/**
 * Checks whether a setting comes from files that a stranger may have written, so that running what it says
 * needs trust. What the user typed, or keeps in the home folder, does not.
 *
 * @returns True for the project's files, and for a value that is remembered from them.
 */
export function needsTrust(origin: Origin): boolean {
  return origin === "project" || origin === "project-flat" || origin === "last-good";
}

/** Lists all that is trusted, oldest first; nothing if the file cannot be read. */
export function listTrusted(places: Places): readonly TrustEntry[] {
  return trustRecord(places).readOr(null)?.consents ?? [];
}

/**
 * Adds what is trusted now; what is trusted already stays as it is.
 *
 * @throws {StateError} Where it cannot be kept; nothing is overwritten that cannot be read.
 * @throws {LockError} Where another ralph process has the lock.
 */
export function addTrust(places: Places, entries: readonly TrustEntry[]): void {
  changeTrust(places, (present) => {
    const presentKeys = new Set(present.map(keyOf));
    return [...present, ...entries.filter((entry) => !presentKeys.has(keyOf(entry)))];
  });
}

/**
 * Revokes trust.
 *
 * @throws {StateError} Where they cannot be changed.
 * @throws {LockError} Where another ralph process has the lock.
 */
export function revokeTrust(
  places: Places,
  isMeant: (entry: TrustEntry) => boolean,
): readonly TrustEntry[] {
  let revoked: readonly TrustEntry[] = [];
  changeTrust(places, (present) => {
    revoked = present.filter(isMeant);
    return present.filter((entry) => !isMeant(entry));
  });
  return revoked;
}

function keyOf({ hash, project }: TrustEntry): string {
  return `${hash} ${project}`;
}

function changeTrust(
  places: Places,
  change: (present: readonly TrustEntry[]) => TrustEntry[],
): void {
  const file = trustRecord(places);
  withLock(sharedLock(places, "trust"), {}, () => {
    const present = file.read()?.consents ?? [];
    const consents = change(present);
    if (consents.length !== present.length) file.write({ consents });
  });
}
