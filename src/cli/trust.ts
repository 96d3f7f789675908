/** `ralph trust`: lists and revokes what projects' files may run or render. */
import { renderInstant, showLocalDate } from "../text/instant.ts";
import { UsageError } from "../error.ts";
import { line } from "../text/again.ts";
import { listTrusted, revokeTrust, type TrustEntry } from "../store/trust.ts";
import { defineCommand, defineTopCommand, flag, JSON_OPTION } from "./core/command.ts";
import { show } from "./core/document.ts";
import { showNeed } from "./core/trust.ts";
import { locate } from "./core/locate.ts";

/** Length of a hash in lists, in hex digits. */
const SHORT_HASH = 12;

const list = defineCommand({
  name: "list",
  summary: "List the trusted commands and files of this project",
  options: [
    flag("all", "List those of all projects", { alias: "a" }),
    JSON_OPTION,
  ],
  run: (context, { options }) => {
    const { places, project } = locate(context);
    const entries = listTrusted(places)
      .filter((entry) => options.all || entry.project === project);
    return show(
      { consents: entries.map(toJson) },
      () => entries.map((entry) => renderEntry(entry, options.all)).join("\n"),
      { notes: entries.length === 0 ? ["Nothing is trusted here."] : [] },
    );
  },
});

const revoke = defineCommand({
  name: "revoke",
  summary: "Revoke trust, so that ralph asks again",
  args: [{
    name: "hash",
    help: "Beginning of a hash that list shows",
    variadic: true,
  }],
  options: [
    flag("project", "Revoke all trust of this project"),
    flag("all", "Revoke all trust of all projects", { alias: "a" }),
    JSON_OPTION,
  ],
  usage: "HASH... | --project | --all",
  examples: [["ralph trust revoke 3f2a91", "One command or file"]],
  run: (context, { args, options }) => {
    const { places, project } = locate(context);
    if (args.hash.length === 0 && !options.project && !options.all) {
      throw new UsageError("Wanted a hash, --project or --all", {
        hint: "The hashes are in the list:",
        again: line("trust", "list"),
      });
    }
    requireMatches(args.hash, listTrusted(places));
    const revoked = revokeTrust(places, (entry) =>
      options.all ||
      options.project && entry.project === project ||
      args.hash.some((start) => entry.hash.startsWith(start.toLowerCase())));
    return show(
      { revoked: revoked.map(toJson) },
      () =>
        revoked.map((entry) => `Revoked ${renderEntry(entry, true)}`).join("\n") ||
        "Nothing to do: nothing is trusted here.",
    );
  },
});

export const command = defineTopCommand({
  description:
    "ralph runs the commands and adapters of a project's files, and renders its templates, " +
    "only after you trust them. It asks once for their exact content.",
  subcommands: [list, revoke],
  defaultSubcommand: "list",
});

function renderEntry(entry: TrustEntry, withProject: boolean): string {
  const { hash, project, at } = entry;
  const where = withProject ? `  ${project}` : "";
  const { date, time } = showLocalDate(at);
  return `${hash.slice(0, SHORT_HASH)}  ${date} ${time.slice(0, 5)}  ${showNeed(entry)}${where}`;
}

/** Refuses prefixes that are too short to be unique or that match nothing. */
function requireMatches(starts: readonly string[], entries: readonly TrustEntry[]): void {
  for (const start of starts) {
    const isHash = /^[0-9a-f]{4,64}$/i.test(start);
    if (isHash && entries.some(({ hash }) => hash.startsWith(start.toLowerCase()))) continue;
    const why = isHash
      ? `Nothing trusted has a hash that begins with '${start}'`
      : `Wanted at least 4 hex digits of a hash, found '${start}'`;
    const hint = "The hashes are in the list:";
    throw new UsageError(why, { hint, again: line("trust", "list", "--all") });
  }
}

function toJson(entry: TrustEntry) {
  return { ...entry, at: renderInstant(entry.at) };
}
