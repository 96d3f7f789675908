/** The guard's list of commands is the CLI's. */
import { assertEquals, assertThrows } from "@std/assert";
import { COMMANDS } from "../../src/cli/registry.ts";
import { CHANGING_COMMANDS, judgeRalph } from "../../src/guard/_ralph_command.ts";

/** Commands that never change a loop. A hook starts `scan`. */
const READING =
  "status adapters consult demo history explain completions complete help scan info update";

Deno.test("guard: knows the commands of the CLI and no others, as reading or changing", () => {
  const listed = [...Object.keys(CHANGING_COMMANDS), ...READING.split(" ")];
  assertEquals(listed.sort(), COMMANDS.map(({ name }) => name).sort());
});

Deno.test("guard: the reading subcommands exist", async () => {
  for (const { name, load } of COMMANDS) {
    const reading = CHANGING_COMMANDS[name]?.subcommands?.filter((sub) => sub !== "") ?? [];
    const { command } = await load();
    const subcommands = command.subcommands?.map((each) => each.name) ?? [];
    assertEquals(reading.filter((sub) => !subcommands.includes(sub)), [], name);
  }
});

Deno.test("guard: reading forms of ralph are allowed", () => {
  for (
    const line of [
      "",
      "status",
      "demo",
      "demo --keep",
      "adapters --json",
      "encourage --list",
      "forbid --list --json",
      "start --dry-run",
      "config",
      "config get max_hours",
      "stop --help",
      "no-such-command",
      "doctor --json",
      "config schema",
      "report --open",
      "report 20260102 --json",
    ]
  ) judgeRalph(line.split(" "));
});

Deno.test("guard: changing forms of ralph are refused by name", () => {
  for (
    const [line, shown] of [
      ["stop", "ralph stop"],
      ["encourage more", "ralph encourage"],
      ["config set max_hours 1", "ralph config set"],
      ["--json hooks uninstall", "ralph hooks uninstall"],
      ["validate 3", "ralph validate"],
      ["doctor --fix", "ralph doctor"],
      ["doctor --fix=true --yes", "ralph doctor"],
      ["config schema --install", "ralph config schema"],
      ["report -o .claude/loop-enabled", "ralph report"],
      ["statusline", "ralph statusline"],
    ] as const
  ) assertThrows(() => judgeRalph(line.split(" ")), Error, `\`${shown}\``);
});
