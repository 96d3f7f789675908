/** `ralph constraints ack` and `unack`. */
import { acknowledge, readSeen, scanMemory } from "../../constraints/memory.ts";
import { UsageError } from "../../error.ts";
import { noteConstraints } from "../../lifecycle/command_note.ts";
import { type Command, defineCommand, JSON_OPTION } from "../core/command.ts";
import { locate } from "../core/locate.ts";
import { hintFor } from "../core/usage.ts";

export const ack = defineAcknowledging({
  name: "ack",
  summary: "Acknowledge findings, so that neither you nor the agent sees them again",
  isSeen: true,
});

export const unack = defineAcknowledging({
  name: "unack",
  summary: "Show acknowledged findings again",
  isSeen: false,
});

function defineAcknowledging(
  { name, summary, isSeen }: {
    readonly name: string;
    readonly summary: string;
    readonly isSeen: boolean;
  },
): Command {
  return defineCommand({
    name,
    summary,
    args: [{
      name: "id",
      help: "Id of a finding, as show lists it",
      required: true,
      variadic: true,
    }],
    options: [JSON_OPTION],
    run: (context, { args, options }) => {
      const { places, project } = locate(context);
      const memory = scanMemory(places, project);
      const seen = Object.keys(readSeen(memory));
      const current = memory.readHead()?.findings.map(({ id }) => id) ?? [];
      requireKnownIds(args.id, [...current, ...seen]);
      const nowMs = context.nowMs();
      const changed = acknowledge(places, project, { ids: args.id, isSeen, nowMs });
      const word = isSeen ? "Acknowledged" : "Shown again";
      if (changed.length > 0) {
        const sentence = `${word}: ${changed.join(", ")}`;
        noteConstraints(places, project, { event: `constraints ${name}`, sentence, nowMs });
      }
      if (options.json) context.out.json({ changed, acknowledged: isSeen });
      else {
        context.out.text(
          changed.length === 0
            ? isSeen ? "Nothing to do: acknowledged already." : "Nothing to do: shown already."
            : changed.map((id) => `${word}: ${id}`).join("\n"),
        );
      }
      return 0;
    },
  });
}

function requireKnownIds(ids: readonly string[], knownIds: readonly string[]): void {
  const unknown = ids.find((id) => !knownIds.includes(id));
  if (unknown === undefined) return;
  throw new UsageError(
    `No finding has the id '${unknown}'`,
    hintFor(unknown, knownIds, "'ralph constraints' lists them with their ids."),
  );
}
