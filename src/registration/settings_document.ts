/**
 * Adds ralph's hooks to the text of the client's settings, or removes them; everything else stays as it
 * is. Pure. A text is null if there is no file; functions that change a text expect one without fault.
 */
import {
  applyEdits,
  type Node,
  parse,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { isTooDeep, TOO_DEEP } from "../store/files/json_text.ts";
import { contentOf, fieldOf, type HookEntry, type HookGroups, listEntries } from "./hook_list.ts";
import { insertChild, removeChild } from "./json_splice.ts";
import { isOurEntry, SHELL_WORD } from "./ours.ts";

/** The reason that a settings file cannot be changed. */
interface SettingsFault {
  /** The reason, for a sentence that begins with the file's name. */
  readonly why: string;
  /** The line, counted from 1. */
  readonly line: number;
}

const PARSE_OPTIONS = { allowTrailingComma: true, disallowComments: false };

/**
 * Finds the reason that the client does not read a settings file: it reads plain JSON only, and ignores
 * the whole file if there is one comment or trailing comma.
 *
 * @returns The first such line; null if the client reads the file.
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

/** Removes comments and trailing commas from settings, so that the client reads the file. */
export function toPlainJson(text: string): string {
  return findUnread(text) === null ? text : `${JSON.stringify(readSettings(text), null, 2)}\n`;
}

/**
 * Finds the reason that a settings file cannot be changed. It must be JSON (comments are allowed) whose
 * hooks have the client's shape, since an edit could break anything else.
 *
 * @returns The first fault; null if the file can be changed.
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
  if (root?.type !== "object") return fault(0, `is of the type ${root?.type}, not an object`);
  const [first, second] = (root.children ?? []).filter((child) => keyOf(child) === "hooks");
  if (second !== undefined) return fault(second.offset, 'has the key "hooks" twice');
  const hooks = first?.children?.[1];
  const wrong = hooks?.type === "object"
    ? hooks.children?.find((child) => child.children?.[1]?.type !== "array")
    : first;
  if (wrong === undefined) return null;
  return wrong === first
    ? fault(wrong.offset, 'has under "hooks" something that is not an object')
    : fault(wrong.offset, `has under "hooks.${keyOf(wrong)}" something that is not a list`);
}

function describeError(body: string, { error, offset, length }: ParseError): string {
  const text = body.slice(offset, offset + Math.min(length, 40)).trim();
  return text === "" ? printParseErrorCode(error) : `unexpected ${JSON.stringify(text)}`;
}

/**
 * Reads all hooks of a settings file, ralph's and others'.
 *
 * @returns Empty if the text is not JSON.
 */
export function readEntries(text: string | null): HookEntry[] {
  return text === null ? [] : listEntries(fieldOf(readSettings(text), "hooks"));
}

/** Reads settings, comments allowed. @returns The value; undefined if the text is not JSON. */
export function readSettings(text: string): unknown {
  return isTooDeep(text) ? undefined : parse(bodyOf(text), [], PARSE_OPTIONS);
}

/**
 * Reads settings as the client does: plain JSON, or nothing at all.
 *
 * @returns The value; undefined if the client reads nothing of the file.
 */
export function readAsClient(text: string | null): unknown {
  return findUnread(text) === null && text !== null ? readSettings(text) : undefined;
}

/** Matches what ralph registered before it had a gate: a call of itself, alone or after shell tests. */
const BEFORE_THE_GATE = new RegExp(
  String.raw`^(?:ralph=${SHELL_WORD}; .*exec "\$ralph"|"(?:[^"]*/)?ralph"|'(?:[^']*/)?ralph'|` +
    String.raw`(?:[^\s"';&|<>]*/)?ralph) hook (?:stop|guard|archive|session|prompt)$`,
  "s",
);

/** Checks whether ralph registered a hook entry, in today's form or that of earlier versions. */
export function isOursInAnyForm(command: unknown): command is string {
  return isOurEntry(command) || typeof command === "string" && BEFORE_THE_GATE.test(command.trim());
}

/**
 * Adds ralph's hooks, and removes its hooks in any other form.
 *
 * @returns The new text; unchanged if it has exactly these hooks.
 */
export function addHooks(text: string | null, groups: HookGroups): string {
  const start = text === null || bodyOf(text).trim() === "" ? "{}\n" : text;
  const ours = readEntries(start).filter(({ hook }) => isOursInAnyForm(hook.command));
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

/**
 * Removes ralph's hooks: single commands from groups with other hooks, and the groups, lists and objects
 * that contain nothing else.
 *
 * @param isRemoved Decides by its command whether to remove a hook. Default: ralph's hooks.
 */
export function removeHooks(
  text: string,
  isRemoved: (command: unknown) => boolean = isOursInAnyForm,
): string {
  let result = text;
  for (let previous = ""; previous !== result;) {
    previous = result;
    result = onTree(previous, (body, root) => {
      const hook = listHooks(root).find((node) => isRemoved(childAt(node, "command")?.value));
      return hook === undefined ? body : removeChild(body, findOutermost(hook));
    });
  }
  return result;
}

/**
 * Sets a key of the top level.
 *
 * @param json The value as JSON text.
 */
export function setKey(text: string, key: string, json: string): string {
  return onTree(text, (body, root) => {
    const value = childAt(root, key);
    if (value === undefined) return insertChild(body, root, JSON.parse(json), key);
    return applyEdits(body, [{ offset: value.offset, length: value.length, content: json }]);
  });
}

/** Reads the value of a key of the top level as it is written; undefined without the key. */
export function textOfKey(text: string, key: string): string | undefined {
  const root = parseTree(text, [], PARSE_OPTIONS);
  const value = root === undefined ? undefined : childAt(root, key);
  return value === undefined ? undefined : text.slice(value.offset, value.offset + value.length);
}

/**
 * Removes a key of the top level, or of an object there.
 *
 * @returns The new text; the same if there is no such key.
 */
export function removeKey(text: string, path: readonly [...string[], string]): string {
  return onTree(text, (body, root) => {
    const value = path.reduce<Node | undefined>(
      (node, name) => node === undefined ? undefined : childAt(node, name),
      root,
    );
    return value === undefined ? body : removeChild(body, value.parent!);
  });
}

function listHooks(root: Node): readonly Node[] {
  return itemsOf(childAt(root, "hooks"))
    .flatMap((event) => itemsOf(event.children?.[1]))
    .flatMap((group) => itemsOf(childAt(group, "hooks")));
}

/** Finds the outermost of hook, group, event and all hooks that contains nothing else. */
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

/** Reads the value of a key; of a duplicate key the last value, as JSON does. */
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

/** Removes a byte order mark, which offsets do not count; empty if there is no file. */
function bodyOf(text: string | null): string {
  return (text ?? "").replace(/^\uFEFF/, "");
}

/** Changes the text after a byte order mark, and keeps the mark. */
function onTree(text: string, change: (body: string, root: Node) => string): string {
  const body = bodyOf(text);
  const root = parseTree(body, [], PARSE_OPTIONS);
  return root === undefined ? text : text.slice(0, text.length - body.length) + change(body, root);
}
