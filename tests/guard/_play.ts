/** Plays a Bash line as a call of the agent: the guard is asked, the line runs, the event after it comes. */
import { assert } from "@std/assert";
import { answerGuard } from "../../src/hook/guard/guard.ts";
import { answerSession } from "../../src/hook/session/session.ts";
import { writeLoop } from "../../src/lifecycle/begin.ts";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import type { HookContext } from "../../src/lifecycle/context.ts";
import { parseEvent } from "../../src/lifecycle/event.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { PROJECT_FILE_LIST, PROJECT_FILES } from "../../src/store/project_files.ts";
import { createLoop } from "../../src/store/records/loops.ts";
import { runConfined, type Sandbox, withCopy } from "./_project.ts";

const SESSION = "0a1b2c3d-0000-4000-8000-00000000c0de";
const ID = "20260101-000000000-0a1b2c3d";

/** How a line ended: `said` is an edit that stays, and the user reads of it. */
export type Outcome = "refused" | "put back" | "said" | "harmless" | "harmed";

/** What came of a line. */
export interface Played {
  readonly outcome: Outcome;
  /** What differs, and what ralph said. */
  readonly why: string;
}

/**
 * Plays a line in a copy of the sandbox with a loop that really runs.
 *
 * @param asked The line that the guard is asked about.
 */
export async function play(sandbox: Sandbox, line: string, asked = line): Promise<Played> {
  return await withCopy(sandbox, async (copy) => {
    const context = begin(copy);
    const command = line.replaceAll(sandbox.root, copy.root);
    const eventOf = (name: string, command: string) =>
      parseEvent(JSON.stringify({
        session_id: SESSION,
        hook_event_name: name,
        cwd: copy.project,
        tool_name: "Bash",
        tool_use_id: "toolu_1",
        tool_input: { command },
      }))!;
    const [kept, others] = [readKept(copy), readOthers(copy)];
    const { answer: first } = await answerGuard(
      eventOf("PreToolUse", asked.replaceAll(sandbox.root, copy.root)),
      context,
    );
    const verdict = first["hookSpecificOutput"] as { permissionDecision?: string } | undefined;
    if (verdict?.permissionDecision === "deny") return { outcome: "refused", why: line };
    assert(first["systemMessage"] === undefined, `${line}: ${first["systemMessage"]}`);
    await runConfined(copy, command);
    const struck = readKept(copy);
    const { answer } = await answerSession(eventOf("PostToolUse", command), context);
    const said = String(answer["systemMessage"] ?? "");
    // What was set aside, and a compressed copy, are no templates and no adapters.
    const differ = listDifferent(kept, readKept(copy))
      .filter((name) => !/\.(broken-.*|gz)$/.test(name));
    const lost = differ.filter((name) => !said.includes(name))
      .concat(listDifferent(others, readOthers(copy)));
    const why = `${line} => ${lost.join(", ")} | ${said}`;
    if (lost.length > 0) return { outcome: "harmed", why };
    if (differ.length > 0) return { outcome: "said", why };
    return { outcome: listDifferent(kept, struck).length > 0 ? "put back" : "harmless", why };
  });
}

/** Begins a real loop in a copy of the sandbox. */
function begin({ home, project }: Sandbox): HookContext {
  const variables: Readonly<Record<string, string>> = {
    HOME: home,
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: SESSION,
  };
  const env = environmentOf((name) => variables[name], home);
  const places = placesOf(env);
  for (const name of ["loop-enabled", "ralph-state.json"]) {
    Deno.removeSync(`${project}/.claude/${name}`);
  }
  const at = Date.now();
  const record = {
    ...blankRecord({ id: ID, project, driver: "session", startedAt: at }),
    ownerSession: SESSION,
  };
  writeLoop(places, {
    record,
    at,
    command: "start",
    kind: "start",
    sentence: "The loop started",
    writeFacts: () => {
      createLoop(places, {
        id: ID,
        project,
        task: null,
        preset: null,
        flags: {},
        startedAt: at,
        startedBy: "session",
        driver: "session",
      });
    },
  });
  return { env, places, nowMs: Date.now, sleep: () => Promise.resolve() };
}

/** The loop's kept files in the project, links not followed. */
function readKept({ project }: Sandbox): Map<string, string> {
  const kept = new Map<string, string>();
  const note = (name: string): void => {
    const path = `${project}/.claude/${name}`;
    const info = infoOf(path);
    if (info === null) return;
    if (info.isSymlink) kept.set(name, `-> ${Deno.readLinkSync(path)}`);
    else if (info.isFile) kept.set(name, Deno.readTextFileSync(path));
    else if (!info.isDirectory) kept.set(name, "not a file");
    else for (const entry of Deno.readDirSync(path)) note(`${name}/${entry.name}`);
  };
  if (infoOf(`${project}/.claude`)?.isDirectory) {
    for (const { name, kept: kind } of PROJECT_FILE_LIST) if (kind !== undefined) note(name);
  }
  return kept;
}

/**
 * What repair has no copy of. That the project's settings go with its `.claude` does no harm: the hooks
 * are registered in the home too.
 */
function readOthers({ home, project }: Sandbox): Map<string, string> {
  const others = new Map<string, string>();
  for (
    const name of [
      `ralph/loops/${ID}/loop.json`,
      `ralph/loops/${ID}/copies/ralph-state.json`,
      "ralph/loops/l1/loop.json",
      "ralph/history.jsonl",
      "ralph/config.json",
      "ralph-stop-reason.json",
      "settings.json",
    ]
  ) others.set(`~/.claude/${name}`, textOf(`${home}/.claude/${name}`));
  for (const name of ["settings.json", "settings.local.json"]) {
    const text = textOf(`${project}/.claude/${name}`);
    others.set(name, String(text.includes("disableAllHooks")));
  }
  const killSwitch = infoOf(`${project}/.claude/${PROJECT_FILES.killSwitch.name}`);
  others.set("kill switch", String(killSwitch !== null));
  for (const name of [".claude", ".claude/ralph"]) {
    const info = infoOf(`${home}/${name}`);
    others.set(`~/${name}`, `${info?.isDirectory} ${info?.mode}`);
  }
  return others;
}

function listDifferent(one: Map<string, string>, two: Map<string, string>): string[] {
  return [...new Set([...one.keys(), ...two.keys()])]
    .filter((name) => one.get(name) !== two.get(name));
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

function infoOf(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null;
  }
}
