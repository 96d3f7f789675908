/** The scripts of `ralph completions` in the shells themselves, with the compiled binary. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { dirname, join } from "@std/path";
import { SCRIPTS } from "../../../src/cli/completion/completions.ts";
import { TestProject } from "../../_project.ts";
import { Terminal } from "../../_terminal.ts";
import { needs } from "../../_tools.ts";
import { RALPH } from "../../_binary.ts";
import { openGolden } from "../../_golden.ts";

/** A project with files to complete, and a home whose shells know the scripts. */
class Shells extends TestProject {
  constructor() {
    super({ folder: "project" });
    for (const file of ["PLAN.md", "my plan.md", "notes.txt", "docs/x.md"]) this.write(file, "");
    for (const [name, script] of Object.entries(SCRIPTS)) this.write(`~/${name}`, script);
    this.write("~/_ralph", SCRIPTS.zsh);
    this.write(
      "~/.zshrc",
      "PS1='ready> '\nfpath+=~\nautoload -U compinit\ncompinit -D -u\n",
    );
  }

  /** The environment of the shells. */
  get variables(): Record<string, string> {
    const path = `${dirname(RALPH)}:${Deno.env.get("PATH")}`;
    return { PATH: path, HOME: this.home, LANG: "C.UTF-8", TERM: "xterm", PS1: "$ " };
  }

  /** Runs a shell without a terminal, and returns the lines that it prints. */
  lines(program: string, ...args: string[]): string[] {
    const { stdout, stderr } = new Deno.Command(program, {
      args,
      cwd: this.project,
      env: this.variables,
      clearEnv: true,
      stdin: "null",
    }).outputSync();
    assertEquals(new TextDecoder().decode(stderr), "");
    return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
  }
}

/** What is typed, and what the line or the candidates become. */
const CASES: readonly (readonly [typed: string, candidates: readonly string[]])[] = [
  ["ralph con", ["config", "constraints"]],
  ["ralph start --foc", ["--focus"]],
  ["ralph run --terminal ", ["auto", "pty", "pipe"]],
  ["ralph run --terminal=p", ["--terminal=pty", "--terminal=pipe"]],
  ["ralph config set continue_with ", ["auto", "context", "block"]],
  ["ralph config set continue_with=b", ["continue_with=block"]],
  ["ralph help lim", ["limits"]],
  ["ralph start --max-hours 3 --max-h", []],
  ["ralph start -- --max", []],
  ["ralph completions ", ["bash", "zsh", "fish", "powershell"]],
];

Deno.test({
  name: "bash: candidates in COMPREPLY, for words split as bash splits them",
  ...needs("bash"),
  fn: () => {
    using shells = new Shells();
    for (const [typed, candidates] of CASES) {
      const words = typed.split(/\s+|(?==)|(?<==)/);
      const script = 'source ~/bash; COMP_LINE=$1 COMP_POINT=${#1}; shift; COMP_WORDS=("$@"); ' +
        'COMP_CWORD=$(($# - 1)); _ralph ralph; printf "%s\\n" "${COMPREPLY[@]}"';
      const shown = shells.lines("bash", "--norc", "-c", script, "bash", typed, ...words);
      // Bash completes what is after the last "=" only.
      const before = /\S*=/.exec(typed)?.[0] ?? "";
      assertEquals(shown, candidates.map((each) => each.slice(before.length)), typed);
    }
  },
});

Deno.test({
  name: "fish: candidates of 'complete -C', with files where they are meant",
  ...needs("fish"),
  fn: () => {
    using shells = new Shells();
    const of = (typed: string) =>
      shells.lines("fish", "--no-config", "-c", "source ~/fish; complete -C $argv[1]", typed)
        .map((line) => line.split("\t")[0] ?? "");
    for (const [typed, candidates] of CASES) assertEquals(of(typed), candidates, typed);
    assertEquals(of("ralph start -f "), ["PLAN.md", "docs/", "my plan.md", "notes.txt"]);
    assertEquals(of("ralph start --focus=P"), ["--focus=PLAN.md"]);
    assertEquals(of("ralph start --session "), []);
  },
});

for (const shell of ["bash", "zsh"] as const) {
  Deno.test({
    name: `${shell}: the key completes commands, options, choices and files in a terminal`,
    ...needs("tmux"),
    ignore: needs("tmux").ignore || needs(shell).ignore,
    fn: async () => {
      using shells = new Shells();
      const command = shell === "bash"
        ? ["bash", "--norc", "--noprofile", "-i"]
        : ["zsh", "--no-globalrcs", "-i"];
      const { project: cwd, variables: env } = shells;
      await using terminal = await Terminal.open({ cwd, env, command, columns: 120 });
      if (shell === "bash") {
        await terminal.waitFor("$");
        await terminal.type("PS1='ready> '; source ~/bash");
        await terminal.keys("Enter");
      }
      // What is typed before the prompt is there would be echoed twice.
      await terminal.waitFor(/^ready>/m);
      const completes = async (typed: string, line: string) => {
        await terminal.type(typed);
        await terminal.keys("Tab");
        await terminal.waitFor(`ready> ${line}`);
        await terminal.keys("C-u");
      };
      await completes("ralph knowl", "ralph knowledge");
      await completes("ralph start --unti", "ralph start --until-done");
      await completes("ralph run --terminal=pt", "ralph run --terminal=pty");
      await completes("ralph config set unattended=f", "ralph config set unattended=false");
      await completes("ralph start -f PL", "ralph start -f PLAN.md");
      await completes("ralph start --focus=my", "ralph start --focus=my\\ plan.md");
      await completes("ralph run --prompt no", "ralph run --prompt notes.txt");
      await terminal.type("ralph run ");
      await terminal.keys("Tab", "Tab");
      const shown = await terminal.waitFor("PLAN.md");
      assertEquals(shown.slice(shown.lastIndexOf("> ralph run")).includes("notes.txt"), false);
    },
  });
}

/** A text that a repository could bring along, with all that means something in the quotes of some shell. */
const PHRASE = `try $(touch PWN) \`touch PWN\` \${HOME} "a" 'b' \\c \\" !echo ~ *; touch PWN & #\\`;

for (
  const [shell, quotes] of [
    ["bash", ["", '"', "'", "$'", '$"', '"try ', "'try '", "\"t\"'r'y", "t'ry ", 't"r"$\'y']],
    ["zsh", ["", '"', "'", "$'"]],
    // In open quotes fish is offered nothing.
    ["fish", [""]],
  ] as const
) {
  for (const quote of quotes) {
    Deno.test({
      name: `${shell}: a completed phrase is data, typed after ${quote || "nothing"}`,
      ignore: needs("tmux").ignore || needs(shell).ignore,
      fn: async () => {
        using shells = new Shells();
        const { project: cwd, variables } = shells;
        shells.lines("sh", "-c", 'ralph encourage "$1" 2>&1', "sh", PHRASE);
        // What would be removed is written down.
        const noting =
          `[ "$1" = complete ] && exec '${RALPH}' "$@"; printf %s "$3" >~/got; echo noted`;
        shells.write("~/bin/ralph", `#!/bin/sh\n${noting}\n`);
        Deno.chmodSync(join(shells.home, "bin/ralph"), 0o755);
        const env = { ...variables, PATH: `${shells.home}/bin:${variables["PATH"]}` };
        const command = {
          bash: ["bash", "--norc", "--noprofile", "-i"],
          zsh: ["zsh", "--no-globalrcs", "-i"],
          fish: ["fish", "--no-config", "-i"],
        }[shell];
        await using terminal = await Terminal.open({ cwd, env, command, columns: 200 });
        if (shell === "bash") {
          await terminal.waitFor("$");
          await terminal.type("PS1='ready> '; source ~/bash");
          await terminal.keys("Enter");
        } else if (shell === "fish") {
          await terminal.waitFor(/[#>] *$/m);
          await terminal.type("function fish_prompt; echo 'ready> '; end; source ~/fish");
          await terminal.keys("Enter");
        }
        await terminal.waitFor(/^ready>/m);
        await terminal.type(`ralph encourage --remove ${quote}`);
        await terminal.keys("Tab");
        await terminal.waitFor(/ready> ralph encourage --remove .*touch/s);
        await terminal.keys("Enter");
        const shown = await terminal.waitFor(/^noted/m);
        assertEquals(existsSync(join(cwd, "PWN")), false, shown);
        assertEquals(Deno.readTextFileSync(join(shells.home, "got")), PHRASE, shown);
      },
    });
  }
}

Deno.test("golden: the scripts, of which PowerShell's was not run", () => {
  const { assertGolden, assertNoneLeft } = openGolden(
    new URL("../golden_completions/", import.meta.url),
    ".txt",
    "tests/cli/completion/shells_test.ts",
  );
  for (const [name, script] of Object.entries(SCRIPTS)) assertGolden(name, script);
  assertNoneLeft();
  assertStringIncludes(SCRIPTS.powershell, "Register-ArgumentCompleter -Native -CommandName ralph");
});

Deno.test({
  name: "PowerShell: the script is read without an error, and completes",
  ...needs("pwsh"),
  fn: () => {
    using shells = new Shells();
    const script = ". ~/powershell; [System.Management.Automation.CommandCompletion]" +
      "::CompleteInput('ralph con', 9, $null).CompletionMatches.CompletionText";
    shells.write("~/powershell.ps1", SCRIPTS.powershell);
    assertEquals(
      shells.lines(
        "pwsh",
        "-NoProfile",
        "-Command",
        script.replace("powershell;", "powershell.ps1;"),
      ),
      ["config", "constraints"],
    );
  },
});
