/** `ralph consult`: asks a loop's adapter for the Stop hook, in a separate process. */
import { consultAdapter } from "../adapters/consult.ts";
import { activeRecord } from "../lifecycle/loop.ts";
import { placesOf } from "../store/places.ts";
import { defineTopCommand } from "./core/command.ts";
import { show } from "./core/document.ts";

export const command = defineTopCommand({
  description: "The Stop hook starts it in a project with an adapter. It prints JSON.",
  args: [
    { name: "project", help: "Folder of the loop", required: true },
    { name: "turn", help: "Number of the loop's next turn", required: true },
  ],
  run: async ({ env, nowMs }, { args: { project, turn } }) => {
    const places = placesOf(env);
    const record = activeRecord(places, project);
    if (record === null || record.adapter === null) return 1;
    const { adapter: { name, kind }, startedAt } = record;
    const consulting = { project, places, nowMs: nowMs(), name, kind, startedAt };
    const consulted = await consultAdapter({ ...consulting, turn: Number(turn) });
    return show(consulted, () => JSON.stringify(consulted));
  },
});
