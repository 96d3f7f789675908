/**
 * Write, Edit, MultiEdit and NotebookEdit: which file they change, and to which text. Of settings they
 * may change everything but ralph's entries and `disableAllHooks`.
 */
import { resolve } from "../system/path.ts";
import { asList } from "../evidence/transcript/fields.ts";
import { isOurEntry } from "../registration/ours.ts";
import { isThere } from "../store/files/presence.ts";
import { parseJson } from "../store/files/json_text.ts";
import { readText } from "../store/files/text_file.ts";
import { isObject } from "../store/records/json_record.ts";
import { resolvePath } from "../store/project.ts";
import { ControlFiles, type GuardContext, MAX_PATH, type Protected } from "./_control_files.ts";
import { denyFile, denySettings } from "./_denial.ts";

/** One tool call as the client announces it in a PreToolUse event. */
export interface EditCall {
  /** By case: `Bash`, `Write`, `Edit`, `MultiEdit`, `NotebookEdit`. */
  readonly toolName: string;
  /** As it came; its shape is not checked yet. */
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** The session's working directory, absolute. */
  readonly cwd: string;
}

/** Judges a call of an edit tool. @throws {Denied} If it changes a control file or ralph's hooks. */
export function judgeEdit(call: EditCall, context: GuardContext): void {
  const control = new ControlFiles(context);
  const named = call.toolInput["file_path"] ?? call.toolInput["notebook_path"];
  // The tool itself refuses a path that no kernel accepts.
  if (typeof named !== "string" || named === "" || named.length > MAX_PATH) return;
  const path = resolve(call.cwd, named.replace(/^~(?=\/|$)/, context.homeDir));
  // Both: a control file may itself be a link, and a link elsewhere may lead to one.
  for (const place of [resolvePath(path, false), resolvePath(path)]) {
    const found = control.find({ path: place, pattern: null }, false);
    if (found?.kind === "control") throw denyFile(found.label, "change");
    if (found?.kind === "settings") judgeSettingsEdit(call, place, found.label);
  }
}

/** Judges a Bash line that changes settings files. @throws {Denied} If ralph's hooks may be lost. */
export function judgeSettingsFiles(files: readonly Protected[], line: string): void {
  for (const { path, label } of files) {
    if (line.includes("disableAllHooks")) throw denySettings(label, "set disableAllHooks in");
    if (readOwn(textOf(path) ?? "").entries.size > 0) throw denySettings(label, "overwrite");
  }
}

function judgeSettingsEdit(call: EditCall, path: string, label: string): void {
  const before = textOf(path);
  if (before === null) throw denyFile(label, "change");
  const after = computeResult(call, before);
  // An edit whose text is not found is refused by the tool itself.
  if (after === null) return;
  const [old, fresh] = [readOwn(before), readOwn(after)];
  if (fresh.isDisabled && !old.isDisabled) throw denySettings(label, "set disableAllHooks in");
  const isKept = !fresh.isBroken && (old.isBroken || old.entries.isSubsetOf(fresh.entries));
  if (old.entries.size === 0 || isKept) return;
  throw denySettings(label, fresh.isBroken ? "break" : "remove or change ralph's entries in");
}

/** Returns the file's text, empty for a missing file; null if it cannot be read. */
function textOf(path: string): string | null {
  const read = readText(path);
  return read.kind === "text" ? read.text : isThere(path) ? null : "";
}

/** Returns the file's text after the call; null if the tool refuses. */
function computeResult({ toolName, toolInput }: EditCall, before: string): string | null {
  if (toolName === "Write") {
    return typeof toolInput["content"] === "string" ? toolInput["content"] : null;
  }
  let text = before;
  for (const edit of asList(toolInput["edits"] ?? [toolInput])) {
    const { old_string: old, new_string: fresh, replace_all: isAll } = fieldsOf(edit);
    if (typeof old !== "string" || typeof fresh !== "string") return null;
    if (old === "") text = fresh;
    else if (!text.includes(old)) return null;
    else text = isAll === true ? text.replaceAll(old, () => fresh) : text.replace(old, () => fresh);
  }
  return text;
}

/** Reads what a settings file says of ralph: its entries, and whether all hooks are off. */
function readOwn(text: string) {
  const json = parseJson(text.trim() || "{}");
  if (json.kind !== "ok" || !isObject(json.value)) {
    const entries = new Set(text.includes("ralph") ? [text] : []);
    return { isBroken: true, isDisabled: false, entries };
  }
  const { hooks, enabledPlugins, disableAllHooks } = json.value;
  const entries = Object.entries(fieldsOf(hooks)).flatMap(([event, groups]) =>
    asList(groups).map(fieldsOf).flatMap(({ hooks: list, ...group }) =>
      asList(list).filter((hook) => isOurEntry(fieldsOf(hook)["command"])).map((hook) =>
        JSON.stringify([event, group, hook])
      )
    )
  );
  const switches = Object.entries(fieldsOf(enabledPlugins))
    .filter(([name, isOn]) => /^ralph(@|$)/.test(name) && isOn !== false)
    .map((entry) => JSON.stringify(entry));
  const isDisabled = disableAllHooks === true;
  return { isBroken: false, isDisabled, entries: new Set([...entries, ...switches]) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
