/**
 * The client's settings file as a text whose hooks can be changed: ours put in, ours taken out,
 * everything else left as it was. Pure.
 *
 * @module
 */
import {
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
  stripComments,
} from "jsonc-parser";
import { isTooDeep, TOO_DEEP } from "../store/files/json_depth.ts";
import { fieldOf, type HookEntry, type HookGroups, listEntries } from "./hook_list.ts";
import { insertChild, removeChild } from "./json_splice.ts";
import { isOurEntry } from "./ours.ts";

/** Why a settings file cannot be changed. */
export interface SettingsFault {
  /** What is wrong, for a sentence that begins with the file's name. */
  readonly why: string;
  /** The line, counted from 1. */
  readonly line: number;
}

/** What an absent file becomes. */
const NEW_DOCUMENT = "{}\n";

const PARSE_OPTIONS = { allowTrailingComma: true, disallowComments: false };

/**
 * Says whether the client reads a settings file: it takes plain JSON only, and of a file with a
 * comment or a trailing comma it reads nothing at all.
 *
 * @param text The file's text; null where there is none.
 * @returns The first line that it does not take; null where it reads the file.
 */
export function findUnread(text: string | null): SettingsFault | null {
  if (text === null || isBlank(text)) return null;
  try {
    JSON.parse(withoutMark(text));
    return null;
  } catch {
    const errors: ParseError[] = [];
    parse(withoutMark(text), errors, { allowTrailingComma: false, disallowComments: true });
    const [error] = errors;
    return {
      why: "has a comment or a trailing comma, and Claude Code reads nothing of such a file",
      line: lineOf(text, error?.offset ?? 0),
    };
  }
}

/**
 * Takes comments and trailing commas out, so that the client reads the file. Line breaks stay.
 *
 * @param text A text without fault.
 */
export function toPlainJson(text: string): string {
  let result = onTree(text, (body) => stripComments(body, " ").replace(/[ \t]+$/gm, ""));
  for (;;) {
    const comma = trailingCommaOf(withoutMark(result));
    if (comma === null) return result;
    result = onTree(result, (body) => body.slice(0, comma) + body.slice(comma + 1));
  }
}

/** Where a comma stands directly before the end of an object or array; null where none does. */
function trailingCommaOf(body: string): number | null {
  const errors: ParseError[] = [];
  parse(body, errors, { allowTrailingComma: false });
  for (const { offset } of errors) {
    const before = body.slice(0, offset).trimEnd();
    if (before.endsWith(",")) return before.length - 1;
  }
  return null;
}

/**
 * Says what is wrong with a settings file, if anything: it must be JSON (comments are let pass) with
 * hooks of the client's shape, or we would break what we do not understand.
 *
 * @param text The file's text; null where there is none.
 */
export function findFault(text: string | null): SettingsFault | null {
  if (text === null || isBlank(text)) return null;
  if (isTooDeep(text)) return { why: `cannot be read: ${TOO_DEEP}`, line: 1 };
  const errors: ParseError[] = [];
  const tree = parseTree(withoutMark(text), errors, PARSE_OPTIONS);
  const [error] = errors;
  if (error !== undefined) {
    return {
      why: `is not valid JSON: ${describeError(withoutMark(text), error)}`,
      line: lineOf(text, error.offset),
    };
  }
  if (tree?.type !== "object") {
    return { why: `contains ${describe(tree)} instead of an object`, line: 1 };
  }
  return findShapeFault(tree, text);
}

function describeError(body: string, { error, offset, length }: ParseError): string {
  const found = body.slice(offset, offset + Math.min(length, 40)).trim();
  return found === "" ? printParseErrorCode(error) : `unexpected ${JSON.stringify(found)}`;
}

/**
 * The hooks of a settings file.
 *
 * @param text The file's text; null where there is none.
 * @returns Every hook in it, ours and others'; none where the text is no JSON.
 */
export function readEntries(text: string | null): HookEntry[] {
  return text === null ? [] : listEntries(fieldOf(readSettings(text), "hooks"));
}

/** The settings in a file; undefined where it is no JSON. */
export function readSettings(text: string): unknown {
  return isTooDeep(text) ? undefined : parse(withoutMark(text), [], PARSE_OPTIONS);
}

/**
 * Puts our hooks in, and takes out whatever of ours stands there in another form.
 *
 * @param text A text without fault; null where there is no file.
 * @param groups What to register.
 * @returns The new text; the same where it holds exactly these already.
 */
export function addHooks(text: string | null, groups: HookGroups): string {
  const start = text === null || isBlank(text) ? NEW_DOCUMENT : text;
  if (holdsExactly(start, groups)) return start;
  let result = removeHooks(start);
  for (const [event, list] of Object.entries(groups)) {
    for (const group of list) result = addGroup(result, event, group);
  }
  return result;
}

/**
 * Takes our hooks out: single commands where others share a group with them, and the groups, lists
 * and objects that held nothing else.
 *
 * @param text A text without fault.
 * @param isRemoved Tells by its command whether a hook goes; ours by default.
 */
export function removeHooks(
  text: string,
  isRemoved: (command: unknown) => boolean = isOurEntry,
): string {
  let result = text;
  for (;;) {
    const tree = rootOf(result);
    const hooks = tree && propertyOf(tree, "hooks");
    const node = hooks && findRemovable(hooks, isRemoved);
    if (!node) return result;
    result = onTree(result, (body) => removeChild(body, node));
  }
}

function holdsExactly(text: string, groups: HookGroups): boolean {
  const key = (entry: HookEntry): string =>
    JSON.stringify([entry.event, entry.matcher, Object.entries(entry.hook).sort()]);
  const found = readEntries(text).filter(({ hook }) => isOurEntry(hook.command)).map(key).sort();
  return found.join("\n") === listEntries(groups).map(key).sort().join("\n");
}

function addGroup(text: string, event: string, group: unknown): string {
  const root = rootOf(text);
  if (root === undefined) return text;
  const hooks = propertyOf(root, "hooks")?.children?.[1];
  if (hooks === undefined) {
    return onTree(text, (body) => insertChild(body, root, { [event]: [group] }, "hooks"));
  }
  const list = propertyOf(hooks, event)?.children?.[1];
  return onTree(
    text,
    (body) =>
      list === undefined
        ? insertChild(body, hooks, [group], event)
        : insertChild(body, list, group),
  );
}

/** The largest node that holds such hooks and nothing else; undefined where there is none. */
function findRemovable(
  node: Node,
  isRemoved: (command: unknown) => boolean,
): Node | undefined {
  if (isWhollySuch(node, isRemoved)) return node;
  for (const child of innerNodes(node)) {
    const found = findRemovable(child, isRemoved);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isWhollySuch(node: Node, isRemoved: (command: unknown) => boolean): boolean {
  if (isHookNode(node)) return isRemoved(commandOf(node));
  const inner = innerNodes(node);
  return inner.length > 0 && inner.every((child) => isWhollySuch(child, isRemoved));
}

/** What a node of the hooks is made of: events, then groups, then hooks. */
function innerNodes(node: Node): readonly Node[] {
  const value = node.type === "property" ? node.children?.[1] : node;
  if (value === undefined || isHookNode(value)) return [];
  if (value.type === "array") return value.children ?? [];
  const own = propertyOf(value, "hooks")?.children?.[1];
  return own?.type === "array" ? own.children ?? [] : value.children ?? [];
}

function isHookNode(node: Node): boolean {
  return node.type === "object" && commandOf(node) !== undefined;
}

function commandOf(node: Node): unknown {
  return propertyOf(node, "command")?.children?.[1]?.value;
}

function propertyOf(node: Node, name: string): Node | undefined {
  return node.type === "object"
    ? node.children?.findLast((child) => child.children?.[0]?.value === name)
    : undefined;
}

function rootOf(text: string): Node | undefined {
  return parseTree(withoutMark(text), [], PARSE_OPTIONS);
}

function findShapeFault(root: Node, text: string): SettingsFault | null {
  const doubled = (root.children ?? []).filter((child) => child.children?.[0]?.value === "hooks");
  if (doubled.length > 1) {
    return { why: 'has the key "hooks" twice', line: lineOf(text, doubled[1]?.offset ?? 0) };
  }
  const hooks = doubled[0]?.children?.[1];
  if (hooks === undefined) return null;
  if (hooks.type !== "object") {
    return { why: `holds ${describe(hooks)} under "hooks"`, line: lineOf(text, hooks.offset) };
  }
  const wrong = (hooks.children ?? []).find((child) => child.children?.[1]?.type !== "array");
  if (wrong === undefined) return null;
  const [name, value] = wrong.children ?? [];
  return {
    why: `has ${describe(value)} under "hooks.${name?.value}" instead of a list`,
    line: lineOf(text, wrong.offset),
  };
}

function describe(node: Node | undefined): string {
  if (node === undefined) return "nothing";
  return /^[aeiou]/.test(node.type) ? `an ${node.type}` : `a ${node.type}`;
}

function lineOf(text: string, offset: number): number {
  return withoutMark(text).slice(0, offset).split("\n").length;
}

function isBlank(text: string): boolean {
  return withoutMark(text).trim() === "";
}

const MARK = "\uFEFF";

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** Changes a text by offsets of its tree, which know nothing of a byte order mark. */
function onTree(text: string, change: (body: string) => string): string {
  const body = withoutMark(text);
  return text.slice(0, text.length - body.length) + change(body);
}
