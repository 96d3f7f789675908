/** The commands in which each call that writes fails once. */
import { type Call, type Ground, SESSION } from "./_ground.ts";

/** A command, on a ground that is made for it. */
export interface Case {
  /** Makes the ground. */
  readonly prepare: (ground: Ground) => Promise<void>;
  readonly call: (ground: Ground) => Call;
  /** Of how many calls one has faults, in a run of all. Default: each. */
  readonly every?: number;
}

const OPEN = "# Plan\n\n- [ ] one\n- [ ] two\n";
const START = ["start", "-f", "PLAN.md", "--until-done"];

function event(ground: Ground, name: string, fields: Record<string, unknown>): string {
  return JSON.stringify({
    session_id: SESSION,
    transcript_path: `${ground.home}/.claude/projects/p/${SESSION}.jsonl`,
    cwd: ground.project,
    prompt_id: "prompt-1",
    permission_mode: "default",
    hook_event_name: name,
    ...fields,
  });
}

async function works(ground: Ground, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await ground.call({ args });
  if (code !== 0) throw new Error(`'ralph ${args.join(" ")}': ${stdout}${stderr}`);
}

/** The user's own settings, a plan, and the hooks. */
async function install(ground: Ground): Promise<void> {
  ground.write("home/.claude/settings.json", '{\n  "model": "opus"\n}\n');
  ground.write("project/PLAN.md", OPEN);
  await works(ground, "hooks", "install");
}

/** A loop that the session owns, with guidance and a turn. */
async function begin(ground: Ground): Promise<void> {
  await install(ground);
  await works(ground, ...START, "--session", SESSION);
  await works(ground, "encourage", "keep the tests green");
  await ground.call(stop(ground));
}

const stop = (ground: Ground): Call => ({
  args: ["hook", "stop"],
  input: event(ground, "Stop", {
    stop_hook_active: false,
    last_assistant_message: `Went on with the next part, ${crypto.randomUUID()}`,
    background_tasks: [],
    session_crons: [],
  }),
});
const guard = (command: string) => (ground: Ground): Call => ({
  args: ["hook", "guard"],
  input: event(ground, "PreToolUse", {
    tool_name: "Bash",
    tool_use_id: "toolu_1",
    tool_input: { command },
  }),
});
const session = (name: string, fields: Record<string, unknown>) => (ground: Ground): Call => ({
  args: ["hook", "session"],
  input: event(ground, name, fields),
});
const command = (...args: string[]) => (): Call => ({ args });

/** The commands by their names in the table. */
export const CASES: Readonly<Record<string, Case>> = {
  "hook stop, continuing": { prepare: begin, call: stop },
  "hook stop, ending the loop": {
    prepare: async (ground) => {
      await begin(ground);
      ground.write("project/PLAN.md", OPEN.replaceAll("[ ]", "[x]"));
    },
    call: stop,
  },
  "hook guard, harmless": { prepare: begin, call: guard("make test") },
  "hook guard, harmful": { prepare: begin, call: guard("rm -rf .claude") },
  "hook session, the prompt that claims": {
    prepare: async (ground) => {
      await install(ground);
      await works(ground, ...START);
    },
    call: session("UserPromptSubmit", { prompt: "go on" }),
  },
  "hook session, SessionEnd": { prepare: begin, call: session("SessionEnd", { reason: "other" }) },
  "start": { prepare: install, call: command(...START) },
  "stop": { prepare: begin, call: command("stop") },
  "encourage": { prepare: begin, call: command("encourage", "write the docs, too") },
  "config set": {
    prepare: async (ground) => {
      await install(ground);
      await works(ground, "config", "set", "max_iterations", "42");
    },
    call: command("config", "set", "max_hours", "5"),
  },
  "hooks install": {
    prepare: (ground) => {
      ground.write("home/.claude/settings.json", '{\n  "model": "opus"\n}\n');
      return Promise.resolve();
    },
    call: command("hooks", "install"),
  },
  "run, one item": {
    prepare: async (ground) => {
      ground.write("project/PLAN.md", "# Plan\n\n- [ ] one\n");
      ground.write("agent.sh", '#!/bin/sh\nsed -i "s/\\[ \\]/[x]/" PLAN.md\n');
      await Deno.chmod(`${ground.root}/agent.sh`, 0o755);
    },
    call: (ground) => ({ args: ["run", "PLAN.md", "--agent", `${ground.root}/agent.sh`] }),
    every: 5,
  },
};
