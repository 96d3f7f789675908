/**
 * The client's settings: deny rules, and hooks of others that may interfere. Pure. Not for hooks.
 *
 * @module
 */
import { fieldOf, listEntries } from "../registration/hook_list.ts";
import { isOurEntry } from "../registration/ours.ts";
import { readSettings } from "../registration/settings_document.ts";
import type { Draft } from "./_draft.ts";

/** Letters of a command that are shown, as the predecessor did. */
const COMMAND_CHARACTERS = 100;

/**
 * Finds deny rules and foreign hooks.
 *
 * @param file the file, as it is to be named
 * @param text its text; comments are let pass
 * @returns a deny rule is high; another Stop hook, which decides over our continuations, is medium,
 * any other hook low
 */
export function findInSettings(file: string, text: string): Draft[] {
  const settings = readSettings(text);
  const deny = fieldOf(fieldOf(settings, "permissions"), "deny");
  const rules = Array.isArray(deny) ? deny.filter((rule) => typeof rule === "string") : [];
  const hooks = listEntries(fieldOf(settings, "hooks"))
    .filter(({ hook }) => !isOurEntry(hook.command));
  return [
    ...rules.map((rule): Draft => ({
      category: "deny_rule",
      severity: "high",
      file,
      line: lineOf(text, rule),
      text: rule,
      description: `Claude Code denies ${rule}`,
      advice: "A task that needs it cannot succeed; the client refuses it",
    })),
    ...hooks.map(({ event, hook }): Draft => {
      const command = typeof hook.command === "string" ? hook.command : JSON.stringify(hook);
      const isStop = event === "Stop";
      return {
        category: "global_hook",
        severity: isStop ? "medium" : "low",
        file,
        line: lineOf(text, command),
        text: command.slice(0, COMMAND_CHARACTERS),
        description: `${isStop ? "Another Stop hook" : `Another hook on ${event}`} may interfere`,
        advice: isStop
          ? "Make sure that it does not end or hold up a turn while a loop runs"
          : "Check that it fits a loop that runs unattended",
      };
    }),
  ];
}

function lineOf(text: string, value: string): number | null {
  const at = text.indexOf(JSON.stringify(value));
  return at < 0 ? null : text.slice(0, at).split("\n").length;
}
