/** The client's activity while it waits for a person. */
import type { UserWait } from "../store/records/loop_record.ts";

/**
 * Describes the client's request to a person.
 *
 * @returns The rest of a sentence that begins with "Claude Code".
 *
 * @example After the client's name
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(describeUserWait({ kind: "permission", what: "Bash ls" }), "asks for permission: Bash ls");
 * ```
 */
export function describeUserWait({ kind, what }: Pick<UserWait, "kind" | "what">): string {
  switch (kind) {
    case "permission":
      return `asks for permission: ${what}`;
    case "question":
      return `asks you: ${what}`;
    case "plan":
      return "asks you to approve its plan";
    case "dialog":
      return `waits for you: ${what}`;
  }
}
