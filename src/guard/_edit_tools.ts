/**
 * Write, Edit, MultiEdit and NotebookEdit: which file they change, and to which text.
 *
 * @module
 */
import type { GuardContext, ToolCall } from "./context.ts";
import { ControlFiles } from "./_control_files.ts";
import { denyFile, denySettings } from "./_denial.ts";
import { LineDisk, MAX_PATH } from "./_line_disk.ts";
import { joinPath } from "./_paths.ts";
import { describeSettingsHarm, MAX_SETTINGS_BYTES } from "./_settings.ts";

/**
 * Judges a call of one of the edit tools.
 *
 * @throws {Denied} If it changes a control file, or ralph's entries in a settings file.
 */
export function judgeEdit(call: ToolCall, context: GuardContext): void {
  const disk = new LineDisk(context.disk);
  const control = new ControlFiles(context, disk);
  const named = call.toolInput["file_path"] ?? call.toolInput["notebook_path"];
  // The tool itself refuses a path that no kernel accepts.
  if (typeof named !== "string" || named === "" || named.length > MAX_PATH) return;
  const written = named.replace(/^~(?=\/|$)/, context.homeDir);
  const path = joinPath(call.cwd, written);
  // Both: a control file may itself be a link, and a link elsewhere may lead to one.
  for (const resolved of [disk.resolve(path, false), disk.resolve(path)]) {
    const protection = control.protection(resolved);
    if (protection?.kind === "control") throw denyFile(protection.label, "change");
    if (protection?.kind === "settings") judgeSettings(call, disk, resolved, protection.label);
  }
}

function judgeSettings(call: ToolCall, disk: LineDisk, path: string, label: string): void {
  const isThere = disk.exists(path);
  const before = isThere ? disk.text(path, MAX_SETTINGS_BYTES) : "";
  if (before === undefined) throw denyFile(label, "change");
  const after = computeResult(call, before);
  // An edit whose text is not found is refused by the tool itself.
  if (after === undefined) return;
  const harm = describeSettingsHarm(before, after);
  if (harm !== undefined) throw denySettings(label, harm);
}

/** Returns the file's text after the call; undefined where the tool refuses. */
function computeResult(call: ToolCall, before: string): string | undefined {
  const input = call.toolInput;
  if (call.toolName === "Write") {
    return typeof input["content"] === "string" ? input["content"] : undefined;
  }
  if (call.toolName === "NotebookEdit") return undefined;
  const edits: readonly unknown[] = Array.isArray(input["edits"]) ? input["edits"] : [input];
  let text = before;
  for (const edit of edits) {
    const { old_string: oldText, new_string: newText, replace_all: all } = edit as Record<
      string,
      unknown
    >;
    if (typeof oldText !== "string" || typeof newText !== "string") return undefined;
    if (oldText === "") text = newText;
    else if (!text.includes(oldText)) return undefined;
    else {text = all === true
        ? text.split(oldText).join(newText)
        : text.replace(oldText, () => newText);}
  }
  return text;
}
