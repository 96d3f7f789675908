/**
 * Trust in content of a project's files that ralph would execute or render. It is given once, by content
 * hash, and kept in the home folder.
 */
import { withLock } from "./files/lock.ts";
import { type Places, sharedLock } from "./places.ts";
import { RecordFile } from "./records/json_record.ts";
import { checked, instant, list, object, type ShapeOf, text } from "./records/shape.ts";
import { sha256 } from "../text/sha256.ts";
import type { Origin } from "./settings/resolve.ts";

/** Content that needs trust. Each layer that executes or renders lists its own. */
export interface TrustNeed {
  /** The use of the content; part of the hash (`hashContent`). */
  readonly kind: "verify" | "item" | "setup" | "git" | "task" | "adapter" | "template" | "notify";
  /** The text that people are shown: the command, or the file. */
  readonly what: string;
  /** The hashed content: the command itself, or the file's text. */
  readonly content: string;
}

const TrustEntrySchema = object({
  /** SHA-256 of the content, 64 hex digits. */
  hash: checked(text, (hash) => /^[0-9a-f]{64}$/.test(hash), "64 hex digits"),
  kind: text,
  /** The trusted content, for people: the command, or the file. */
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
 * Hashes content for trust. The kind is part of the hash, so that trust to render a text is not trust to
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

/** Content that is not trusted yet, and its hash. */
interface Untrusted {
  readonly need: TrustNeed;
  readonly hash: string;
}

/**
 * Finds the content that is not trusted in this project, each once.
 *
 * @returns In the given order; all of it if the trust file cannot be read.
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
 * Checks whether a setting comes from files that another person may have written, so that running it needs
 * trust. Settings that the user typed, or keeps in the home folder, do not.
 *
 * @returns True for the project's files, and for a value that is remembered from them.
 */
export function needsTrust(origin: Origin): boolean {
  return origin === "project" || origin === "project-flat" || origin === "last-good";
}

/** Lists all that is trusted, oldest first; empty if the file cannot be read. */
export function listTrusted(places: Places): readonly TrustEntry[] {
  return trustRecord(places).readOr(null)?.consents ?? [];
}

/**
 * Adds entries; entries that are trusted already stay unchanged.
 *
 * @throws {StateError} If it cannot be written. A file that cannot be read is not overwritten.
 * @throws {LockError} If another ralph process has the lock.
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
 * @throws {StateError} If the entries cannot be changed.
 * @throws {LockError} If another ralph process has the lock.
 */
export function revokeTrust(
  places: Places,
  isIntended: (entry: TrustEntry) => boolean,
): readonly TrustEntry[] {
  let revoked: readonly TrustEntry[] = [];
  changeTrust(places, (present) => {
    revoked = present.filter(isIntended);
    return present.filter((entry) => !isIntended(entry));
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
