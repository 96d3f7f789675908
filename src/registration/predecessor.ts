/**
 * The hooks of the earlier ralph plugin, which was a set of scripts. It reads the same marks as this
 * program, so both together would drive one session. Pure.
 *
 * @module
 */
import { readHookCommand } from "./ours.ts";

/** The scripts that the earlier plugin registered, whatever runs them. */
const SCRIPT =
  /\bralph\/(?:[\w.-]+\/)?hooks\/[\w.-]+|\b(?:loop-until-done|pretooluse-loop-guard)\b/;

/**
 * Tells whether a hook entry is the earlier plugin's.
 *
 * @param command The `command` of a hook entry of the client's settings, of whatever type.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * assert(isPredecessorEntry("$HOME/.claude/plugins/cache/x/ralph/hooks/loop-until-done.py"));
 * ```
 */
export function isPredecessorEntry(command: unknown): command is string {
  return typeof command === "string" && readHookCommand(command) === null && SCRIPT.test(command);
}
