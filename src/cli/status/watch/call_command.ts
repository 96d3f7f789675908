/** Runs a command of ralph for the live view, in a project, with its output in one line. */
import { messageOf } from "../../../error.ts";
import { ownCommand } from "../../../system/start_detached.ts";

/** The answer of a command that the live view called. */
export interface CommandAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** The project is named by its folder, not by a session that the view may have been opened in. */
const WITHOUT_SESSION = { CLAUDE_CODE_SESSION_ID: "", CLAUDE_PROJECT_DIR: "", NO_COLOR: "1" };

/**
 * Runs a command as a person in a terminal of that project would.
 *
 * @param words The command line, without `ralph`.
 */
export async function callCommand(
  project: string,
  words: readonly string[],
): Promise<CommandAnswer> {
  const [program, ...args] = ownCommand(words);
  try {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args,
      cwd: project,
      env: WITHOUT_SESSION,
      stdin: "null",
    }).output();
    const [data, talk] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { text: summarize(data ?? "", talk ?? ""), isError: code !== 0 };
  } catch (error) {
    return { text: messageOf(error), isError: true };
  }
}

/** The first line says what was done; lists after it are in the view. Usage does not help there. */
function summarize(data: string, talk: string): string {
  const [first = ""] = data.split("\n", 1);
  const lines = talk.split("\n").filter((line) => !/^(Usage:|Run ')/.test(line));
  return [first, ...lines].map((line) => line.trim()).filter((line) => line !== "").join(" · ") ||
    "Done.";
}
