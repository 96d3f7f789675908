/** Checks which Claude Code is on the PATH, and how much of the hooks' contract it supports. */
import { findProgram } from "../../../system/find_program.ts";
import { runProgram } from "../../../system/run_program.ts";
import { showText } from "../../../text/show_text.ts";
import { type Checkup, type DoctorFinding, warn } from "../check.ts";

type Version = readonly [number, number, number];

/** The newest version that ralph was tested with. */
const TESTED: Version = [2, 1, 328];

/** The oldest supported version: before it, a Stop hook does not get the agent's last answer. */
const LEAST: Version = [2, 1, 47];

/** The shortcomings of versions before `to`, from the change log of Claude Code. */
const LACKS: readonly { readonly to: Version; readonly what: string }[] = [
  { to: LEAST, what: "Stop hooks do not get the agent's last answer (2.1.47)" },
  { to: [2, 1, 78], what: "a turn that a usage limit ends is not resumed by itself (2.1.78)" },
  { to: [2, 1, 132], what: "commands of the agent do not know their session (2.1.132)" },
  { to: [2, 1, 145], what: "a turn that waits for background work looks idle (2.1.145)" },
  { to: [2, 1, 163], what: "each turn of a loop is shown as an error of a hook (2.1.163)" },
];

const TIMEOUT_MS = 4_000;

/** Finds Claude Code on the PATH and asks for its version; `output` is null if it did not answer. */
export async function findClient({ env, variables }: Pick<Checkup, "env" | "variables">) {
  const search = findProgram("claude", env.variable("PATH") ?? "", env.cwd);
  if (search.kind !== "found") return { search, output: null, why: "" };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: 4_096, keptErrorBytes: 1_024 };
  const place = { env: variables, clearEnv: true, cwd: env.home ?? "/" };
  const ran = await runProgram(search.path, ["--version"], { ...limits, ...place });
  if (ran.kind !== "ended") {
    const why = ran.kind === "not-started" ? ran.why : "it did not answer in time";
    return { search, output: null, why };
  }
  if (ran.code === 0) {
    return { search, output: new TextDecoder().decode(ran.stdout).trim(), why: "" };
  }
  const [error = ""] = new TextDecoder().decode(ran.stderr).trim().split("\n");
  return { search, output: null, why: `it ended with ${ran.code}: ${showText(error, 160)}` };
}

/** Checks whether Claude Code is installed, and whether its version has what ralph needs. */
export async function* client(checkup: Checkup): AsyncGenerator<DoctorFinding, string> {
  const { search, output, why } = await findClient(checkup);
  if (search.kind === "not-found") {
    yield warn("client.missing", "Claude Code is not on the PATH of this terminal", {
      advice: "Install it, or add its folder to the PATH; an editor may bring its own.",
    });
    return "";
  }
  if (search.kind !== "found") {
    yield warn("client.missing", "The claude on the PATH cannot be started", {
      detail: [search.why],
      advice: "Install Claude Code again.",
    });
    return "";
  }
  const version = parseVersion(output ?? "");
  if (version === null) {
    const reason = output === null ? why : `it printed ${showText(JSON.stringify(output), 80)}`;
    yield {
      id: "client.version-unknown",
      status: "unknown",
      title: "The version of Claude Code is unknown",
      detail: [`"${search.path}" --version: ${reason}`],
      advice: "Run 'claude --version' yourself; if it hangs, 'claude doctor' may tell why.",
      command: "claude --version",
    };
    return "";
  }
  const shown = version.join(".");
  const lacks = listLacks(version);
  if (lacks.length > 0) {
    yield {
      id: "client.old",
      status: isBefore(version, LEAST) ? "fail" : "warn",
      title: `Claude Code ${shown} is too old for some of what ralph does`,
      detail: lacks,
      advice: "Update Claude Code, then restart it.",
      command: "claude update",
    };
  }
  const note = isBefore(TESTED, version) ? ` (tested up to ${TESTED.join(".")})` : "";
  return `Claude Code ${shown} supports all that ralph uses${note}`;
}

/** Lists the shortcomings of a version. */
export function listLacks(version: Version): string[] {
  return LACKS.filter(({ to }) => isBefore(version, to)).map(({ what }) => what);
}

function parseVersion(text: string): Version | null {
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?!\d)/.exec(text);
  return parts === null ? null : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}

function isBefore(left: Version, right: Version): boolean {
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && left[at]! < right[at]!;
}
