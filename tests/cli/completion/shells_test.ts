/** The scripts of `ralph completions` in the shells themselves, with the compiled binary. */
import { assertEquals } from "@std/assert";
import { dirname } from "@std/path";
import { TestProject } from "../../_project.ts";
import { Terminal } from "../../_terminal.ts";
import { needs, needsAll } from "../../_tools.ts";
import { RALPH } from "../../_binary.ts";

const SCRIPTS = new URL("../../../src/cli/completion/", import.meta.url);

/** A project with files to complete, and a home whose shells know the scripts. */
class Shells extends TestProject {
  constructor() {
    super({ folder: "project" });
    for (const file of ["PLAN.md", "my plan.md", "notes.txt", "docs/x.md"]) this.write(file, "");
    for (const name of ["bash", "zsh", "fish"]) {
      const script = Deno.readTextFileSync(new URL(`ralph.${name}`, SCRIPTS));
      this.write(`~/${name === "zsh" ? "_ralph" : name}`, script);
    }
    this.write("~/.zshrc", "PS1='ready> '\nfpath+=~\nautoload -U compinit\ncompinit -D -u\n");
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
  ["ralph completions ", ["bash", "zsh", "fish"]],
];

needs("bash").test("bash: candidates in COMPREPLY, for words split as bash splits them", () => {
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
});

needs("fish").test("fish: candidates of 'complete -C', with files where they are meant", () => {
  using shells = new Shells();
  const of = (typed: string) =>
    shells.lines("fish", "--no-config", "-c", "source ~/fish; complete -C $argv[1]", typed)
      .map((line) => line.split("\t")[0] ?? "");
  for (const [typed, candidates] of CASES) assertEquals(of(typed), candidates, typed);
  assertEquals(of("ralph start -f "), ["PLAN.md", "docs/", "my plan.md", "notes.txt"]);
  assertEquals(of("ralph start --focus=P"), ["--focus=PLAN.md"]);
  assertEquals(of("ralph start --session "), []);
});

for (const shell of ["bash", "zsh"] as const) {
  Deno.test({
    name: `${shell}: the key completes commands, options, choices and files in a terminal`,
    ...needsAll(needs("tmux"), needs(shell)),
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
