/** What the documentation tells to type can be typed: the real parser reads it. */
import { assert, assertEquals } from "@std/assert";
import { messageOf } from "../../src/error.ts";
import type { Command, CommandEntry } from "../../src/cli/core/command.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { SETTING_SPECS } from "../../src/store/settings/settings.ts";
import { nameCommandsIn, SLASH_COMMANDS } from "../../src/text/command_name.ts";
import { readCall } from "../_read_call.ts";
import { listCalls, listOptions, listSnakeCase, type Mention } from "./_examples.ts";

Deno.test("docs: each call of ralph that they name is one that ralph understands", async () => {
  const calls = listCalls();
  assert(calls.length > 100, `only ${calls.length} calls were found`);
  const refused: string[] = [];
  for (const { text, page } of calls) {
    await readCall(text).catch((error) =>
      refused.push(`${page}: ralph ${text}: ${messageOf(error)}`)
    );
  }
  assertEquals(refused, []);
});

/** Options of other programs that the pages name. */
const OF_OTHERS = ["--permission-mode", "--deny-net"];

async function listAllOptions(): Promise<Set<string>> {
  const names = new Set(["--help", "--version", ...OF_OTHERS]);
  const walk = ({ options = [], subcommands = [] }: Command) => {
    for (const { name } of options) names.add(`--${name}`);
    subcommands.forEach(walk);
  };
  for (const { load } of COMMANDS) walk((await load()).command);
  return names;
}

Deno.test("docs: each option that they name is there", async () => {
  const names = await listAllOptions();
  const unknown = listOptions().filter(({ text }) => !names.has(text));
  assertEquals(unknown.map(show), []);
});

Deno.test("docs: each key that they name is a setting, or a name of the program's own", () => {
  const settings = new Set<string>(SETTING_SPECS.map(({ key }) => key));
  const code = readSources();
  const isInCode = (name: string) =>
    code.includes(name) ||
    code.includes(name.replaceAll(/_(.)/g, (_all, letter) => letter.toUpperCase()));
  const unknown = listSnakeCase().filter(({ text }) => !settings.has(text) && !isInCode(text));
  // The name of the notation itself.
  assertEquals(unknown.filter(({ text }) => text !== "snake_case").map(show), []);
});

Deno.test("help: each example is one that ralph understands", async () => {
  const refused: string[] = [];
  const walk = async ({ examples = [], subcommands = [] }: Command) => {
    for (const [line] of examples) {
      const [, call] = /^ralph ([^|>]*)/.exec(line) ?? [];
      if (call === undefined) continue;
      await readCall(call.trim()).catch((error) => refused.push(`${line}: ${messageOf(error)}`));
    }
    for (const inner of subcommands) await walk(inner);
  };
  for (const { load } of COMMANDS as readonly CommandEntry[]) await walk((await load()).command);
  assertEquals(refused, []);
});

Deno.test("docs: slash commands that they name come with the plugin", () => {
  for (const name of SLASH_COMMANDS) {
    assertEquals(nameCommandsIn(`ralph ${name}`, "plugin"), `/ralph:${name}`);
  }
});

function readSources(): string {
  const read = (folder: URL): string =>
    [...Deno.readDirSync(folder)].map(({ name, isDirectory }) =>
      isDirectory
        ? read(new URL(`${name}/`, folder))
        : name.endsWith(".ts")
        ? Deno.readTextFileSync(new URL(name, folder))
        : ""
    ).join("\n");
  return read(new URL("../../src/", import.meta.url));
}

function show({ text, page }: Mention): string {
  return `${page}: ${text}`;
}
