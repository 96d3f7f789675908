/**
 * The hooks that ralph registers: the plugin's own file is the one list that install, uninstall,
 * status and doctor read too.
 *
 * @module
 */
import registration from "../../hooks/hooks.json" with { type: "json" };
import { readHookCommand, renderHookCommand, renderPlainHookCommand } from "./ours.ts";

/** One hook, as the client's settings have it; `timeout` in seconds. */
export interface Hook {
  readonly type: string;
  readonly command: string;
  readonly [field: string]: unknown;
}

/** One hook with the event and the matcher it stands under. */
export interface HookEntry {
  readonly event: string;
  /** Null where the group has none: every call fires it. */
  readonly matcher: string | null;
  readonly hook: Hook;
}

/** A group, as the client's settings have it. */
export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly Hook[];
}

/** Hooks as the client's settings have them: groups by event. */
export type HookGroups = Readonly<Record<string, readonly HookGroup[]>>;

/**
 * The groups to register for a program.
 *
 * @param program Absolute path of the binary, or `ralph` for the one on the PATH.
 * @param hasShell Whether the client runs hooks in a POSIX shell; without one there is no gate.
 */
export function groupsFor(program: string, hasShell: boolean): HookGroups {
  const render = hasShell ? renderHookCommand : renderPlainHookCommand;
  const callProgram = (hook: Hook): Hook => {
    const ours = readHookCommand(hook.command);
    return ours === null ? hook : { ...hook, command: render(program, ours.action) };
  };
  const groups: HookGroups = registration.hooks;
  return Object.fromEntries(
    Object.entries(groups).map(([event, list]) => [
      event,
      list.map((group) => ({ ...group, hooks: group.hooks.map(callProgram) })),
    ]),
  );
}

/**
 * Lists every hook of some groups.
 *
 * @param groups Hooks from anywhere: what has not their shape is passed over.
 */
export function listEntries(groups: unknown): HookEntry[] {
  return entriesOf(groups).flatMap(([event, list]) =>
    arrayOf(list).flatMap((group) =>
      arrayOf(fieldOf(group, "hooks")).filter(isHook).map((hook) => {
        const matcher = fieldOf(group, "matcher");
        // To the client an empty matcher, a star and none are the same.
        const isAny = typeof matcher !== "string" || matcher === "" || matcher === "*";
        return { event, matcher: isAny ? null : matcher, hook };
      })
    )
  );
}

/** The name of an entry for people, each its own: `PreToolUse: guard if Write(**\/.claude/**)`. */
export function nameEntry({ event, matcher, hook }: HookEntry): string {
  const action = readHookCommand(hook.command)?.action ?? hook.command;
  // A condition names the tool, too.
  if (typeof hook["if"] === "string") return `${event}: ${action} if ${hook["if"]}`;
  return `${matcher === null ? event : `${event}(${matcher})`}: ${action}`;
}

/** What makes an entry, as a text: two entries with the same are the same. */
export function keyOfEntry({ event, matcher, hook }: HookEntry): string {
  return JSON.stringify([event, matcher, Object.entries(hook).sort()]);
}

/** A field of a value from outside; undefined where the value is not an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isHook(value: unknown): value is Hook {
  return typeof fieldOf(value, "command") === "string";
}
