/** `ralph adapters test`. */
import { type AdapterProgram, checkTrust } from "../../adapters/external/trust.ts";
import type { TrustedProgram } from "../../store/trusted_command.ts";
import { planRehearsal, rehearse, type RehearsedStep } from "../../adapters/external/rehearse.ts";
import type { AdapterContext } from "../../adapters/protocol.ts";
import { adding, line } from "../../text/again.ts";
import { showText } from "../../text/show_text.ts";
import { StateError, UsageError } from "../../error.ts";
import { adapterContext, requireAdapter, SINCE_OPTION, sinceOf } from "./find.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { askTrust } from "../core/trust.ts";
import type { CommandContext } from "../core/context.ts";

/** Maximum length of the shown part of a document, in characters. */
const SHOWN_CHARACTERS = 2_000;

export const test = defineCommand({
  name: "test",
  summary: "Run a program of yours once, and show what it was sent and answered",
  description:
    "Asks whether you trust it, as start does. Nothing is remembered, so the next loop " +
    "asks again.",
  args: [{ name: "name", help: "Name of the adapter", listedBy: ["adapters"], required: true }],
  options: [
    flag("dry-run", "Show what would be sent, and run nothing", { alias: "n" }),
    flag("trust", "Trust the program as it is now"),
    SINCE_OPTION,
    JSON_OPTION,
  ],
  exitCodes: [[1, "an answer cannot be used, or the program is not trusted"]],
  run: async (context, { args, options }) => {
    const here = adapterContext(context);
    const { fault, file, kind, name } = requireAdapter(here, args.name);
    if (fault !== null) {
      throw new StateError(fault, {
        hint: "Give its file another name.",
      });
    }
    if (file === null) {
      throw new UsageError(`Adapter ${name} is ${kind}: there is no program to run`, {
        hint: "What it reads and concludes:",
        again: line("adapters", "explain", name),
      });
    }
    const sinceMs = sinceOf(here, options.since);
    if (options["dry-run"]) {
      const plan = planRehearsal(here, sinceMs);
      const documents = plan.map(({ request, sent }) => ({ request, sent: JSON.parse(sent) }));
      return show(
        { name, file, plan: documents },
        () => [`Would run: ${file}`, ...plan.map(renderSent)].join("\n"),
      );
    }
    const command = await requireTrusted(
      context,
      here,
      { name, file, problem: fault },
      options.trust,
    );
    const steps = await rehearse({ command, project: here.project }, sinceMs);
    return show({ name, steps: steps.map(toJson) }, () => steps.map(renderStep).join("\n\n"), {
      exitCode: steps.some(({ problem }) => problem !== null) ? 1 : 0,
    });
  },
});

async function requireTrusted(
  context: CommandContext,
  { places, project }: AdapterContext,
  program: AdapterProgram,
  trustsAll: boolean,
): Promise<TrustedProgram> {
  const check = () => checkTrust(places, project, program);
  const trust = await check();
  if (trust.kind === "trusted") return trust.program;
  if (trust.kind === "impossible") {
    throw new StateError(`Cannot run ${program.name}: ${trust.why}`, {
      hint: "Look at the program's file and its rights.",
    });
  }
  const { need: { kind, what }, hash } = trust;
  const at = context.nowMs();
  const wanted = [{ hash, kind, what, project, at }];
  askTrust(context, places, wanted, trustsAll);
  const now = await check();
  if (now.kind === "trusted") return now.program;
  throw new StateError("Nothing was run: the adapter's program is not trusted", {
    hint: "Read it. To trust it:",
    again: adding("--trust"),
  });
}

function renderSent({ request, sent }: Pick<RehearsedStep, "request" | "sent">): string {
  return `${request}\n  sent: ${showText(sent, SHOWN_CHARACTERS)}`;
}

function renderStep(step: RehearsedStep): string {
  const { got, meaning, problem, doubts, tookMs } = step;
  return [
    renderSent(step),
    ...(got === null ? [] : [`  got:  ${showText(JSON.stringify(got), SHOWN_CHARACTERS)}`]),
    `  ${showText(problem === null ? meaning ?? "" : `! ${problem}`, 400)} (${tookMs} ms)`,
    ...doubts.map((doubt) => `  ! ${showText(doubt, 300)}`),
  ].join("\n");
}

function toJson({ request, sent, got, meaning, problem, doubts, tookMs }: RehearsedStep) {
  return { request, sent: JSON.parse(sent), got, meaning, problem, doubts, took_ms: tookMs };
}
