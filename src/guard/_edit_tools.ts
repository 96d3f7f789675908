/** Write, Edit, MultiEdit and NotebookEdit: which file they change, and to which text. */
import { resolve } from "../path/path.ts";
import { isThere } from "../store/files/presence.ts";
import { readText } from "../store/files/text_file.ts";
import type { GuardContext, ToolCall } from "./context.ts";
import { ControlFiles, MAX_PATH, type Protected, resolvePath } from "./_control_files.ts";
import { denyFile, denySettings } from "./_denial.ts";
import { describeSettingsHarm, hasOwnEntries } from "./_settings.ts";

/**
 * Judges a call of one of the edit tools.
 *
 * @throws {Denied} If it changes a control file, or ralph's entries in a settings file.
 */
export function judgeEdit(call: ToolCall, context: GuardContext): void {
  const control = new ControlFiles(context);
  const named = call.toolInput["file_path"] ?? call.toolInput["notebook_path"];
  // The tool itself refuses a path that no kernel accepts.
  if (typeof named !== "string" || named === "" || named.length > MAX_PATH) return;
  const path = resolve(call.cwd, named.replace(/^~(?=\/|$)/, context.homeDir));
  // Both: a control file may itself be a link, and a link elsewhere may lead to one.
  for (const place of [resolvePath(path, false), resolvePath(path)]) {
    const found = control.find({ path: place, pattern: null }, false) ?? control.findTwin(place);
    if (found?.kind === "control") throw denyFile(found.label, "change");
    if (found?.kind === "settings") judgeSettingsEdit(call, place, found.label);
  }
}

/**
 * Judges that a Bash line changes a settings file; what it will contain is not known.
 *
 * @throws {Denied} If the file has entries of ralph's, or the line turns all hooks off.
 */
export function judgeSettingsFile({ path, label }: Protected, turnsHooksOff: boolean): void {
  if (turnsHooksOff) throw denySettings(label, "set disableAllHooks in");
  if (hasOwnEntries(textOf(path) ?? "")) throw denySettings(label, "overwrite");
}

function judgeSettingsEdit(call: ToolCall, path: string, label: string): void {
  const before = textOf(path);
  if (before === null) throw denyFile(label, "change");
  const after = computeResult(call, before);
  // An edit whose text is not found is refused by the tool itself.
  if (after === null) return;
  const harm = describeSettingsHarm(before, after);
  if (harm !== undefined) throw denySettings(label, harm);
}

/** Returns the file's text, empty where there is none; null where it cannot be read. */
function textOf(path: string): string | null {
  const read = readText(path);
  return read.kind === "text" ? read.text : isThere(path) ? null : "";
}

/** Returns the file's text after the call; null where the tool refuses. */
function computeResult({ toolName, toolInput }: ToolCall, before: string): string | null {
  if (toolName === "Write") {
    return typeof toolInput["content"] === "string" ? toolInput["content"] : null;
  }
  if (toolName === "NotebookEdit") return null;
  const edits: readonly unknown[] = Array.isArray(toolInput["edits"])
    ? toolInput["edits"]
    : [toolInput];
  let text = before;
  for (const edit of edits) {
    const { old_string: old, new_string: fresh, replace_all: isAll } = Object(edit);
    if (typeof old !== "string" || typeof fresh !== "string") return null;
    if (old === "") text = fresh;
    else if (!text.includes(old)) return null;
    else text = isAll === true ? text.replaceAll(old, () => fresh) : text.replace(old, () => fresh);
  }
  return text;
}
