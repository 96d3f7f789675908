/** In which kinds of terminal `ralph run` can start an agent. */
import { SECOND_MS } from "../../text/time.ts";
import { removeFolder } from "../../store/files/presence.ts";
import { type Backend, BACKENDS } from "../../runner/terminal/terminal.ts";
import { openTerminal } from "../../runner/terminal/open.ts";
import { waitAtMost } from "../../process/run_program.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";

interface BackendFact {
  readonly backend: Backend;
  /** Why it did not; null where it did. */
  readonly why: string | null;
}

/** Longest time of the program, in milliseconds; it prints one word. */
const TIMEOUT_MS = 800;
const WORD = "ralph-doctor-ok";
const SCRIPT = `echo ${WORD}; sleep 0.05`;
const OUTPUT_LOST = "the program's output did not arrive";

/** The check of the terminals. */
export const terminals = defineCheck<readonly BackendFact[]>({
  id: "system.terminals",
  subject: "the kinds of terminal for ralph run",
  gather: (context) => Promise.all(BACKENDS.map((backend) => tryBackend(backend, context))),
  judge: judgeTerminals,
});

async function tryBackend(backend: Backend, context: DoctorContext): Promise<BackendFact> {
  const first = await tryOnce(backend, context);
  // On a busy machine `script` may lose the output of a program that ends at once.
  return first === OUTPUT_LOST
    ? { backend, why: await tryOnce(backend, context) }
    : { backend, why: first };
}

/** Starts a program; returns why it did not run, or null. */
async function tryOnce(backend: Backend, { variables }: DoctorContext): Promise<string | null> {
  const isWindows = Deno.build.os === "windows";
  const privateDir = Deno.makeTempDirSync({ prefix: "ralph-doctor-" });
  let output = "";
  try {
    const { terminal, errors } = await openTerminal(backend, {
      command: isWindows ? ["cmd.exe", "/c", `echo ${WORD}`] : ["/bin/sh", "-c", SCRIPT],
      cwd: privateDir,
      env: variables,
      size: { columns: 80, rows: 24 },
      privateDir,
      onData: (bytes) => {
        output += new TextDecoder().decode(bytes);
      },
    });
    if (terminal === null) return errors[0] ?? "it did not start";
    let isOver = false;
    const over = terminal.exited.then(() => {
      isOver = true;
    });
    await waitAtMost(over, TIMEOUT_MS);
    terminal.close();
    if (!isOver) return `the program did not end within ${TIMEOUT_MS / SECOND_MS} s`;
    return output.includes(WORD) ? null : OUTPUT_LOST;
  } finally {
    removeFolder(privateDir);
  }
}

/** Judges the kinds of terminal: with pipes alone, many agents print nothing until their end. */
export function judgeTerminals(facts: readonly BackendFact[]): Finding[] {
  const failed = facts.filter(({ why }) => why !== null);
  const working = facts.filter(({ why }) => why === null).map(({ backend }) => backend);
  const detail = failed.map(({ backend, why }) => `${backend}: ${why}`);
  if (working.includes("pty")) {
    const title = `ralph run starts agents on a pseudo-terminal (works: ${working.join(", ")})`;
    return [{
      id: "system.terminals",
      status: "pass",
      title,
      ...detail.length === 0 ? {} : { detail },
    }];
  }
  if (working.includes("script")) {
    return [{
      id: "system.no-pty",
      status: "warn",
      title:
        "ralph run starts agents by the script program, since it cannot open a pseudo-terminal",
      detail,
      advice:
        "It works, but exit codes above 128 count as signals. Check that /dev/pts is mounted.",
    }];
  }
  const isPipeLeft = working.includes("pipe");
  return [{
    id: isPipeLeft ? "system.pipes-only" : "system.no-terminal",
    status: isPipeLeft ? "warn" : "fail",
    title: isPipeLeft
      ? "ralph run can only use pipes, so an agent may print nothing until it ends"
      : "ralph run cannot start a program in any kind of terminal",
    detail,
    advice: "Mount /dev/pts, or install script (package util-linux or bsdutils); " +
      "with pipes, raise --idle-timeout.",
  }];
}
