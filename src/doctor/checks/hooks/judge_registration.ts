/**
 * Judges where the hooks are registered: once, complete, current, with a program that starts. Pure.
 */
import type { SettingsScope } from "../../../registration/settings_file.ts";
import type { SourceReport } from "../../../registration/status.ts";
import { showCount } from "../../../text/human_units.ts";
import { quoteForShell } from "../../../text/shell_word.ts";
import type { Finding } from "../../check.ts";
import type { ClientSettings } from "../../client_settings.ts";

/** A change of the registration. */
export type RegistrationAction = {
  readonly kind: "install" | "remove" | "rewrite";
  readonly scope: SettingsScope;
};

interface RegisteredSource extends SourceReport {
  /** Null for a plugin. */
  readonly scope: SettingsScope | null;
  /** Programs that cannot be started. */
  readonly lost: readonly string[];
  /** Programs that can be started, and are not this one. */
  readonly others: readonly string[];
}

/** The facts of the registration. */
export interface RegistrationFacts {
  readonly sources: readonly RegisteredSource[];
  /** The settings files that Claude Code reads nothing of, or nobody can read. */
  readonly files: readonly Pick<ClientSettings, "scope" | "path" | "error" | "unread">[];
  /** This program; null where it runs from its sources, so that no hook can call it. */
  readonly program: string | null;
  /** What is wrong with ralph's status line, a sentence each. */
  readonly statusLine: readonly string[];
}

/** Judges the registration: one source, complete, current, with a program that starts. */
export function judgeRegistration(facts: RegistrationFacts): Finding<RegistrationAction>[] {
  const { files, program } = facts;
  const broken = files.filter(({ error }) => error !== null);
  if (broken.length > 0) {
    return broken.map(({ error, path }) => ({
      id: "hooks.settings-broken",
      status: "fail",
      title: "A settings file of Claude Code cannot be read, so the hooks in it are unknown",
      detail: [error!],
      advice: `Correct "${path}"; ralph does not change what it cannot read.`,
    }));
  }
  const ignored = files.flatMap(({ scope, path, unread }) =>
    unread === null || scope === "managed" ? [] : [{ scope, path, unread }]
  ).map(({ scope, path, unread }): Finding<RegistrationAction> => ({
    id: "hooks.settings-ignored",
    status: "fail",
    title: "Claude Code ignores a settings file, and every hook in it",
    detail: [`"${path}", line ${unread.line}: the file ${unread.why}`],
    advice: "Remove the comments and trailing commas, or let ralph do it and keep a copy.",
    command: `ralph hooks install --rewrite${flagOf(scope)}`,
    repair: {
      title: `Rewrite "${path}" without comments and trailing commas`,
      needsConsent: true,
      action: { kind: "rewrite", scope },
    },
  }));
  if (facts.sources.length === 0) return [...ignored, judgeAbsence(program)];
  const kept = chooseSource(facts.sources);
  return [
    ...ignored,
    ...facts.sources.filter((source) => source !== kept).map((source) => judgeExtra(source, kept)),
    ...judgeSource(kept, program),
    ...facts.statusLine.map((problem): Finding<RegistrationAction> => ({
      id: "hooks.status-line",
      status: "warn",
      title: "ralph's status line is not shown",
      detail: [problem],
      advice: "Register it again.",
      command: "ralph hooks install --statusline",
    })),
  ];
}

function judgeAbsence(program: string | null): Finding<RegistrationAction> {
  return {
    id: "hooks.missing",
    status: "fail",
    title: "No hook of ralph is registered in Claude Code, so a loop in a session cannot run",
    advice: "Register them, or install the plugin; then restart Claude Code. " +
      "'ralph run' needs no hooks.",
    command: "ralph hooks install",
    ...program === null ? {} : {
      repair: {
        title: "Register the hooks in your own settings",
        needsConsent: true,
        action: { kind: "install", scope: "user" },
      },
    },
  };
}

/** Which source stays: one that works, the plugin first, then the user's own settings. */
function chooseSource(sources: readonly RegisteredSource[]): RegisteredSource {
  const order = [null, "user", "local", "project"];
  const rank = (source: RegisteredSource) =>
    (source.missing.length === 0 && source.lost.length === 0 ? 0 : 10) +
    order.indexOf(source.scope);
  return [...sources].sort((left, right) => rank(left) - rank(right))[0]!;
}

function judgeExtra(
  { name, scope }: RegisteredSource,
  kept: RegisteredSource,
): Finding<RegistrationAction> {
  const isBothPlugin = kept.scope === null || scope === null;
  return {
    id: isBothPlugin ? "hooks.plugin-and-settings" : "hooks.twice",
    status: "fail",
    title: isBothPlugin
      ? "The plugin and the settings both register the hooks, so each event is answered twice"
      : "Two settings files register the hooks, so each event is answered twice",
    detail: [`"${kept.name}" and "${name}"`],
    advice: "Remove one of them.",
    command: scope === null
      ? `claude plugin uninstall ${quoteForShell(name)}`
      : `ralph hooks uninstall${flagOf(scope)}`,
    ...scope === null ? {} : {
      repair: {
        title: `Remove ralph's hooks from "${name}"`,
        // The project's file is shared with others.
        needsConsent: scope === "project",
        action: { kind: "remove", scope },
      },
    },
  };
}

function judgeSource(
  source: RegisteredSource,
  program: string | null,
): Finding<RegistrationAction>[] {
  const { name, scope, missing, lost, others } = source;
  const detail = listFaults(source);
  const ways = findWays(source, program);
  if (lost.length > 0) {
    const title = "The hooks call a program that cannot be started";
    return [
      {
        id: "hooks.program-missing",
        status: "fail",
        title,
        detail: where(name, detail),
        ...ways,
      },
    ];
  }
  if (detail.length > 0) {
    const isBroken = missing.length > 0;
    return [{
      id: isBroken ? "hooks.incomplete" : "hooks.outdated",
      status: isBroken ? "fail" : "warn",
      title: isBroken
        ? "Hooks of ralph are missing"
        : "The hooks are not in the form of this version",
      detail: where(name, detail),
      ...ways,
    }];
  }
  const [other] = others;
  if (other !== undefined) {
    return [{
      id: "hooks.other-program",
      status: "warn",
      title: "The hooks call another ralph than this one",
      detail: where(name, [`they call ${other}`, `this is ${program}`]),
      advice: scope === null
        ? "To use this one, put it first on the PATH that Claude Code is started with."
        : "To use this one, register the hooks again with it.",
      ...scope === null || ways.command === undefined ? {} : { command: ways.command },
      ...ways.repair === undefined ? {} : { repair: { ...ways.repair, needsConsent: true } },
    }];
  }
  const place = scope === null ? `by the plugin ${name}` : `in ${name}`;
  return [{ id: "hooks.registered", status: "pass", title: `Registered once, ${place}` }];
}

function listFaults(
  { lost, missing, repeated, stale }: RegisteredSource,
): string[] {
  return [
    ...lost.map((path) => `${path} cannot be started`),
    ...missing.length === 0 ? [] : [`${showCount(missing.length, "entry", "entries")} missing`],
    ...stale.length === 0 ? [] : [`${stale.length} in the form of another version`],
    ...repeated.length === 0 ? [] : [`${repeated.length} more than once`],
  ];
}

type Ways = Pick<Finding<RegistrationAction>, "advice" | "command" | "repair">;

function findWays({ lost, name, scope }: RegisteredSource, program: string | null): Ways {
  const advice = scope !== null
    ? "Register them again, then restart Claude Code."
    : lost.length > 0
    ? "Put ralph on the PATH that Claude Code is started with: the plugin's hooks call it by name."
    : "Update the plugin, then restart Claude Code.";
  const command = scope !== null
    ? { command: `ralph hooks install${flagOf(scope)}` }
    : lost.length > 0
    ? {}
    : { command: `claude plugin update ${quoteForShell(name)}` };
  const repair = scope === null || program === null ? {} : {
    repair: {
      title: `Register the hooks again in "${name}", with this program`,
      needsConsent: scope === "project",
      action: { kind: "install", scope } as const,
    },
  };
  return { advice, ...command, ...repair };
}

/** The option of `ralph hooks` that names a settings file. */
function flagOf(scope: SettingsScope): string {
  return scope === "user" ? "" : ` --${scope}`;
}

function where(name: string, lines: readonly string[]): string[] {
  return [`in "${name}"`, ...lines];
}
