/** A reader who types what a page prints: a project with a plan, a home, and agents that are scripts. */
import { dirname, join } from "@std/path";
import { addTrust, hashContent } from "../../src/store/trust.ts";
import { gitIn, TestProject } from "../_project.ts";
import { RALPH } from "../_tools.ts";

/** What a line did. */
export interface Played {
  /** Null if it had not ended in time, or a signal ended it. */
  readonly code: number | null;
  readonly said: string;
}

const ITEMS = ["one.txt", "two.txt"];
const PLAN = ITEMS.map((name) => `- [ ] Write ${name} [parallel] | \`test -s ${name}\`\n`).join("");

/** Does the first open item of its prompt, or approves if it is to review. */
const AGENT = `#!/bin/sh
[ "$1" = --version ] && exec echo '2.1.328 (Claude Code)'
for prompt; do :; done
case $prompt in *'You review'*)
  code=$(printf '%s' "$prompt" | sed -n 's/.*review is \\([0-9a-f]*\\) and \\([0-9a-f]*\\),.*/\\1-\\2/p')
  exec echo "<validated>$code</validated>" ;;
esac
set -- $(printf '%s\\n' "$prompt" | sed -n 's/^- \\[ \\] //p' | head -n 1)
echo "$1 $2" >"$2"
sed "s/^- \\[ \\] $1 $2/- [x] $1 $2/" PLAN.md >PLAN.new && mv PLAN.new PLAN.md
git add -A && git commit -q -m "$1 $2"
echo "$1 $2: done"
`;

/** Programs that the pages call, beside ralph, git and what every system has. */
const PROGRAMS: Readonly<Record<string, string>> = {
  claude: AGENT,
  codex: AGENT,
  "my-agent": AGENT,
  // Passes once all that the plan wants is there.
  npm: `#!/bin/sh\n[ "$1" = test ] && ls ${ITEMS.join(" ")}\n`,
};

const GIT_CONFIG =
  "[user]\n\tname = Dev\n\temail = dev@example.com\n[init]\n\tdefaultBranch = main\n";

/** A line that has not ended after so long does not end. */
const TIMEOUT_MS = 120_000;

/** One reader of one page. */
export class Reader implements Disposable {
  readonly #ground = new TestProject({ prefix: "ralph-page-", folder: "project" });
  readonly home = this.#ground.home;
  /** Where the next line is typed. */
  folder = this.#ground.project;

  constructor() {
    const bin = join(this.#ground.root, "bin");
    Deno.mkdirSync(bin);
    Deno.symlinkSync(RALPH, join(bin, "ralph"));
    for (const [name, text] of Object.entries(PROGRAMS)) {
      Deno.writeTextFileSync(join(bin, name), text, { mode: 0o755 });
    }
    this.#ground.write("~/.gitconfig", GIT_CONFIG);
    this.#ground.write("PLAN.md", PLAN);
    this.#ground.track({ isCommitted: true });
  }

  /** Installs the hooks, and agrees to the plan's checks, as the reader did at a terminal. */
  async begin(): Promise<void> {
    await this.succeed("ralph hooks install");
    await this.trust();
  }

  /** Agrees to the checks of the plan here. */
  async trust(): Promise<void> {
    addTrust(
      this.#ground.places,
      await Promise.all(ITEMS.map(async (name) => {
        const what = `test -s ${name}`;
        const hash = await hashContent("item", what);
        return { kind: "item", what, hash, project: this.folder, at: Date.now() };
      })),
    );
  }

  /** Commits what is there, and writes a new plan if the last one has nothing open. */
  renewPlan(): void {
    const plan = join(this.folder, "PLAN.md");
    if (!Deno.readTextFileSync(plan).includes("- [ ]")) {
      Deno.writeTextFileSync(plan, PLAN);
      for (const name of ITEMS) Deno.removeSync(join(this.folder, name));
    }
    if (this.git("status", "--porcelain") === "") return;
    this.git("add", "-A");
    this.git("commit", "-q", "-m", "A new plan");
  }

  /** Makes a bare repository of the project its remote. */
  addRemote(): void {
    const remote = join(this.#ground.root, "remote.git");
    gitIn(this.folder, "clone", "-q", "--bare", this.folder, remote);
    this.git("remote", "add", "origin", remote);
    this.git("fetch", "-q", "origin");
  }

  /** Goes to another machine: a new clone of the remote. */
  async goToNewClone(): Promise<void> {
    const clone = `${this.folder} on another machine`;
    gitIn(this.folder, "clone", "-q", join(this.#ground.root, "remote.git"), clone);
    this.folder = clone;
    await this.trust();
  }

  git(...args: string[]): string {
    return gitIn(this.folder, ...args);
  }

  /** Writes a file of the project, or of the home (`~/`), folders included. */
  write(path: string, text: string): void {
    this.#ground.write(path, text);
  }

  /** Types a line that the page does not print. @returns What it said. */
  async succeed(line: string): Promise<string> {
    const { code, said } = await this.play(line);
    if (code !== 0) throw new Error(`'${line}' ended with ${code}:\n${said}`);
    return said;
  }

  /** Types a line. */
  async play(line: string): Promise<Played> {
    // Without the option, a program that fails before a pipe would not be seen.
    const command = new Deno.Command("bash", {
      args: ["-o", "pipefail", "-c", line],
      cwd: this.folder,
      clearEnv: true,
      env: {
        HOME: this.home,
        LANG: "C.UTF-8",
        PATH: `${join(dirname(this.home), "bin")}:${Deno.env.get("PATH")}`,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { code, signal, stdout, stderr } = await command.output();
    const decoder = new TextDecoder();
    const said = decoder.decode(stdout) + decoder.decode(stderr);
    return { code: signal === null ? code : null, said };
  }

  [Symbol.dispose](): void {
    this.#ground[Symbol.dispose]();
  }
}
