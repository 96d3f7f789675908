/** Work in the background, as far as a transcript shows its beginning and its end. */
import { asFields, asText, type Fields } from "../../evidence/transcript/fields.ts";
import { contentOf } from "../../evidence/transcript/tool_calls.ts";
import type { BackgroundTask } from "../../loop/facts.ts";
import type { FinishedCall } from "./tool_results.ts";

/** How the client reports that a task has ended. */
const NOTIFICATION = /<task-notification>[\s\S]*?<task-id>([^<]+)<\/task-id>/g;
const ENDERS = new Set(["TaskStop", "KillShell", "KillBash"]);

/** The work that is in flight. */
export class BackgroundWork {
  readonly #running = new Map<string, BackgroundTask>();
  /** The end of a short task may be written before its beginning. */
  readonly #endedEarly = new Set<string>();

  /** Notes a line of any type: it may report the end of a task. */
  noteLine(entry: Fields): void {
    for (const text of textsOf(entry)) {
      for (const [, id = ""] of text.matchAll(NOTIFICATION)) this.#end(id);
    }
  }

  /** Notes a finished call: it may have begun or ended a task. */
  noteCall({ tool, input, result, hasFailed }: FinishedCall): void {
    if (hasFailed) return;
    if (ENDERS.has(tool)) {
      const { task_id: task, shell_id: shell, bash_id: bash } = input;
      const id = task ?? shell ?? bash;
      if (id !== undefined) this.#running.delete(id);
      return;
    }
    const description = input["description"] ?? input["command"] ?? "";
    const shell = asText(result["backgroundTaskId"]);
    if (shell !== null) this.#begin({ id: shell, type: "shell", description });
    const agent = result["isAsync"] === true ? asText(result["agentId"]) : null;
    if (agent !== null) this.#begin({ id: agent, type: "subagent", description });
  }

  get running(): readonly BackgroundTask[] {
    return [...this.#running.values()];
  }

  #begin(task: BackgroundTask): void {
    if (!this.#endedEarly.delete(task.id)) this.#running.set(task.id, task);
  }

  #end(id: string): void {
    if (!this.#running.delete(id)) this.#endedEarly.add(id);
  }
}

/** The texts of a line in which the client reports the end of a task. */
function textsOf(entry: Fields): string[] {
  switch (entry["type"]) {
    case "queue-operation":
      return entry["operation"] === "enqueue" ? [asText(entry["content"]) ?? ""] : [];
    case "user":
      return contentOf(entry).filter((block) => block["type"] === "text")
        .map((block) => asText(block["text"]) ?? "");
    case "attachment":
      return [asText(asFields(entry["attachment"])?.["prompt"]) ?? ""];
    default:
      return [];
  }
}
