/**
 * The client's settings file as a text whose hooks can be changed: ours put in, ours taken out,
 * everything else left as it was. Pure.
 *
 * @module
 */
import {
  applyEdits,
  type Edit,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
  stripComments,
} from "jsonc-parser";
import { isTooDeep, TOO_DEEP } from "../store/files/json_text.ts";
import { fieldOf, type HookEntry, type HookGroups, keyOfEntry, listEntries } from "./hook_list.ts";
import { cut, findComma, insertChild, removeChild } from "./json_splice.ts";
import { isOurEntry } from "./ours.ts";

/** Why a settings file cannot be changed. */
export interface SettingsFault {
  /** What is wrong, for a sentence that begins with the file's name. */
  readonly why: string;
  /** The line, counted from 1. */
  readonly line: number;
}

const PARSE_OPTIONS = { allowTrailingComma: true, disallowComments: false };

/**
 * Says whether the client reads a settings file: it takes plain JSON only, and of a file with a
 * comment or a trailing comma it reads nothing at all.
 *
 * @param text The file's text; null where there is no file.
 * @returns The first line that it does not take; null where it reads the file.
 */
export function findUnread(text: string | null): SettingsFault | null {
  const body = bodyOf(text);
  if (body.trim() === "") return null;
  try {
    JSON.parse(body);
    return null;
  } catch {
    const errors: ParseError[] = [];
    parse(body, errors, { allowTrailingComma: false, disallowComments: true });
    return {
      why: "has a comment or a trailing comma, and Claude Code reads nothing of such a file",
      line: lineOf(body, errors[0]?.offset ?? 0),
    };
  }
}

/**
 * Takes comments and trailing commas out, so that the client reads the file. Line breaks stay.
 *
 * @param text A text without fault.
 * @returns The text as plain JSON.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(toPlainJson('{\n  "a": [1,], // one\n}\n'), '{\n  "a": [1]\n}\n');
 * ```
 */
export function toPlainJson(text: string): string {
  const plain = onTree(text, (body) => stripComments(body, " ").replace(/[ \t]+$/gm, ""));
  return onTree(plain, (body, root) => applyEdits(body, cutTrailingCommas(body, root)));
}

function cutTrailingCommas(text: string, node: Node): Edit[] {
  const children = node.children ?? [];
  const last = node.type === "property" ? undefined : children.at(-1);
  const comma = last === undefined ? null : findComma(text, last);
  return [
    ...children.flatMap((child) => cutTrailingCommas(text, child)),
    ...(comma === null ? [] : [cut(comma, comma + 1)]),
  ];
}

/**
 * Says what is wrong with a settings file, if anything: it must be JSON (comments are let pass) with
 * hooks of the client's shape, or we would break what we do not understand.
 *
 * @param text The file's text; null where there is no file.
 * @returns The first fault; null where the file can be changed.
 */
export function findFault(text: string | null): SettingsFault | null {
  const body = bodyOf(text);
  if (body.trim() === "") return null;
  if (isTooDeep(body)) return { why: `cannot be read: ${TOO_DEEP}`, line: 1 };
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, PARSE_OPTIONS);
  const fault = (offset: number, why: string) => ({ why, line: lineOf(body, offset) });
  const [error] = errors;
  if (error !== undefined) {
    return fault(error.offset, `is not valid JSON: ${describeError(body, error)}`);
  }
  if (root?.type !== "object") return fault(0, `contains ${describe(root)} instead of an object`);
  const [first, second] = (root.children ?? []).filter((child) => keyOf(child) === "hooks");
  if (second !== undefined) return fault(second.offset, 'has the key "hooks" twice');
  const hooks = first?.children?.[1];
  if (hooks === undefined) return null;
  if (hooks.type !== "object") {
    return fault(hooks.offset, `has ${describe(hooks)} under "hooks" instead of an object`);
  }
  const wrong = hooks.children?.find((child) => child.children?.[1]?.type !== "array");
  if (wrong === undefined) return null;
  const why = `has ${describe(wrong.children?.[1])} under "hooks.${
    keyOf(wrong)
  }" instead of a list`;
  return fault(wrong.offset, why);
}

function describeError(body: string, { error, offset, length }: ParseError): string {
  const found = body.slice(offset, offset + Math.min(length, 40)).trim();
  return found === "" ? printParseErrorCode(error) : `unexpected ${JSON.stringify(found)}`;
}

function describe(node: Node | undefined): string {
  if (node === undefined) return "nothing";
  return /^[aeiou]/.test(node.type) ? `an ${node.type}` : `a ${node.type}`;
}

/**
 * The hooks of a settings file.
 *
 * @param text The file's text; null where there is no file.
 * @returns Every hook in it, ours and others'; none where the text is not JSON.
 */
export function readEntries(text: string | null): HookEntry[] {
  return text === null ? [] : listEntries(fieldOf(readSettings(text), "hooks"));
}

/**
 * The settings in a file.
 *
 * @param text The file's text.
 * @returns The value; undefined where the text is not JSON.
 */
export function readSettings(text: string): unknown {
  return isTooDeep(text) ? undefined : parse(bodyOf(text), [], PARSE_OPTIONS);
}

/**
 * The settings as the client reads them: plain JSON, or nothing at all.
 *
 * @param text The file's text; null where there is no file.
 * @returns The value; undefined where the client reads nothing of the file.
 */
export function readAsClient(text: string | null): unknown {
  return findUnread(text) === null && text !== null ? readSettings(text) : undefined;
}

/**
 * Puts our hooks in, and takes out whatever of ours is there in another form.
 *
 * @param text A text without fault; null where there is no file.
 * @param groups What to register.
 * @returns The new text; the same where exactly these are in it already.
 */
export function addHooks(text: string | null, groups: HookGroups): string {
  const start = text === null || bodyOf(text).trim() === "" ? "{}\n" : text;
  const ours = readEntries(start).filter(({ hook }) => isOurEntry(hook.command));
  if (contentOf(ours) === contentOf(listEntries(groups))) return start;
  return Object.entries(groups)
    .flatMap(([event, list]) => list.map((group) => ({ event, group })))
    .reduce((result, { event, group }) =>
      onTree(result, (body, root) => {
        const hooks = childAt(root, "hooks");
        if (hooks === undefined) return insertChild(body, root, { [event]: [group] }, "hooks");
        const list = childAt(hooks, event);
        return list === undefined
          ? insertChild(body, hooks, [group], event)
          : insertChild(body, list, group);
      }), removeHooks(start));
}

function contentOf(entries: readonly HookEntry[]): string {
  return entries.map(keyOfEntry).sort().join("\n");
}

/**
 * Takes our hooks out: single commands where others share a group with them, and the groups, lists
 * and objects that contained nothing else.
 *
 * @param text A text without fault.
 * @param isRemoved Tells by its command whether a hook goes; ours by default.
 * @returns The new text.
 */
export function removeHooks(
  text: string,
  isRemoved: (command: unknown) => boolean = isOurEntry,
): string {
  let result = text;
  for (let before = ""; before !== result;) {
    before = result;
    result = onTree(before, (body, root) => {
      const hook = listHooks(root).find((node) => isRemoved(childAt(node, "command")?.value));
      return hook === undefined ? body : removeChild(body, findOutermost(hook));
    });
  }
  return result;
}

function listHooks(root: Node): readonly Node[] {
  return itemsOf(childAt(root, "hooks"))
    .flatMap((event) => itemsOf(event.children?.[1]))
    .flatMap((group) => itemsOf(childAt(group, "hooks")));
}

/** The hook, or its group, event or the whole of the hooks where these contain nothing else. */
function findOutermost(hook: Node): Node {
  const isAlone = (node: Node) => node.parent!.children!.length === 1;
  if (!isAlone(hook)) return hook;
  const group = hook.parent!.parent!.parent!;
  if (!isAlone(group)) return group;
  const event = group.parent!.parent!;
  return isAlone(event) ? event.parent!.parent! : event;
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.children ?? [];
}

/** The value of a key; of a key that is there twice the last one, as JSON has it. */
function childAt(node: Node, name: string): Node | undefined {
  if (node.type !== "object") return undefined;
  return node.children?.findLast((child) => keyOf(child) === name)?.children?.[1];
}

function keyOf(property: Node): unknown {
  return property.children?.[0]?.value;
}

function lineOf(body: string, offset: number): number {
  return body.slice(0, offset).split("\n").length;
}

/** The text behind a byte order mark, which no offset counts; empty where there is no file. */
function bodyOf(text: string | null): string {
  return (text ?? "").replace(/^\uFEFF/, "");
}

/** Changes the text; a byte order mark stays. */
function onTree(text: string, change: (body: string, root: Node) => string): string {
  const body = bodyOf(text);
  const root = parseTree(body, [], PARSE_OPTIONS);
  return root === undefined ? text : text.slice(0, text.length - body.length) + change(body, root);
}
