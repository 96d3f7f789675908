/**
 * The values of this machine that completion offers: loops, settings, adapters and so on. Each kind
 * is loaded only where it is wanted; nothing is written, and no program is run.
 */
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";
import type { Candidate, ListedSource, ValuePlace } from "./candidate.ts";

/** Most loops that are offered, the latest first. */
const MOST_LOOPS = 50;

type List = (
  context: CommandContext,
  place: ValuePlace,
) => readonly Candidate[] | Promise<readonly Candidate[]>;

/** Lists the values of each source. */
const LISTS: Readonly<Record<ListedSource, List>> = {
  async adapter(context) {
    const { listCandidates } = await import("../../adapters/registry.ts");
    const { adapterContext } = await import("../adapters/find.ts");
    const candidates = await listCandidates(adapterContext(context));
    return candidates.map(({ name, kind, file }) => ({ value: name, help: file ?? kind }));
  },
  async agent() {
    const { KNOWN_AGENTS } = await import("../../runner/agents/known_agents.ts");
    return KNOWN_AGENTS.map(({ name }) => ({ value: name, help: "An agent that ralph knows" }));
  },
  async check() {
    const { CHECKS } = await import("../../explore/opportunity.ts");
    return Object.keys(CHECKS).map((value) => ({ value, help: "" }));
  },
  /** Findings to acknowledge, or acknowledged findings to show again. */
  async finding(context, { path }) {
    const { readSeen, scanMemory } = await import("../../constraints/memory.ts");
    const { places, project } = locate(context);
    const memory = scanMemory(places, project);
    const seen = readSeen(memory);
    const findings = memory.readHead()?.findings ?? [];
    if (path.at(-1) === "unack") {
      return Object.keys(seen).map((value) => ({
        value,
        help: findings.find(({ id }) => id === value)?.description ?? "",
      }));
    }
    return findings.filter(({ id }) => !Object.hasOwn(seen, id))
      .map(({ id, description }) => ({ value: id, help: description }));
  },
  async loop(context) {
    const { listLoops } = await import("../../store/records/loops.ts");
    const { places, project } = locate(context);
    return listLoops(places, project).slice(0, MOST_LOOPS).map(({ facts, hasEnded }) => ({
      value: facts.id,
      help: `${hasEnded ? "ended" : "active"}: ${facts.task ?? facts.focus ?? "exploration"}`,
    }));
  },
  async phrase(context, { path }) {
    const { readGuidance } = await import("../../guidance/document.ts");
    const guidance = readGuidance(locate(context).project);
    const items = path[0] === "forbid" ? guidance.forbidden : guidance.encouraged;
    return items.map(({ text }, index) => ({ value: text, help: `Number ${index + 1}` }));
  },
  sandbox: () => ["auto", "bwrap", "none"].map((value) => ({ value, help: "" })),
  async session(context) {
    const { listOpenSessions } = await import("../../evidence/open_sessions.ts");
    return listOpenSessions(locate(context).places)
      .map(({ id, folder }) => ({ value: id, help: folder }));
  },
  async setting() {
    const { SETTING_SPECS } = await import("../../store/settings/settings.ts");
    return SETTING_SPECS.map(({ key, help }) => ({ value: key, help }));
  },
  /** The values that the setting before may have, where they can be listed. */
  async "setting-value"(_context, { args }) {
    const { findSetting } = await import("../../store/settings/settings.ts");
    const spec = findSetting(args[0] ?? "");
    if (spec === null || args.length > 1 && spec.type.kind !== "texts") return [];
    const help = (value: unknown) => value === spec.default ? "default" : "";
    const none = spec.isNullable ? [{ value: "none", help: help(null) }] : [];
    switch (spec.type.kind) {
      case "boolean":
        return [true, false].map((value) => ({ value: String(value), help: help(value) }));
      case "choice":
        return spec.type.choices.map((value) => ({ value, help: help(value) }));
      case "number":
      case "integer": {
        const { default: value } = spec;
        return value === null ? none : [{ value: String(value), help: "default" }, ...none];
      }
      case "texts":
        return (spec.type.choices ?? []).map((value) => ({ value, help: "" }));
      default:
        return none;
    }
  },
  async trusted(context) {
    const { listTrusted } = await import("../../store/trust.ts");
    return listTrusted(locate(context).places)
      .map(({ hash, what }) => ({ value: hash.slice(0, 12), help: what }));
  },
};

/** Lists the values of a source. */
export async function listValues(
  context: CommandContext,
  source: ListedSource,
  place: ValuePlace,
): Promise<readonly Candidate[]> {
  return await LISTS[source](context, place);
}
