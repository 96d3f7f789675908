/** `ralph replay`: where recorded sessions would have ended by today's rules and settings. */
import { ConfigError, messageOf } from "../../error.ts";
import { resolve } from "@std/path";
import { type ReplayOptions, replayTranscript } from "../../replay/replay.ts";
import { defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import { viewOf } from "../core/context.ts";
import { refuseBoth } from "../core/usage.ts";
import { folderOfAll, listTranscripts, type Refused } from "./files.ts";
import { replayDocument } from "./json.ts";
import { configurationsOf, readChange, readCompared } from "./options.ts";
import { listRemarks } from "./remarks.ts";
import { renderTable, type ReplayedFile } from "./table.ts";

export const command = defineTopCommand({
  description:
    "Reads transcripts of Claude Code and judges every stop in them by today's rules and the " +
    "settings of their project. It changes nothing and runs nothing.\n\n" +
    "A transcript does not show everything that a loop looks at. Where an end depends on " +
    "what it does not show, 'Only if' says on what.",
  args: [{ name: "transcript", help: "Transcript, or folder of transcripts", variadic: true }],
  options: [
    flag("here", "Replay all sessions of this project"),
    flag(
      "as-recorded",
      "Use the limits that each loop was started with, where its recording shows them",
    ),
    {
      name: "set",
      type: "list",
      valueName: "KEY=VALUE",
      help: "Use another value of a setting",
    },
    flag("poc", "Use the limits of 'ralph start --poc'"),
    flag("production", "Use the limits of 'ralph start --production'"),
    {
      name: "compare",
      type: "string",
      valueName: "CHANGES",
      help: "Show a second configuration beside it: a preset, KEY=VALUE, or several with commas",
    },
    {
      name: "focus",
      alias: "f",
      type: "string",
      valueName: "FILE",
      help: "Plan of the sessions, as its path was then (default: the one that they show)",
    },
    flag("verbose", "List the decision at each stop", { alias: "v" }),
    JSON_OPTION,
  ],
  examples: [
    ["ralph replay --here", "All sessions of this project, as set now"],
    [
      "ralph replay --here --as-recorded --compare 'max_hours=6,window_size=3'",
      "Would other limits have ended them earlier?",
    ],
    ["ralph replay session.jsonl --set min_hours=0 -v", "Every decision of one session"],
  ],
  exitCodes: [[1, "a transcript could not be replayed; the others were"]],
  run: async (context, { args, options }) => {
    const { env, out } = context;
    refuseBoth(options, "poc", "production");
    const preset = options.poc ? "poc" : options.production ? "production" : null;
    const base = readChange(preset, options.set);
    const compared = options.compare === undefined ? [] : [readCompared(options.compare, base)];
    const changes = [base, ...compared];
    const configure = configurationsOf(context, changes, options["as-recorded"]);
    // Wrong settings are an error of the command, not of each transcript.
    configure("");
    const { paths, refused: missing } = listTranscripts(context, args.transcript, options.here);
    const plan = options.focus === undefined ? null : resolve(env.cwd, options.focus);
    const how = { configure, plan, keepsDecisions: options.verbose };
    const { files, refused: failed } = await replayAll(paths, how);
    const refused = [...missing, ...failed];
    const presentLabel = options["as-recorded"] ? "AS RECORDED" : "AS SET NOW";
    if (options.json) out.json(replayDocument(files, refused, changes, options.verbose));
    else if (files.length > 0) {
      out.data(renderTable(files, {
        ...viewOf(context),
        labels: [
          base.label !== "" ? base.label : compared.length === 0 ? "WOULD END" : presentLabel,
          ...compared.map(({ label }) => label),
        ],
        isVerbose: options.verbose,
      }));
    }
    for (const remark of listRemarks(files, refused)) out.say(remark);
    if (files.length === 0) {
      const hint = `Claude Code keeps transcripts in ${folderOfAll(context)}.`;
      out.say(`${out.talkStyle.bold("Hint:")} ${hint}`);
    }
    return refused.length > 0 ? 1 : 0;
  },
});

/** Replays each transcript; what fails in one does not stop the others. */
async function replayAll(
  paths: readonly string[],
  how: ReplayOptions,
): Promise<{ files: ReplayedFile[]; refused: Refused[] }> {
  const files: ReplayedFile[] = [];
  const refused: Refused[] = [];
  for (const path of paths) {
    try {
      const replay = await replayTranscript(path, how);
      if (replay !== null) files.push({ path, replay });
      else refused.push({ path, why: "it is not a transcript of Claude Code" });
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      refused.push({ path, why: messageOf(error) });
    }
  }
  return { files, refused };
}
