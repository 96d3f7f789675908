/** Which Claude Code is on the PATH, and what of the hooks' contract that version honours. */
import { SECOND_MS } from "../../text/time.ts";
import {
  describeInterpreter,
  findProgram,
  type ProgramSearch,
} from "../../process/find_program.ts";
import { runProgram } from "../../process/run_program.ts";
import { showText } from "../../text/show_text.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";

type Version = readonly [number, number, number];

/** The version that ralph was last tested with. */
const TESTED: Version = [2, 1, 328];

/** Below this a Stop hook does not get the agent's last answer. */
const LEAST: Version = [2, 1, 47];

/** What a version lacks: where it is in `from` (included) to `to` (excluded). */
interface Lack {
  readonly from?: Version;
  readonly to: Version;
  readonly what: string;
}

/** From the change log of Claude Code. */
const LACKS: readonly Lack[] = [
  { to: LEAST, what: "Stop hooks do not get the agent's last answer (2.1.47)" },
  { to: [2, 1, 78], what: "a turn that a usage limit ends is not resumed by itself (2.1.78)" },
  {
    to: [2, 1, 85],
    what: "the guard starts at every file that is written, which is slower (2.1.85)",
  },
  { to: [2, 1, 132], what: "commands of the agent do not know their session (2.1.132)" },
  { to: [2, 1, 145], what: "a turn that waits for background work looks idle (2.1.145)" },
  { to: [2, 1, 163], what: "continuations are shown as errors of a hook (2.1.163)" },
  {
    from: [2, 1, 85],
    to: [2, 1, 176],
    what: "the guard and the plan archive may miss writes to files (2.1.176)",
  },
];

const TIMEOUT_MS = 1_500;

/** The client as it was found; `output` is null where it did not answer. */
interface ClientFacts {
  readonly search: ProgramSearch;
  readonly output: string | null;
  readonly why: string;
}

/** The check of the client. */
export const client = defineCheck<ClientFacts>({
  id: "client.version",
  subject: "the version of Claude Code",
  gather: findClient,
  judge: judgeClient,
});

/** Finds Claude Code on the PATH and asks for its version. */
export async function findClient(
  { env, variables }: Pick<DoctorContext, "env" | "variables">,
): Promise<ClientFacts> {
  const search = findProgram("claude", env.variable("PATH") ?? "", env.cwd);
  if (search.kind !== "found") return { search, output: null, why: "" };
  const ran = await runProgram(search.path, ["--version"], {
    timeoutMs: TIMEOUT_MS,
    maxBytes: 4_096,
    keptErrorBytes: 1_024,
    env: variables,
    clearEnv: true,
    cwd: env.home ?? "/",
  });
  if (ran.kind === "ended" && ran.code === 0) {
    return { search, output: new TextDecoder().decode(ran.stdout).trim(), why: "" };
  }
  const why = ran.kind === "timed-out"
    ? `it did not answer within ${TIMEOUT_MS / SECOND_MS} s`
    : ran.kind === "ended"
    ? describeEnd(ran.code, new TextDecoder().decode(ran.stderr))
    : ran.kind === "not-started"
    ? ran.why
    : "it printed too much";
  return { search, output: null, why };
}

function describeEnd(code: number, errors: string): string {
  const line = showText(errors.trim().split("\n")[0] ?? "", 160);
  return line === "" ? `it ended with ${code}` : `it ended with ${code}: ${line}`;
}

/** Judges whether Claude Code is there, and whether its version has what ralph needs. */
export function judgeClient({ search, output, why }: ClientFacts): Finding[] {
  if (search.kind === "not-found") {
    return [{
      id: "client.missing",
      status: "warn",
      title: "Claude Code is not on the PATH of this terminal",
      advice: "Install it, or add its folder to the PATH; an editor may bring its own.",
    }];
  }
  if (search.kind !== "found") {
    const reason = search.kind === "no-interpreter"
      ? describeInterpreter(search)
      : "it is not an executable file";
    return [{
      id: "client.broken",
      status: "warn",
      title: "The claude on the PATH cannot be started",
      detail: [`"${search.path}": ${reason}`],
      advice: "Install Claude Code again.",
    }];
  }
  const version = output === null ? null : parseVersion(output);
  if (version === null) {
    const reason = output === null ? why : `it printed ${showText(JSON.stringify(output), 80)}`;
    return [{
      id: "client.version-unknown",
      status: "unknown",
      title: "The version of Claude Code is unknown",
      detail: [`"${search.path}" --version: ${reason}`],
      advice: "Ask it yourself; if it hangs, 'claude doctor' may say why.",
      command: "claude --version",
    }];
  }
  const shown = version.join(".");
  const lacks = LACKS.filter(({ from, to }) =>
    (from === undefined || !isBefore(version, from)) && isBefore(version, to)
  );
  if (lacks.length > 0) {
    return [{
      id: "client.old",
      status: isBefore(version, LEAST) ? "fail" : "warn",
      title: `Claude Code ${shown} is too old for all that ralph does`,
      detail: lacks.map(({ what }) => what),
      advice: "Update Claude Code, then restart it.",
      command: "claude update",
    }];
  }
  const note = isBefore(TESTED, version) ? ` (tested up to ${TESTED.join(".")})` : "";
  const title = `Claude Code ${shown} honours all that ralph uses${note}`;
  return [{ id: "client.version", status: "pass", title, detail: [`"${search.path}"`] }];
}

function parseVersion(text: string): Version | null {
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?!\d)/.exec(text);
  return parts === null ? null : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

function isBefore(left: Version, right: Version): boolean {
  for (const [index, part] of left.entries()) {
    if (part !== right[index]) return part < right[index]!;
  }
  return false;
}
