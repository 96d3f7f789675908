/**
 * The judgement of one Bash line. This module brings the interpreter with it: import it lazily.
 *
 * @module
 */
import { TooBig } from "../_denial.ts";
import { ControlFiles } from "../_control_files.ts";
import { Harm } from "../_harm.ts";
import { LineDisk } from "../_line_disk.ts";
import type { GuardContext } from "../context.ts";
import { Needed } from "./grammar/needed.ts";
import { Shell } from "./grammar/interpret.ts";
import { NO_TEXT } from "./words/text.ts";

/**
 * Judges a line, with whatever parts of the guard it takes.
 *
 * @param line The Bash tool's command.
 * @param cwd The session's working directory, absolute.
 * @returns Existing plans that the line would change or remove.
 * @throws {Denied} As {@linkcode judgeLine}.
 */
export async function judgeWholeLine(
  line: string,
  cwd: string,
  scene: GuardContext,
): Promise<readonly string[]> {
  for (;;) {
    try {
      return judgeLine(line, cwd, scene);
    } catch (error) {
      if (!(error instanceof Needed)) throw error;
      await error.load();
    }
  }
}

/**
 * Judges a line with the parts that are loaded.
 *
 * @param line The Bash tool's command.
 * @param cwd The session's working directory, absolute.
 * @returns Existing plans that the line would change or remove.
 * @throws {Needed} Where it takes a part that is not.
 * @throws {Denied} Where it would, or may, change what is protected.
 */
function judgeLine(line: string, cwd: string, scene: GuardContext): readonly string[] {
  const disk = new LineDisk(scene.disk);
  const control = new ControlFiles(scene, disk);
  const harm = new Harm(disk, control);
  const shell = new Shell(scene, disk, control, harm);
  const env = { cwd, vars: new Map(), params: ["bash"], options: new Set<string>() };
  try {
    const { states } = shell.runText(line, { env, status: true }, NO_TEXT);
    shell.runTraps(states);
  } catch (error) {
    if (!isTooBig(error)) throw error;
    // Nothing was found so far, and any plan may be changed by what was not looked at.
    return control.plans();
  }
  return [...harm.plansAtRisk].toSorted();
}

/** Whether a line was not judged to its end. The stack ends where a line is nested beyond reason. */
function isTooBig(error: unknown): boolean {
  return error instanceof TooBig || error instanceof RangeError;
}
