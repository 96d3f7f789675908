/** `ralph constraints ack` and `unack`. */
import {
  acknowledge,
  readLastFindings,
  readSeen,
} from "../../guidance/constraints/last_findings.ts";
import { noteCommand } from "../../lifecycle/command_note.ts";
import { type Command, defineCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { locate } from "../core/locate.ts";
import { requireKnown } from "../core/unknown_name.ts";

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
      listedBy: ["constraints"],
      required: true,
      variadic: true,
    }],
    options: [JSON_OPTION],
    run: (context, { args }) => {
      const { places, project } = locate(context);
      const current = readLastFindings(places, project).map(({ id }) => id);
      const known = [...current, ...Object.keys(readSeen(places, project))];
      for (const id of args.id) {
        requireKnown("No finding has the id", id, known, "constraints");
      }
      const nowMs = context.nowMs();
      const changed = acknowledge(places, project, { ids: args.id, isSeen, nowMs });
      const word = isSeen ? "Acknowledged" : "Shown again";
      if (changed.length > 0) {
        const sentence = `${word}: ${changed.join(", ")}`;
        noteCommand(places, project, "constraints", {
          event: `constraints ${name}`,
          sentence,
          nowMs,
        });
      }
      return show(
        { changed, acknowledged: isSeen },
        () =>
          changed.length === 0
            ? `Nothing to do: ${isSeen ? "acknowledged" : "shown"} already.`
            : changed.map((id) => `${word}: ${id}`).join("\n"),
      );
    },
  });
}
