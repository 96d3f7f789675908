/** The demo's environment: a folder with its own project and home, in which ralph is called. */
import { ensureDirSync } from "@std/fs/ensure-dir";
import { join } from "@std/path";
import { StateError } from "../../error.ts";
import { runProgram } from "../../system/run_program.ts";
import { parseJson } from "../../store/files/json_text.ts";
import { isObject } from "../../store/records/json_record.ts";
import { oneLine } from "../../text/shorten.ts";

/** Limits that no call reaches, even on an emulated processor: of its time, and of its output in bytes. */
const LIMIT_MS = 5 * 60_000;
const MOST_BYTES = 1024 * 1024;

const PLAN = `# Tidy the greeting

- [ ] Write greeting.txt
- [ ] Add the reader's name to it
- [ ] Say goodbye in it, too
`;

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The fields of a hook's answer that the demo shows. */
export interface HookAnswer {
  readonly systemMessage?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly additionalContext?: string;
    readonly permissionDecisionReason?: string;
  };
}

/** A project and a home, with functions that call ralph in them. */
export interface Stage {
  readonly project: string;
  readonly home: string;
  readonly plan: string;
  readonly transcript: string;
  /** Runs a command of ralph in the project. */
  readonly ralph: (args: readonly string[]) => Promise<Ran>;
  /**
   * Runs a shell command with an event on its input, as Claude Code runs a registered hook.
   *
   * @returns The hook's answer.
   * @throws {StateError} The hook does not answer.
   */
  readonly hook: (command: string, event: Readonly<Record<string, unknown>>) => Promise<HookAnswer>;
  readonly clear: () => void;
}

/** Creates a project with a plan, and a home for Claude Code and ralph. */
export function makeStage(executable: string): Stage {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph-demo-" }));
  const project = join(root, "project");
  const home = join(root, "home");
  ensureDirSync(project);
  ensureDirSync(join(home, ".claude"));
  const plan = join(project, "PLAN.md");
  Deno.writeTextFileSync(plan, PLAN);
  const transcript = join(home, "transcript.jsonl");
  // From source, the executable is Deno, which needs the module as an argument.
  const self = Deno.build.standalone ? [] : ["run", "-A", Deno.mainModule];
  const env = { HOME: home, PATH: Deno.env.get("PATH") ?? "", NO_COLOR: "1" };
  return {
    project,
    home,
    plan,
    transcript,
    ralph: (args) => run(executable, [...self, ...args], project, env, ""),
    hook: async (command, event) => {
      const hookEnv = { ...env, CLAUDE_PROJECT_DIR: project, CLAUDE_CODE_SESSION_ID: SESSION };
      const ran = await run("sh", ["-c", command], project, hookEnv, JSON.stringify(event));
      const answer = parseJson(ran.stdout);
      if (answer.kind === "ok" && isObject(answer.value)) return answer.value;
      throw new StateError(`The hook did not answer: ${oneLine(ran.stderr, 200) || ran.code}`);
    },
    clear: () => Deno.removeSync(root, { recursive: true }),
  };
}

/** The id of the demo's session. */
export const SESSION = "de300000-0000-4000-8000-000000000001";

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  input: string,
): Promise<Ran> {
  const limits = { timeoutMs: LIMIT_MS, maxBytes: MOST_BYTES, keptErrorBytes: MOST_BYTES };
  const result = await runProgram(program, args, { ...limits, cwd, env, clearEnv: true, input });
  if (result.kind !== "ended") return { code: 1, stdout: "", stderr: `${program}: ${result.kind}` };
  const decoder = new TextDecoder();
  const { code, stdout, stderr } = result;
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
