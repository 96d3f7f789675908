/**
 * Tools of MCP servers: which strings of a call name a control file, and whether the tool's name says that
 * it changes it. Nobody knows what such a tool does with them.
 */
import { resolve } from "../system/path.ts";
import { resolvePath } from "../store/project.ts";
import { KILL_SWITCH } from "../store/project_files.ts";
import { isObject } from "../store/records/json_record.ts";
import { ControlFiles, type GuardContext, MAX_PATH } from "./_control_files.ts";
import { denyFile } from "./_denial.ts";
import type { EditCall } from "./_edit_tools.ts";

/** More strings of a call are not looked at. */
const MOST_STRINGS = 200;
const MOST_LEVELS = 5;

const CHANGES =
  /write|edit|create|delete|remove|move|rename|copy|append|patch|replace|insert|touch|mkdir|truncate|unlink|save|update/i;
const REMOVES = /delete|remove|move|rename/i;
const READS = /read|get|list|search|find|stat|view|show|info|exists|grep|glob|describe/i;
const MAY_NAME = /\.claude|ralph|STOP_LOOP|loop-/i;

/**
 * Judges a call of an MCP server's tool.
 *
 * @returns The lines that it runs in a shell.
 * @throws {Denied} If it names a control file for a change, or the kill switch for anything but reading.
 */
export function judgeMcpTool(
  { toolName, toolInput, cwd }: EditCall,
  context: GuardContext,
): string[] {
  const tool = toolName.slice(toolName.lastIndexOf("__") + 2);
  const strings = listStrings(toolInput).filter(({ text }) => MAY_NAME.test(text));
  if (strings.length === 0) return [];
  const control = new ControlFiles(context);
  const [changes, reads] = [CHANGES.test(tool), READS.test(tool)];
  for (const { text } of strings) {
    if (text.length > MAX_PATH || text.includes("\n")) continue;
    const path = text.replace(/^file:\/\//, "").replace(/^~(?=\/|$)/, context.homeDir);
    for (const follows of [false, true]) {
      const place = resolvePath(resolve(cwd, path), follows);
      const found = control.find({ path: place, pattern: null }, REMOVES.test(tool));
      const isSwitch = control.isKillSwitch(place);
      if (isSwitch ? changes || !reads : changes && found?.kind === "control") {
        throw denyFile(found?.label ?? KILL_SWITCH, "change");
      }
    }
  }
  return strings.filter(({ key }) => /^(?:command|cmd)$/i.test(key)).map(({ text }) => text);
}

interface NamedText {
  readonly key: string;
  readonly text: string;
}

function listStrings(value: unknown, key = "", level = 0): NamedText[] {
  if (typeof value === "string") return [{ key, text: value }];
  if (level > MOST_LEVELS) return [];
  const entries = Array.isArray(value)
    ? value.map((each): [string, unknown] => [key, each])
    : isObject(value)
    ? Object.entries(value)
    : [];
  return entries.slice(0, MOST_STRINGS).flatMap(([name, each]) =>
    listStrings(each, name, level + 1)
  )
    .slice(0, MOST_STRINGS);
}
