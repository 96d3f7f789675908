/**
 * What a file says of itself: the marker and the front matter. Over open items it is only a claim,
 * which the agent is asked about once.
 *
 * @module
 */
import { withoutEmphasis } from "../../markdown/inline.ts";
import type { Document } from "../../focus/items/document.ts";
import type { Signal } from "../../loop/facts.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** The text of the item that says "done" when it is ticked. */
const MARKER = "TASK_COMPLETE";

/** What `status` says of work that is done; an ADR's last word, "accepted", does not. */
const DONE_STATUS = new Set(["implemented", "completed", "complete", "done"]);

/** How much the claims count. */
export type ClaimSettings = Pick<
  Settings,
  "explicit_marker_confidence" | "frontmatter_status_confidence"
>;

/**
 * Finds the claims of a focus file.
 *
 * @param document The focus file.
 * @param spec The design spec that belongs to it, if any: then the spec's status decides.
 * @param settings How much each claim counts.
 */
export function findClaims(
  document: Document,
  spec: Document | null,
  settings: ClaimSettings,
): Signal[] {
  return [
    findMarker(document, settings.explicit_marker_confidence),
    findStatus(document, spec, settings.frontmatter_status_confidence),
  ].filter((signal) => signal !== null);
}

function findMarker(document: Document, confidence: number): Signal | null {
  // The text as written: in code it would stand in backticks, struck out between tildes.
  const marker = document.items.find(({ state, optional, source }) =>
    state === "done" && !optional && !source.includes("~") &&
    withoutEmphasis(source).trim() === MARKER
  );
  if (!marker) return null;
  const detail = `Line ${marker.line}: [x] ${MARKER}`;
  return { name: "explicit_marker", confidence, detail };
}

/**
 * An ADR that stays "accepted" is done when its spec is, and one that says "implemented" while its
 * spec does not is not done.
 */
function findStatus(
  document: Document,
  spec: Document | null,
  confidence: number,
): Signal | null {
  const [status, where] = spec
    ? [readDoneStatus(spec), "Front matter of the design spec"]
    : [readDoneStatus(document), "Front matter"];
  if (status === null) return null;
  return { name: "frontmatter_status", confidence, detail: `${where}: ${status}` };
}

/** The line of the front matter that says the work is done, or null. */
function readDoneStatus(document: Document): string | null {
  for (const [key, value] of Object.entries(document.frontMatter?.attributes ?? {})) {
    if (typeof value !== "string") continue;
    const name = key.trim().toLowerCase();
    const status = value.trim().toLowerCase();
    const isDone = name === "implementation-status"
      ? status === "completed" || status === "complete"
      : name === "status" && DONE_STATUS.has(status);
    if (isDone) return `${name}: ${status}`;
  }
  return null;
}
