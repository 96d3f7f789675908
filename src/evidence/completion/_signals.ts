/**
 * The signals of a file's boxes, its marker and its front matter. If items are open, marker and front
 * matter are only claims, and the agent is asked about them.
 */
import type { Document, TaskItem } from "../../plan/items/document.ts";
import type { Signal } from "../../loop/facts.ts";
import { withoutEmphasis } from "../../plan/markdown/inline.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { showCount } from "../../text/human_units.ts";

/** The text of the item that marks the file as complete when it is ticked. */
const MARKER = "TASK_COMPLETE";

/** Values of `status` for finished work. "accepted", as in an ADR, is not finished work. */
const DONE_STATUS = new Set(["implemented", "completed", "complete", "done"]);

/** The confidence of the claims. */
export type ClaimSettings = Pick<
  Settings,
  "explicit_marker_confidence" | "frontmatter_status_confidence"
>;

/**
 * Finds the claims of a focus file.
 *
 * @param spec The design spec that belongs to it, whose status then decides; null without one.
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
  // The raw text: in code it would be in backticks, struck out it would be between tildes.
  const item = document.items.find(({ state, optional, source }) =>
    state === "done" && !optional && !source.includes("~") &&
    withoutEmphasis(source).trim() === MARKER
  );
  const line = item?.line ?? findBareMarker(document);
  if (line === null) return null;
  return { name: "explicit_marker", confidence, detail: `${MARKER} is ticked in line ${line}` };
}

/**
 * Finds the line of a marker that is not a list item but a line of its own.
 *
 * The marker must end its paragraph, and the text before it must neither announce it nor break off there,
 * since such text tells the reader to write the marker.
 */
function findBareMarker({ paragraphs }: Pick<Document, "paragraphs">): number | null {
  for (const [index, { line, optional, section, source }] of paragraphs.entries()) {
    const lines = source.trimEnd().split("\n");
    const last = withoutEmphasis(lines.pop() ?? "");
    if (optional || !/^\s*\[[xX]\]\s*TASK_COMPLETE\s*$/.test(last)) continue;
    const above = paragraphs[index - 1];
    const isAnnounced = lines.length === 0
      ? above?.section === section && /:\s*$/.test(above?.source ?? "")
      : !/[.!]\s*$/.test(lines.at(-1)!);
    if (!isAnnounced) return line + lines.length;
  }
  return null;
}

/** Finds the status. An ADR with a spec is complete only if the spec is, whatever the ADR's own status. */
function findStatus(
  document: Document,
  spec: Document | null,
  confidence: number,
): Signal | null {
  const [status, where] = spec
    ? [readDoneStatus(spec), "the front matter of the design spec says"]
    : [readDoneStatus(document), "the front matter says"];
  if (status === null) return null;
  return { name: "frontmatter_status", confidence, detail: `${where} \`${status}\`` };
}

/** Returns the line of the front matter with a status of finished work, or null. */
function readDoneStatus(document: Document): string | null {
  const valueOf = (key: string) => {
    const value = document.attributes?.[key];
    return typeof value === "string" ? value.toLowerCase() : "";
  };
  const [own, status] = [valueOf("implementation-status"), valueOf("status")];
  if (own === "completed" || own === "complete") return `implementation-status: ${own}`;
  return DONE_STATUS.has(status) ? `status: ${status}` : null;
}

/** The confidence of the two checklist signals. */
export type ChecklistSettings = Pick<
  Settings,
  "all_checkboxes_confidence" | "no_pending_items_confidence"
>;

/**
 * Judges the boxes.
 *
 * @param items The items that count, without optional items.
 * @returns The signal, which is stronger if all items are ticked and weaker if some were skipped; null if
 * an item is open or no item is ticked.
 */
export function findChecklistSignal(
  items: readonly TaskItem[],
  settings: ChecklistSettings,
): Signal | null {
  const done = items.filter((item) => item.state === "done");
  const skipped = items.filter((item) => item.state === "skipped");
  if (done.length === 0 || done.length + skipped.length < items.length) return null;
  if (skipped.length === 0) {
    const detail = done.length === 1
      ? "the only box is ticked"
      : `all ${done.length} boxes are ticked`;
    return { name: "all_checkboxes", confidence: settings.all_checkboxes_confidence, detail };
  }
  const detail = `${showCount(done.length, "box", "boxes")} ticked, none open; ` +
    `${skipped.length} skipped, first in line ${skipped[0]!.line}`;
  return { name: "no_pending_items", confidence: settings.no_pending_items_confidence, detail };
}
