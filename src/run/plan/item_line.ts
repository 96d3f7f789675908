/**
 * Merges the line of a finished item with another version of it: from an agent's copy of the plan, or from
 * another machine's result. Pure.
 */
import { stateOfSign } from "../../plan/items/checkbox.ts";
import { readCheck } from "../../plan/items/item_check.ts";
import { oneLine } from "../../text/shorten.ts";
import type { PlanItem } from "./plan.ts";

/** The text before the box, the box's content, and the text after it. */
const BOXED = /^([^[]*)\[([^\]]{0,20})\](.*)$/;
/** The longest reason after an item's text, such as why it was skipped. */
const LONGEST_REASON = 500;

/**
 * Returns the line to write for a finished item: the plan's own line, with the claimed box and the claimed
 * reason after the text. Takes nothing else from the claim, and never a command.
 *
 * @param item The item, as the plan has it.
 * @param claimed Its line in the other version.
 *
 * @example A reason is taken, a command is not, and neither is another item's line
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const item = { rawLine: "- [ ] Sort it | `make`" };
 * const claim = "- [-] Sort it: not needed | `rm -r .`";
 * assertEquals(finishLine(item, claim), "- [-] Sort it: not needed | `make`");
 * assertEquals(finishLine(item, "- [x] Delete it"), "- [x] Sort it | `make`");
 * ```
 */
export function finishLine({ rawLine }: Pick<PlanItem, "rawLine">, claimed: string): string {
  const [, start, , rest] = BOXED.exec(rawLine) ?? [];
  if (start === undefined || rest === undefined) return rawLine;
  const { end } = readCheck(rest);
  const [text, check] = [rest.slice(0, end), rest.slice(end)];
  const [, otherStart, box = "", otherRest = ""] = BOXED.exec(claimed) ?? [];
  const isOwn = otherStart === start && (stateOfSign(box) ?? "open") !== "open" &&
    otherRest.startsWith(text);
  if (!isOwn) return `${start}[x]${rest}`;
  return `${start}[${box}]${text}${readReason(otherRest.slice(text.length), check)}${check}`;
}

/** Checks whether a line belongs to a skipped item, whose check does not run. */
export function isSkipLine(rawLine: string): boolean {
  return stateOfSign(BOXED.exec(rawLine)?.[2] ?? "") === "skipped";
}

/** Reads the claimed reason. @param check The item's own check, which the reason may follow. */
function readReason(added: string, check: string): string {
  const stated = check !== "" && added.startsWith(check) ? added.slice(check.length) : added;
  // Text after a pipe could be read as a command.
  const [reason = ""] = stated.split("|", 1);
  const isOtherWord = /^[\p{L}\p{N}]/u.test(reason);
  if (reason.trim() === "" || isOtherWord) return "";
  return (/^\s/.test(reason) ? " " : "") + oneLine(reason, LONGEST_REASON);
}
