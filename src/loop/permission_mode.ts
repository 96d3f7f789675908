/** The meaning of each of the client's permission modes for a loop. */

interface ModeMeaning {
  /** True if Claude Code asks a person, so that the loop may wait. */
  readonly asks: boolean;
  /** One sentence, with how to change the mode if that helps. */
  readonly sentence: string;
}

const CHANGE = "Change the mode with Shift+Tab, or start Claude Code with --permission-mode auto";

const MEANINGS: Readonly<Record<string, ModeMeaning>> = {
  manual: {
    asks: true,
    sentence: 'Permission mode "manual": Claude Code asks before it edits files or runs ' +
      `commands, and the loop waits for the answer. ${CHANGE}`,
  },
  acceptEdits: {
    asks: true,
    sentence: 'Permission mode "acceptEdits": Claude Code asks before it runs most commands, and ' +
      `the loop waits for the answer. ${CHANGE}`,
  },
  plan: {
    asks: true,
    sentence:
      'Permission mode "plan": nothing can be changed, and the loop waits until you leave ' +
      "it. Change the mode with Shift+Tab",
  },
  auto: {
    asks: false,
    sentence: 'Permission mode "auto": Claude Code decides itself, and rarely asks',
  },
  dontAsk: {
    asks: false,
    sentence: 'Permission mode "dontAsk": what your settings do not allow is denied without asking',
  },
  bypassPermissions: {
    asks: false,
    sentence: 'Permission mode "bypassPermissions": nothing is asked',
  },
};

/**
 * Describes a permission mode in which the loop may wait for a person.
 *
 * @param mode Null if unknown.
 * @returns One sentence; empty if Claude Code does not ask.
 */
export function describeAsking(mode: string | null): string[] {
  const { asks, sentence } = describeMode(mode ?? "");
  return asks ? [sentence] : [];
}

/**
 * Describes what a permission mode means for a loop.
 *
 * @example A mode that this ralph does not know
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(describeMode("zen"), { asks: false, sentence: 'Permission mode "zen"' });
 * ```
 */
export function describeMode(mode: string): ModeMeaning {
  // The client's events and settings still use the old name.
  const name = mode === "default" ? "manual" : mode;
  const meaning = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
  return meaning ?? { asks: false, sentence: `Permission mode "${mode}"` };
}
