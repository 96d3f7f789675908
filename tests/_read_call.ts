/** Reads what a text tells to type, as the program itself would read it. */
import { AssertionError } from "@std/assert";
import { messageOf } from "../src/error.ts";
import { parseArgs } from "../src/cli/core/parse.ts";
import { resolveCommand } from "../src/cli/core/resolve.ts";
import { COMMANDS } from "../src/cli/registry.ts";
import { requireSetting, requireSettingValue } from "../src/store/settings/write.ts";
import { splitWritten } from "../src/text/split_words.ts";

const NO_VARIABLES = { variable: () => undefined };

/** Reads a call, without the program's name, as the dispatcher does; throws what it would refuse. */
export async function readCall(line: string): Promise<void> {
  // A placeholder in brackets may be left out.
  const written = splitWritten(line.replaceAll(/\[(-[^\]]*)\]/g, "$1"));
  const words = written.map(({ word }) => word);
  if (["--version", "--help", "help"].includes(words[0]!) || line.includes("…")) return;
  const { command, path, rest } = await resolveCommand(COMMANDS, words, true);
  const { args } = parseArgs(
    command,
    rest,
    NO_VARIABLES,
    written.slice(-rest.length).map((each) => each.written),
  );
  // What is not a setting can be removed, too.
  if (
    path[0] !== "config" || path[1] === "unset" || args["key"] === undefined ||
    /^[A-Z]/.test(String(args["key"]))
  ) {
    return;
  }
  const spec = requireSetting(String(args["key"]));
  const values = (args["value"] ?? []) as readonly string[];
  if (values.length === 1 && values[0] !== "VALUE") requireSettingValue(spec, values[0]!);
}

/** Asserts that every line that a command's output tells to type is one that ralph understands. */
export async function assertHintsRead(output: string): Promise<void> {
  for (const [, line = ""] of output.matchAll(/^→ (?:cd .* && )?ralph (\S.*)$/gm)) {
    await readCall(line).catch((error) => {
      throw new AssertionError(`'→ ralph ${line}' is told, but: ${messageOf(error)}`);
    });
  }
}
