/** The guard's judgement of one tool call: which files it names, and whether it would change them. */
import { judgeLine } from "./_bash_line.ts";
import type { Denied } from "./_denial.ts";
import type { GuardContext, Judgement, ToolCall } from "./context.ts";

/** A longer line is not judged (UTF-16 units); what it destroys is put back. */
const MAX_LINE_LENGTH = 65_536;

/** The tools that change one file. */
const EDIT_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** Judges a PreToolUse call of a project in which a loop is active; never rejects. */
export async function judgeCall(call: ToolCall, context: GuardContext): Promise<Judgement> {
  try {
    if (EDIT_TOOLS.has(call.toolName)) {
      const { judgeEdit } = await import("./_edit_tools.ts");
      judgeEdit(call, context);
      return { kind: "pass", plansAtRisk: [] };
    }
    const line = call.toolInput["command"];
    if (call.toolName !== "Bash" || typeof line !== "string" || line.length > MAX_LINE_LENGTH) {
      return { kind: "pass", plansAtRisk: [] };
    }
    const { settings, plans } = judgeLine(line, call.cwd, context);
    if (settings.length > 0) {
      const { judgeSettingsFile } = await import("./_edit_tools.ts");
      for (const file of settings) judgeSettingsFile(file, line.includes("disableAllHooks"));
    }
    return { kind: "pass", plansAtRisk: [...new Set(plans)].toSorted() };
  } catch (error) {
    // Not `instanceof`: an error of the runtime has no denial either.
    const { denial } = error as Partial<Denied>;
    if (denial !== undefined) return denial;
    return { kind: "unsure", problem: error instanceof Error ? error.message : String(error) };
  }
}
