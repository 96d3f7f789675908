/** Who may start a program: what a project can supply only as a command that is trusted. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { fromFileUrl, join, relative } from "@std/path";
import { askProgram } from "../../src/adapters/external/ask_program.ts";
import { runCommand } from "../../src/evidence/verification/run_command.ts";
import { runVerification } from "../../src/evidence/verification/run_verification.ts";
import type { ConfiguredTasks } from "../../src/ideas/checks/configured_tasks.ts";
import { runNotifier } from "../../src/lifecycle/notify/channel.ts";
import type { Job } from "../../src/run/job/job.ts";
import { runChecks, runTrusted } from "../../src/run/job/verify.ts";
import { setUpWorktree } from "../../src/run/parallel/setup.ts";
import { placesOf } from "../../src/store/places.ts";
import { addTrust, hashContent } from "../../src/store/trust.ts";
import {
  sortCommands,
  type TrustedCommand,
  type TrustedProgram,
} from "../../src/store/trusted_command.ts";
import { removeFolder } from "../_project.ts";

const SRC = fromFileUrl(new URL("../../src/", import.meta.url));

/** Where programs are started, and which. */
const STARTS: Readonly<Record<string, string>> = {
  "adapters/ask_adapter.ts": "ralph itself, to consult the adapter",
  "adapters/external/ask_program.ts": "an adapter, which is a TrustedProgram",
  "cli/config/edit.ts": "the user's editor",
  "cli/status/watch/watch.ts": "ralph itself, a command of the live view",
  "cli/demo/stage.ts": "ralph itself, in the demo's own folder",
  "cli/doctor/checks/client.ts": "claude --version",
  "evidence/verification/run_command.ts": "a TrustedCommand",
  "lifecycle/notify/channel.ts":
    "ps; a TrustedCommand, and printf; command -v, with a word that the user typed",
  "system/process_table.ts": "ps",
  "system/open_with_desktop.ts": "the desktop's opener",
  "system/run_git.ts": "git",
  "system/run_program.ts": "what runProgram is given",
  "system/start_detached.ts": "ralph itself",
  "run/job/keep_awake.ts": "the system's inhibitor",
  "run/sandbox/hard_links.ts": "find, for files that share their content with another name",
  "run/repository/confine_with_git.ts": "git in an agent's sandbox, to bundle its commits",
  "run/sandbox/confine.ts": "docker, to remove a container",
  "run/sandbox/sandbox.ts": "the sandbox, to try it",
  "run/terminal/pipe.ts": "the agent, which the user names",
  "hook/statusline/wrapped.ts": "the status line that the user wrapped",
};

function* listFiles(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* listFiles(path);
    else if (name.endsWith(".ts")) yield path;
  }
}

Deno.test("trust: every place that starts a program is known, and what it starts", () => {
  const starts = [...listFiles(SRC)].filter((path) => {
    const code = Deno.readTextFileSync(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    return /\bnew Deno\.Command\(|import \{[^}]*\brunProgram\b[^}]*\} from [^;]*run_program\.ts"/
      .test(code);
  }).map((path) => relative(SRC, path).replaceAll("\\", "/")).toSorted();
  assertEquals(starts, Object.keys(STARTS).toSorted());
});

Deno.test("trust: only the module of trusted commands makes one", () => {
  const makers = [...listFiles(SRC)].filter((path) =>
    /\bnew (?:CheckedCommand|Program)\(/.test(Deno.readTextFileSync(path))
  );
  assertEquals(makers.map((path) => relative(SRC, path)), ["store/trusted_command.ts"]);
});

/** Compiled and never called: a text that may be run is an error of types. */
export function neverTakesText(text: string, context: Parameters<typeof runTrusted>[0]): void {
  const like = { line: text, words: [text] };
  const options = {} as Parameters<typeof runCommand>[1];
  const verification = {} as Parameters<typeof runVerification>[1];
  const notice = {} as Parameters<typeof runNotifier>[1];
  // @ts-expect-error: a text is no trusted command
  runCommand(text, options);
  // @ts-expect-error: nor is something of its form
  runCommand(like, options);
  // @ts-expect-error: a text is no trusted command
  runVerification([text], verification);
  // @ts-expect-error: a text is no trusted command
  runTrusted(context, text);
  // @ts-expect-error: a text is no trusted command
  runChecks(context, [text], null);
  // @ts-expect-error: a text is no trusted command
  setUpWorktree("", "", [text], context);
  // @ts-expect-error: a text is no trusted command
  runNotifier(text, notice);
  // @ts-expect-error: words are no trusted program
  askProgram({ command: [text], project: "", timeoutSeconds: 1 }, {});
  const tasks: Pick<ConfiguredTasks, "commands"> = {
    // @ts-expect-error: a text is no trusted command
    commands: [text],
  };
  const job: Pick<Job, "verify" | "itemCommands"> = {
    // @ts-expect-error: a text is no trusted command
    verify: [text],
    // @ts-expect-error: a text is no trusted command
    itemCommands: new Map([["key", text]]),
  };
  // @ts-expect-error: an object of the same shape is no trusted one
  const command: TrustedCommand = like;
  // @ts-expect-error: an object of the same shape is no trusted one
  const program: TrustedProgram = like;
  void [tasks, job, command, program];
}

Deno.test("trust: of a project's commands those are taken that are trusted in it, for the same use", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const places = placesOf({ home: root, claudeConfigDir: null, ralphHome: join(root, "ralph") });
  const trust = async (kind: string, what: string, project: string) =>
    addTrust(places, [{ hash: await hashContent(kind, what), kind, what, project, at: 0 }]);
  await trust("verify", "make", "/one");
  await trust("item", "make item", "/one");
  const take = async (project: string, isForeign: boolean) => {
    const lines = ["make", "make item", "make"];
    const sorted = await sortCommands(places, project, { kind: "verify", lines, isForeign });
    return [sorted.trusted.map(({ line }) => line), sorted.untrusted];
  };
  assertEquals(await take("/one", true), [["make", "make"], ["make item"]]);
  assertEquals(await take("/two", true), [[], ["make", "make item"]]);
  assertEquals(await take("/two", false), [["make", "make item", "make"], []]);
  removeFolder(root);
});

Deno.test("trust: a trusted command cannot be changed", async () => {
  const places = placesOf({ home: "/nowhere", claudeConfigDir: null, ralphHome: null });
  const { trusted: [command] } = await sortCommands(places, "/", {
    kind: "verify",
    lines: ["make"],
    isForeign: false,
  });
  assert(command !== undefined);
  assertThrows(() => Object.assign(command, { line: "rm -r ." }), TypeError);
  assertEquals(command.line, "make");
});
