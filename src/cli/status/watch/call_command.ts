/** Runs a command of ralph for the live view, in a project, with its output in one line. */
import { messageOf } from "../../../error.ts";
import { createAsk } from "../../core/ask.ts";
import type { CommandContext } from "../../core/context.ts";
import { createOutput } from "../../core/output.ts";

/** The answer of a command that the live view called. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * Runs a command as a person in a terminal of that project would.
 *
 * @param words The command line, without `ralph`.
 */
export async function callCommand(
  context: CommandContext,
  project: string,
  words: readonly string[],
): Promise<Answer> {
  const written = { data: "", talk: "" };
  const sink = (name: "data" | "talk") => ({
    writeSync: (bytes: Uint8Array) => {
      written[name] += new TextDecoder().decode(bytes);
      return bytes.length;
    },
  });
  const out = createOutput({
    stdout: sink("data"),
    stderr: sink("talk"),
    colorOut: false,
    colorTalk: false,
  });
  // The project is named by its folder, not by a session that the view may have been opened in.
  const env = { ...context.env, cwd: project, claudeProjectDir: null, sessionId: null };
  try {
    const { runCli } = await import("../../core/dispatch.ts");
    const { COMMANDS } = await import("../../registry.ts");
    const called = { ...context, out, ask: createAsk(out, null), env };
    const code = await runCli(words, called, COMMANDS);
    return { text: summarize(written.data, written.talk), isError: code !== 0 };
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
