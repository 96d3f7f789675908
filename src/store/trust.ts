/**
 * Consents: what a project's file would make us execute or render is agreed to once, by content
 * hash, kept in the home folder.
 *
 * @module
 */
import { requireWritten } from "./files/atomic_file.ts";
import type { ConsentNeed } from "./consent_need.ts";
import { StateError } from "../error.ts";
import {
  readRecord,
  type RecordRead,
  type RecordShape,
  writeRecord,
} from "./records/json_record.ts";
import { withLock } from "./files/lock.ts";
import { type Places, sharedLock } from "./places.ts";
import type { Origin } from "./settings/resolve.ts";
import {
  checked,
  choice,
  instant,
  list,
  object,
  schemaOf,
  type ShapeOf,
  text,
} from "./records/shape.ts";

/** One consent. */
export const ConsentSchema = object({
  /** SHA-256 of the content, 64 hex digits. */
  hash: checked(text, (hash) => /^[0-9a-f]{64}$/.test(hash), "64 hex digits"),
  /** `verify`, `item`, `task`, `adapter`, `template` (`ConsentNeed`). */
  kind: text,
  /** What was agreed to, for people: the command, or the file. */
  what: text,
  /** The project where it was asked. */
  project: text,
  /** UTC time in ISO 8601, ending in `Z`. */
  at: instant,
});

/** One consent. */
export type Consent = ShapeOf<typeof ConsentSchema>;

const TrustSchema = object({ version: choice(1), consents: list(ConsentSchema) });
type Trust = ShapeOf<typeof TrustSchema>;
const TRUST: RecordShape<Trust> = { version: 1, schema: schemaOf(TrustSchema) };

/**
 * The hash of what a consent is about. The kind goes into it, so that an agreement to render a text
 * is none to execute it.
 *
 * @param kind What is to be done with the content.
 * @param content The command, or the file's content.
 * @returns 64 hex digits.
 */
export async function hashContent(kind: string, content: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${kind}\0${content}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether this content was agreed to in this project.
 *
 * @param places The home's places.
 * @param hash What `hashContent` gave.
 * @param project The project's root, links resolved.
 * @returns False also where the consents cannot be read.
 */
export function hasConsent(places: Places, hash: string, project: string): boolean {
  return listConsents(places).some((consent) =>
    consent.hash === hash && consent.project === project
  );
}

/** Something that nobody agreed to yet, and its hash. */
export interface Unagreed {
  readonly need: ConsentNeed;
  readonly hash: string;
}

/**
 * What nobody agreed to in this project, each content once.
 *
 * @param places The home's places.
 * @param project The project's root, links resolved.
 * @param needs All that would be executed or rendered.
 * @returns The needs without consent, in their order; all of them where consents cannot be read.
 */
export async function listUnagreed(
  places: Places,
  project: string,
  needs: readonly ConsentNeed[],
): Promise<readonly Unagreed[]> {
  const agreed = new Set(
    listConsents(places).filter((consent) => consent.project === project).map(({ hash }) => hash),
  );
  const unagreed = new Map<string, Unagreed>();
  for (const need of needs) {
    const hash = await hashContent(need.kind, need.content);
    if (!agreed.has(hash) && !unagreed.has(hash)) unagreed.set(hash, { need, hash });
  }
  return [...unagreed.values()];
}

/**
 * Whether a setting comes from files that a stranger may have written, so that running what it says
 * needs consent. What the user typed, or keeps in the home folder, needs none.
 *
 * @param origin Where the setting's value comes from.
 * @returns True for the project's files, and for a value that is only remembered from them.
 */
export function needsConsent(origin: Origin): boolean {
  return origin === "project" || origin === "project-flat" || origin === "last-good";
}

/**
 * All consents.
 *
 * @param places The home's places.
 * @returns The consents, oldest first; none where they cannot be read.
 */
export function listConsents(places: Places): readonly Consent[] {
  const read = readRecord(places.trustFile, TRUST);
  return read.kind === "ok" ? read.value.consents : [];
}

/**
 * Adds consents; those that stand already stay as they are.
 *
 * @param places The home's places.
 * @param consents What was agreed to.
 * @throws {StateError} Where they cannot be kept; nothing is overwritten that cannot be read.
 * @throws {LockError} Where another ralph is at it.
 */
export function addConsents(places: Places, consents: readonly Consent[]): void {
  changeTrust(places, (present) => {
    const known = new Set(present.map(keyOf));
    return [...present, ...consents.filter((consent) => !known.has(keyOf(consent)))];
  });
}

/**
 * Takes consents back.
 *
 * @param places The home's places.
 * @param isMeant Which ones.
 * @returns Those that were taken back.
 * @throws {StateError} Where they cannot be changed.
 * @throws {LockError} Where another ralph is at it.
 */
export function revokeConsents(
  places: Places,
  isMeant: (consent: Consent) => boolean,
): readonly Consent[] {
  let revoked: readonly Consent[] = [];
  changeTrust(places, (present) => {
    revoked = present.filter(isMeant);
    return present.filter((consent) => !isMeant(consent));
  });
  return revoked;
}

function keyOf({ hash, project }: Consent): string {
  return `${hash} ${project}`;
}

function changeTrust(places: Places, change: (present: readonly Consent[]) => Consent[]): void {
  withLock(sharedLock(places, "trust"), {}, () => {
    const present = presentOrThrow(places, readRecord(places.trustFile, TRUST));
    const consents = change(present);
    if (consents.length === present.length) return;
    requireWritten(
      writeRecord(places.trustFile, { version: 1, consents } as Trust),
      places.trustFile,
    );
  });
}

function presentOrThrow(places: Places, read: RecordRead<Trust>): readonly Consent[] {
  switch (read.kind) {
    case "ok":
      return read.value.consents;
    case "absent":
      return [];
    case "newer":
      throw new StateError(`"${places.trustFile}" is of version ${read.version}, and we know 1`, {
        hint: "A newer ralph wrote it: update this one.",
      });
    case "broken":
      throw new StateError(`Cannot read "${places.trustFile}": ${read.why}`, {
        hint: "Move the file away; consents are then asked for again.",
      });
  }
}
