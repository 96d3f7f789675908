/** Where the agent works: in a container, as root, in Claude Code's own sandbox. */
import { attempt } from "../../error.ts";
import { findProgram } from "../../process/find_program.ts";
import { fieldOf } from "../../registration/hook_list.ts";
import { chooseSandbox } from "../../runner/sandbox/sandbox.ts";
import { isThere } from "../../store/files/presence.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";
import { readClientSettings } from "../client_settings.ts";

interface SandboxFacts {
  readonly isRoot: boolean;
  readonly isContainer: boolean;
  /** `IS_SANDBOX`: Claude Code then allows root to skip permissions. */
  readonly isDeclared: boolean;
  /** The permission mode that Claude Code's settings give a session; null for its default. */
  readonly mode: string | null;
  /** Whether the settings switch Claude Code's sandbox on. */
  readonly isSandboxOn: boolean;
  /** Programs that the sandbox needs and that are not on the PATH. */
  readonly missing: readonly string[];
  /** Why `ralph run` works without a sandbox; null where bubblewrap starts. */
  readonly withoutBubblewrap: string | null;
  readonly hasBubblewrap: boolean;
}

/** What Claude Code's sandbox needs, by system. */
const NEEDED: Partial<Record<typeof Deno.build.os, readonly string[]>> = {
  linux: ["bwrap", "socat"],
};

/** The check of the surroundings. */
export const sandbox = defineCheck<SandboxFacts>({
  id: "system.sandbox",
  subject: "where the agent works",
  gather: gatherSandbox,
  judge: judgeSandbox,
});

async function gatherSandbox(context: DoctorContext): Promise<SandboxFacts> {
  const { env } = context;
  const settings = readClientSettings(context).map(({ value }) => value);
  const mode = settings.map((value) => fieldOf(fieldOf(value, "permissions"), "defaultMode"))
    .findLast((value) => typeof value === "string");
  const isSandboxOn = settings.map((value) => fieldOf(fieldOf(value, "sandbox"), "enabled"))
    .findLast((value) => typeof value === "boolean");
  const searchPath = env.variable("PATH") ?? "";
  const isFound = (name: string) => findProgram(name, searchPath, env.cwd).kind === "found";
  const ofRun = await chooseSandbox({
    choice: "auto",
    searchPath,
    cwd: env.cwd,
    project: null,
    home: null,
  });
  return {
    isRoot: attempt(() => Deno.uid()) === 0,
    isContainer: ["/.dockerenv", "/run/.containerenv"].some(isThere) ||
      (env.variable("container") ?? "") !== "",
    isDeclared: ["1", "true"].includes(env.variable("IS_SANDBOX") ?? ""),
    mode: mode ?? null,
    isSandboxOn: isSandboxOn === true,
    missing: (NEEDED[Deno.build.os] ?? []).filter((name) => !isFound(name)),
    withoutBubblewrap: ofRun.kind === "none" ? ofRun.problem?.why ?? null : null,
    hasBubblewrap: isFound("bwrap"),
  };
}

/** Judges the surroundings: what would keep a session from starting, or from asking nothing. */
function judgeSandbox(facts: SandboxFacts): Finding[] {
  const { isRoot, isContainer, isDeclared, mode, isSandboxOn, missing } = facts;
  const { withoutBubblewrap, hasBubblewrap } = facts;
  const findings: Finding[] = [];
  if (isRoot && mode === "bypassPermissions" && !isDeclared) {
    findings.push({
      id: "system.root",
      status: "warn",
      title: "Claude Code refuses to skip permissions for root",
      detail: ['its settings say "defaultMode": "bypassPermissions"'],
      advice: "Work as another user, or set IS_SANDBOX=1 if this is a sandbox.",
    });
  }
  if (isSandboxOn && missing.length > 0) {
    findings.push({
      id: "system.sandbox-missing",
      status: "warn",
      title: "Claude Code's sandbox is switched on, and lacks programs that it needs",
      detail: missing.map((name) => `${name} is not on the PATH`),
      advice: "Install bubblewrap and socat: without them it cannot start.",
    });
  }
  if (hasBubblewrap && withoutBubblewrap !== null) {
    findings.push({
      id: "system.sandbox-broken",
      status: "warn",
      title: "bubblewrap is installed and does not start, so ralph run works without a sandbox",
      detail: [withoutBubblewrap],
      advice: "Allow user namespaces for it, or choose another way with --sandbox.",
    });
  }
  if (findings.length > 0) return findings;
  const places = [
    isContainer ? "in a container" : "on this machine, with your rights",
    ...isRoot ? ["as root"] : [],
    ...isSandboxOn ? ["its commands in Claude Code's sandbox"] : [],
  ];
  const ofRun = withoutBubblewrap === null
    ? "in bubblewrap"
    : "without a sandbox, since bubblewrap is not installed";
  const title = `Agents work ${places.join(", ")}; those of 'ralph run' ${ofRun}`;
  return [{ id: "system.sandbox", status: "pass", title }];
}
