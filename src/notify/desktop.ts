/**
 * A notification of the desktop, by the system's own program. Title and body are data: no shell and
 * no AppleScript reads them as code.
 */
import { findProgram } from "../process/find_program.ts";
import type { Message } from "./message.ts";
import { type Call, runToEnd } from "./program.ts";

/** The arguments are the items of `argv`, the first of which keeps `osascript` from reading options. */
const APPLE_SCRIPT = [
  "on run argv",
  "display notification (item 3 of argv) with title (item 2 of argv)",
  "end run",
];

/**
 * Makes the call that shows a notification.
 *
 * @param os The system, as Deno names it.
 *
 * @example What notify-send would read as markup or as an escape is escaped
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const { program, args } = desktopCall("linux", { title: "--help", body: "<b>\\n</b>" });
 * assertEquals(program, "notify-send");
 * assertEquals(args.slice(-3), ["--", "--help", "&lt;b&gt;\\\\n&lt;/b&gt;"]);
 * ```
 */
export function desktopCall(os: typeof Deno.build.os, { title, body }: Message): Call {
  if (os === "darwin") {
    const lines = APPLE_SCRIPT.flatMap((line) => ["-e", line]);
    return { program: "osascript", args: [...lines, "ralph", title, body], env: {} };
  }
  const args = ["--app-name=ralph", "--", title, escapeForNotifySend(body)];
  return { program: "notify-send", args, env: {} };
}

/** The body is markup for the desktop, after notify-send has replaced C escapes in it. */
function escapeForNotifySend(body: string): string {
  return body.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll("\\", "\\\\");
}

/** Shows a notification on this machine's desktop. */
export async function notifyDesktop(
  message: Message,
): Promise<{ readonly isSent: boolean; readonly detail: string }> {
  const call = desktopCall(Deno.build.os, message);
  const found = findProgram(call.program, Deno.env.get("PATH") ?? "", Deno.cwd());
  if (found.kind !== "found") {
    return { isSent: false, detail: `the program "${call.program}" was not found on the PATH` };
  }
  return await runToEnd({ ...call, program: found.path });
}
