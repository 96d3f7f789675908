/**
 * What a person typed while a turn ran, as the client's queue has it: plain words reach the running
 * turn, slash commands wait for its end, which in a loop is the loop's (seen in 2.1.328).
 *
 * @module
 */
import { asText, type Fields } from "./_fields.ts";

/** The client's queue, followed line by line. */
export class PromptQueue {
  #waiting: string[] = [];

  /** Takes a line of the type `queue-operation`. */
  note(entry: Fields): void {
    const content = asText(entry["content"])?.trim() ?? "";
    switch (entry["operation"]) {
      case "enqueue":
        this.#waiting.push(content);
        break;
      case "remove":
        this.#waiting = this.#waiting.filter((waiting) => waiting !== content);
        break;
      case "dequeue":
        // The line names no content: the first one in is the first one out.
        this.#waiting.shift();
        break;
      case "popAll":
        this.#waiting = [];
    }
  }

  /** Whether `/ralph:stop` waits in it. */
  get holdsStop(): boolean {
    return this.#waiting.some((content) => /^\/ralph:stop(\s|$)/.test(content));
  }
}
