/** Transcripts of scenarios as fixtures: without what is random, large or of this machine. */
import { dirname, fromFileUrl } from "@std/path";
import type { Stage } from "./stage.ts";
import { findTranscript } from "./transcript.ts";

const FIXTURES = fromFileUrl(new URL("../../fixtures/transcripts/replay/", import.meta.url));

/** Lines that only the client needs. */
const BOOKKEEPING = new Set([
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "atis-latch",
  "cost-state",
  "file-history-snapshot",
  "last-prompt",
  "tools-used",
]);
/** Attachments that stay. */
const KEPT_ATTACHMENTS = new Set([
  "edited_text_file",
  "hook_additional_context",
  "plan_mode",
  "queued_command",
]);
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Finds the transcript of a session that was recorded. */
export async function transcriptOf(stage: Stage, sessionId: string): Promise<string> {
  const path = await findTranscript(stage.home, sessionId);
  if (path === undefined) throw new Error(`There is no transcript of ${sessionId}`);
  return path;
}

/** Writes a transcript, those of its subagents and the outcome as a fixture. */
export async function keepAsFixture(
  stage: Stage,
  transcript: string,
  name: string,
  outcome: unknown,
): Promise<void> {
  const clean = makeCleaner(stage);
  const write = async (from: string, to: string) => {
    await Deno.mkdir(dirname(to), { recursive: true });
    await Deno.writeTextFile(to, clean(await Deno.readTextFile(from)));
  };
  await write(transcript, `${FIXTURES}${name}.jsonl`);
  const folder = `${transcript.replace(/\.jsonl$/, "")}/subagents`;
  const subagents = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  for (const [index, file] of subagents.filter(({ name }) => name.endsWith(".jsonl")).entries()) {
    await write(`${folder}/${file.name}`, `${FIXTURES}${name}/subagents/agent-${index}.jsonl`);
  }
  await Deno.writeTextFile(`${FIXTURES}${name}.json`, `${JSON.stringify(outcome, null, 2)}\n`);
}

/** Makes a function that gives the same stand-in for the same id in all files. */
function makeCleaner(stage: Stage): (text: string) => string {
  const ids = new Map<string, string>();
  const standIn = (id: string) => {
    if (!ids.has(id)) {
      ids.set(id, `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, "0")}`);
    }
    return ids.get(id)!;
  };
  const slug = (path: string) => path.replace(/[^A-Za-z0-9]/g, "-");
  return (text) =>
    text.split("\n").filter((line) => line !== "" && isKept(JSON.parse(line))).map((line) =>
      `${JSON.stringify(withoutBulk(JSON.parse(line)))}\n`
    ).join("")
      .replaceAll(stage.root, "/home/dev").replaceAll(slug(stage.root), "-home-dev")
      .replaceAll(ID, standIn);
}

// deno-lint-ignore no-explicit-any -- the client's lines have many shapes.
function isKept(entry: any): boolean {
  if (BOOKKEEPING.has(entry.type)) return false;
  return entry.type !== "attachment" || KEPT_ATTACHMENTS.has(entry.attachment?.type);
}

/** Drops what repeats the content, and the commands of the hooks. */
// deno-lint-ignore no-explicit-any -- the client's lines have many shapes.
function withoutBulk({ rendered: _rendered, hookInfos: _hooks, ...entry }: any): unknown {
  return entry;
}
