/** The status line in the text of the client's settings. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import {
  addStatusLine,
  readStatusLineCommand,
  removeStatusLine,
  renderStatusLineCommand,
  statusLineText,
} from "../../src/registration/status_line.ts";

const PROGRAM = '/opt/it\'s a "bin"/$HOME/ralph';

/** Commands with everything that a shell or JSON reads as its own. */
const COMMAND = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: "binary", minLength: 1 }),
  fc.constantFrom(
    "bash ~/.claude/line.sh",
    "a 'b' \"c\"",
    "x; y | z && w",
    "echo $HOME `id` \\",
    "a\nb",
  ),
).filter((command) => command.trim() !== "" && command.isWellFormed());

/** Settings in several layouts; `LINE` is where a status line may be. */
const LAYOUTS = [
  '{"model":"opus"LINE}',
  '{\n  "model": "opus"LINE,\n  "env": { "A": "1" }\n}\n',
  '\uFEFF{\r\n\t"model": "opus"LINE\r\n}\r\n',
  '{ "hooks": { "Stop": [] }LINE }',
];

function settingsWith(layout: string, line: unknown): string {
  const text = line === undefined ? "" : `, "statusLine" : ${JSON.stringify(line, null, 1)}`;
  return layout.replace("LINE", () => text);
}

Deno.test("status line: what was there comes back byte for byte", () => {
  fc.assert(fc.property(
    fc.constantFrom(...LAYOUTS),
    fc.option(COMMAND, { nil: undefined }),
    fc.constantFrom({}, { padding: 0 }, { refreshInterval: 5 }),
    (layout, command, more) => {
      const line = command === undefined ? undefined : { type: "command", command, ...more };
      const before = settingsWith(layout, line);
      const added = addStatusLine(before, PROGRAM, null);
      assert(added !== before);
      const { command: ours } = JSON.parse(added.replace(/^\uFEFF/, "")).statusLine;
      assertEquals(readStatusLineCommand(ours), { program: PROGRAM, wrapped: command ?? null });
      assertEquals(addStatusLine(added, PROGRAM, null), added, "a second time changes nothing");
      assertEquals(removeStatusLine(added, statusLineText(before)), before);
    },
  ));
});

Deno.test("status line: where the original is not known, the command comes back", () => {
  fc.assert(fc.property(fc.constantFrom(...LAYOUTS), COMMAND, (layout, command) => {
    const before = settingsWith(layout, {
      type: "command",
      command,
      padding: 2,
      refreshInterval: 9,
    });
    const restored = removeStatusLine(addStatusLine(before, PROGRAM, null), undefined);
    assertEquals(
      JSON.parse(restored.replace(/^\uFEFF/, "")),
      JSON.parse(before.replace(/^\uFEFF/, "")),
    );
  }));
  const alone = settingsWith(LAYOUTS[0]!, undefined);
  assertEquals(removeStatusLine(addStatusLine(alone, PROGRAM, null), undefined), alone);
});

Deno.test("status line: a line that an earlier version registered is ours, and is replaced", () => {
  for (const wrapped of [null, "mine"]) {
    const current = renderStatusLineCommand({ program: PROGRAM, wrapped });
    const earlier = current.replace(/GLIBC_TUNABLES="[^"]*" /, "");
    assert(earlier !== current);
    assertEquals(readStatusLineCommand(earlier), { program: PROGRAM, wrapped });
    const settings = settingsWith(LAYOUTS[0]!, { type: "command", command: earlier });
    const { statusLine } = JSON.parse(addStatusLine(settings, PROGRAM, null));
    assertEquals(statusLine.command, current);
  }
});

Deno.test("status line: the status line of another program is not ours", () => {
  const others = [
    "ccusage statusline",
    "ralph=/x; rm -rf ~",
    `ralph=/x; "$ralph" statusline; rm -rf ~`,
    `ralph=/x; GLIBC_TUNABLES="\${GLIBC_TUNABLES-$(rm -rf ~)}" "$ralph" statusline`,
    `ralph=/x; "$ralph" statusline --wrap a 2>/dev/null || sh -c b`,
  ];
  for (const command of others) assertEquals(readStatusLineCommand(command), null, command);
});

Deno.test({
  name: "status line: a shell passes the wrapped command on unchanged, also without the program",
  fn: () => {
    const folder = Deno.makeTempDirSync({ prefix: "ralph it's $x " });
    try {
      const program = `${folder}/ralph`;
      const shell = (command: string) => {
        const { code, stdout, stderr } = new Deno.Command("sh", { args: ["-c", command] })
          .outputSync();
        assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
        return new TextDecoder().decode(stdout);
      };
      const wrapped = `printf '%s|' "a 'b'" '$HOME' \\\\ "x
y"`;
      const command = renderStatusLineCommand({ program, wrapped });
      const shown = "a 'b'|$HOME|\\|x\ny|";
      assertEquals(shell(command), shown, "the program is missing");
      Deno.writeTextFileSync(program, `#!/bin/sh\n[ "$2" = --wrap ] && printf '%s' "$3"\n`);
      Deno.chmodSync(program, 0o755);
      assertEquals(shell(command), wrapped);
      assertStringIncludes(command, "statusline --wrap");
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
