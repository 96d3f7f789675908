/** The hooks that ralph registers. The plugin's own file is the list for install, uninstall and status. */
import registration from "../../hooks/hooks.json" with { type: "json" };
import { asFields, asList } from "../evidence/transcript/fields.ts";
import { quoteForShell } from "../text/shell_word.ts";
import { PLUGIN_GATE, readHookCommand } from "./ours.ts";

/** A hook in the client's settings; `timeout` is in seconds. */
interface Hook {
  readonly type: string;
  readonly command: string;
  readonly [field: string]: unknown;
}

/** A hook with its event and matcher. */
export interface HookEntry {
  readonly event: string;
  /** Null if every call fires the hook. */
  readonly matcher: string | null;
  readonly hook: Hook;
}

/** The hooks of the client's settings: groups by event. */
export type HookGroups = Readonly<
  Record<string, readonly { readonly matcher?: string; readonly hooks: readonly Hook[] }[]>
>;

/** The plugin's hooks: the only list of them. */
export const PLUGIN_GROUPS: HookGroups = registration.hooks;

/**
 * Makes the groups to register.
 *
 * @param gate The path of the gate that their entries read.
 * @param program The program that they call if the gate is missing.
 */
export function groupsFor(gate: string, program: string): HookGroups {
  const words = [quoteForShell(program), quoteForShell(gate)] as const;
  return JSON.parse(
    JSON.stringify(PLUGIN_GROUPS),
    (key, value) =>
      key === "command"
        ? value.replace(PLUGIN_GATE, () => words[1]).replace("ralph", () => words[0])
        : value,
  );
}

/**
 * Lists every hook of groups by event.
 *
 * @param groups A value from outside; what is not valid is skipped.
 */
export function listEntries(groups: unknown): HookEntry[] {
  return Object.entries(asFields(groups) ?? {}).flatMap(([event, list]) =>
    asList(list).flatMap((group) =>
      asList(fieldOf(group, "hooks")).filter(isHook).map((hook) => {
        const matcher = fieldOf(group, "matcher");
        // To the client an empty matcher, a star and a missing matcher are the same.
        const isAny = typeof matcher !== "string" || matcher === "" || matcher === "*";
        return { event, matcher: isAny ? null : matcher, hook };
      })
    )
  );
}

/** Names an entry uniquely for people: `PreToolUse(Bash): guard`. */
export function nameEntry({ event, matcher, hook }: HookEntry): string {
  const action = readHookCommand(hook.command)?.action ?? hook.command;
  return `${matcher === null ? event : `${event}(${matcher})`}: ${action}`;
}

/** Makes a key by which two entries are equal. */
export function keyOfEntry({ event, matcher, hook }: HookEntry): string {
  return JSON.stringify([event, matcher, Object.entries(hook).sort()]);
}

/** Makes a text by which two lists of entries are the same in any order. */
export function contentOf(entries: readonly HookEntry[]): string {
  return entries.map(keyOfEntry).sort().join("\n");
}

/** Reads a field of a value from outside; undefined if the value is not an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function isHook(value: unknown): value is Hook {
  return typeof fieldOf(value, "command") === "string";
}
