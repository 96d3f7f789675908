/**
 * Without any prediction: every harmful line runs for real while the hooks only see a call, and repair
 * alone has to carry it.
 */
// It takes many seconds: a `deno test` without a build leaves it out.
import "../_binary.ts";
import { assert, assertEquals } from "@std/assert";
import { noteCallBegins } from "../../src/hook/guard/repair.ts";
import { answerSession } from "../../src/hook/session/session.ts";
import { writeLoop } from "../../src/lifecycle/begin.ts";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import type { HookContext } from "../../src/lifecycle/context.ts";
import { parseEvent } from "../../src/lifecycle/event.ts";
import { findSessionLoop } from "../../src/lifecycle/loop.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { PROJECT_FILE_LIST, PROJECT_FILES } from "../../src/store/project_files.ts";
import { createLoop } from "../../src/store/records/loops.ts";
import { HARMFUL } from "./_lines.ts";
import { HOLES, MORE_HARMFUL } from "./_lines_more.ts";
import { SEEN_HARMFUL } from "./_lines_seen_through.ts";
import {
  canConfine,
  createSandbox,
  runConfined,
  type Sandbox,
  SETTINGS,
  withCopy,
} from "./_project.ts";

const sandbox = createSandbox();
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox.root, { recursive: true }));

/** All lines run only when asked for; else every fourth. */
const RUNS_ALL = Deno.env.get("RALPH_TEST_ORACLE") === "all";
const SESSION = "0a1b2c3d-0000-4000-8000-00000000c0de";
const ID = "20260101-000000000-0a1b2c3d";

/** How a line ended. */
type Outcome = "harmless" | "put back" | "said" | "strict" | "harmed";

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
        version: 1,
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
  const claude = infoOf(`${project}/.claude`);
  if (claude?.isDirectory) {
    for (const { name, kept: kind } of PROJECT_FILE_LIST) if (kind !== undefined) note(name);
  }
  return kept;
}

/**
 * What only refusal protects: the home folder's part, the hooks in the settings, the kill switch. That the
 * project's settings go with its `.claude` is no strict name: their hooks are registered in the home too.
 */
function readStrict({ home, project }: Sandbox): string {
  const texts = [
    `${home}/.claude/ralph/loops/${ID}/loop.json`,
    `${home}/.claude/ralph/loops/${ID}/copies/ralph-state.json`,
    `${home}/.claude/ralph/loops/l1/loop.json`,
    `${home}/.claude/ralph/history.jsonl`,
    `${home}/.claude/ralph/config.json`,
    `${home}/.claude/ralph-stop-reason.json`,
    `${home}/.claude/settings.json`,
  ].map(textOf);
  const settings = ["settings.json", "settings.local.json"].map((name) =>
    (textOf(`${project}/.claude/${name}`) ?? "").includes("disableAllHooks")
  );
  texts.push(JSON.stringify(settings));
  const killSwitch = infoOf(`${project}/.claude/${PROJECT_FILES.killSwitch.name}`) !== null;
  const homeLinks = [`${home}/.claude`, `${home}/.claude/ralph`].map((path) =>
    `${infoOf(path)?.isDirectory} ${infoOf(path)?.mode}`
  );
  return JSON.stringify([texts, killSwitch, homeLinks]);
}

/** Plays a line as a call of the agent. */
async function play(line: string): Promise<{ outcome: Outcome; why: string }> {
  return await withCopy(sandbox, async (copy) => {
    const context = begin(copy);
    const eventOf = (name: string) =>
      parseEvent(JSON.stringify({
        session_id: SESSION,
        hook_event_name: name,
        cwd: copy.project,
        tool_name: "Bash",
        tool_use_id: "toolu_1",
        tool_input: { command: line },
      }))!;
    const found = findSessionLoop(context);
    assert(found !== null, "the loop exists");
    const [kept, strict] = [readKept(copy), readStrict(copy)];
    noteCallBegins(eventOf("PreToolUse"), found, context);
    await runConfined(sandbox, copy, line);
    const struck = readKept(copy);
    const isStrict = readStrict(copy) !== strict;
    const { answer } = await answerSession(eventOf("PostToolUse"), context);
    const said = String(answer["systemMessage"] ?? "");
    const after = readKept(copy);
    // What was set aside, and a compressed copy, are no templates and no adapters.
    const differ = listDifferent(kept, after).filter((name) => !/\.(broken-.*|gz)$/.test(name));
    const unsaid = differ.filter((name) => !said.includes(name));
    const why = `${line} => ${unsaid.join(", ")} | ${said}`;
    if (unsaid.length > 0) return { outcome: isStrict ? "strict" : "harmed", why };
    if (isStrict) return { outcome: "strict", why };
    if (differ.length > 0) return { outcome: "said", why };
    return { outcome: listDifferent(kept, struck).length > 0 ? "put back" : "harmless", why };
  });
}

function listDifferent(one: Map<string, string>, two: Map<string, string>): string[] {
  return [...new Set([...one.keys(), ...two.keys()])]
    .filter((name) => one.get(name) !== two.get(name));
}

function textOf(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}

function infoOf(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null;
  }
}

/** Words in every line that only refusal stops: the home's part, settings, the kill switch, a wipe. */
const STRICT_NAMES =
  /~|HOME|\{root\}\/home|ralph-stop-reason|settings|STOP_LOOP|\/home\b|\.\.\/home|history|\$W|\*\/\.claude/;

Deno.test({
  name: "repair: what the guard does not foresee is put back, said, harmless, or a strict name",
  ignore: !canConfine(),
  fn: playAll,
});

async function playAll() {
  assert(SETTINGS.includes("ralph hook guard"));
  const lines = [...HARMFUL, ...MORE_HARMFUL, ...SEEN_HARMFUL, ...HOLES]
    .filter((_line, index) => RUNS_ALL || index % 4 === 0);
  const counts: Record<Outcome, number> = {
    "harmless": 0,
    "put back": 0,
    "said": 0,
    "strict": 0,
    "harmed": 0,
  };
  const wrong: string[] = [];
  const waiting = [...lines];
  const work = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      const { outcome, why } = await play(line.replaceAll("{root}", sandbox.root));
      counts[outcome] += 1;
      const isNamed = outcome !== "strict" || STRICT_NAMES.test(line);
      if (outcome === "harmed" || !isNamed) wrong.push(`${outcome}: ${why}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  assertEquals(wrong, []);
  assert(counts["put back"] > lines.length / 2, JSON.stringify(counts));
}
