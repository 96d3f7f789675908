/**
 * The guard's judgement of one tool call: pure, with the disk behind an interface.
 *
 * See `_control_files.ts` for what is protected, `_harm.ts` for the rule about unknown paths, and
 * `shell/verbs/` for the rules of commands.
 *
 * @module
 */
import type { Denied } from "./_denial.ts";
import { isElsewhere } from "./shell/elsewhere.ts";
import { isHarmless } from "./shell/harmless.ts";
import { readPlain } from "./shell/plain_line.ts";
import type { GuardContext, Judgement, ToolCall } from "./context.ts";

export type { GuardContext, Judgement } from "./context.ts";

/** Maximum length of a line that is judged (UTF-16 units); what a longer line destroys is put back. */
export const MAX_LINE_LENGTH = 65_536;

/** The tools that change one file. */
const EDIT_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

const PASS: Judgement = { kind: "pass", plansAtRisk: [] };

/**
 * Judges a PreToolUse call of a project in which a loop is active.
 *
 * @param call The call as the client announced it.
 * @param context The machine: folders, disk, clock.
 * @returns `pass`, `deny` with a reason for the agent, or `unsure` where the guard itself failed;
 *   never rejects.
 */
export async function judgeCall(call: ToolCall, context: GuardContext): Promise<Judgement> {
  try {
    if (EDIT_TOOLS.has(call.toolName)) {
      const { judgeEdit } = await import("./_edit_tools.ts");
      judgeEdit(call, context);
      return PASS;
    }
    const line = call.toolInput["command"];
    if (call.toolName !== "Bash" || typeof line !== "string") return PASS;
    if (line.length > MAX_LINE_LENGTH) return PASS;
    const plain = readPlain(line);
    if (plain !== null && isHarmless(plain)) return PASS;
    if (plain !== null && isElsewhere(line, plain, call.cwd, context)) return PASS;
    const { judgeLine } = await import("./shell/judge_line.ts");
    const plansAtRisk = await judgeLine(line, call.cwd, context);
    return plansAtRisk.length === 0 ? PASS : { kind: "pass", plansAtRisk };
  } catch (error) {
    return describeFailure(error);
  }
}

function describeFailure(error: unknown): Judgement {
  // Not `instanceof`: importing the class would load its module at every command of the agent.
  const denial = (error as Partial<Denied> | null)?.denial;
  if (denial !== undefined) return denial;
  return { kind: "unsure", problem: error instanceof Error ? error.message : String(error) };
}
