/** The guard's judgement of one tool call: which files it names, and whether it would change them. */
import { judgeLine } from "./_bash_line.ts";
import { Denied } from "./_denial.ts";
import type { GuardContext } from "./_control_files.ts";
import type { EditCall } from "./_edit_tools.ts";

/** The guard's judgement of a call. */
export type CallJudgement =
  /** Plans that a Bash line would change are kept before. */
  | { readonly kind: "pass"; readonly plansAtRisk: readonly string[] }
  /** The reason says what is refused, why, and what to do instead. */
  | { readonly kind: "deny"; readonly reason: string }
  /** The guard itself failed, and the call passes. */
  | { readonly kind: "unsure"; readonly problem: string };

/** A longer line is not judged (UTF-16 units); files that it destroys are restored. */
const MAX_LINE_LENGTH = 65_536;

/** The tools that change one file. */
const EDIT_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** Judges a PreToolUse call of a project in which a loop is active; never rejects. */
export async function judgeCall(call: EditCall, context: GuardContext): Promise<CallJudgement> {
  const line = call.toolInput["command"];
  const lines: unknown[] = [];
  const plansAtRisk = new Set<string>();
  try {
    if (EDIT_TOOLS.has(call.toolName)) {
      (await import("./_edit_tools.ts")).judgeEdit(call, context);
    } else if (call.toolName.startsWith("mcp__")) {
      lines.push(...(await import("./_mcp_tools.ts")).judgeMcpTool(call, context));
    } else if (call.toolName === "Bash") lines.push(line);
    for (const each of lines) {
      if (typeof each !== "string" || each.length > MAX_LINE_LENGTH) continue;
      const { settings, plans } = judgeLine(each, call.cwd, context);
      for (const plan of plans) plansAtRisk.add(plan);
      if (settings.length > 0) {
        (await import("./_edit_tools.ts")).judgeSettingsFiles(settings, each);
      }
    }
    return { kind: "pass", plansAtRisk: [...plansAtRisk].toSorted() };
  } catch (error) {
    return error instanceof Denied
      ? { kind: "deny", reason: error.message }
      : { kind: "unsure", problem: error instanceof Error ? error.message : String(error) };
  }
}
