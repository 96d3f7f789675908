/** Lines of a transcript in the client's shape, and files made of them. */

import { SECOND_MS } from "../../../src/text/time.ts";

/** 2026-03-01T10:00:00Z, the zero of the tests' times. */
export const T0 = Date.parse("2026-03-01T10:00:00Z");

type Line = Record<string, unknown>;

function entry(type: string, at: number, rest: Line): Line {
  return {
    parentUuid: null,
    isSidechain: false,
    type,
    uuid: crypto.randomUUID(),
    timestamp: new Date(T0 + at * SECOND_MS).toISOString(),
    userType: "external",
    cwd: "/home/dev/app",
    sessionId: "00000000-0000-4000-8000-000000000001",
    version: "2.1.328",
    ...rest,
  };
}

/** A person's prompt, `at` seconds after `T0`. */
export function prompt(at: number, content: unknown, rest: Line = {}): Line {
  return entry("user", at, {
    message: { role: "user", content },
    permissionMode: "default",
    ...rest,
  });
}

export function answer(at: number, block: Line, rest: Line = {}, message: Line = {}): Line {
  return entry("assistant", at, {
    message: { id: crypto.randomUUID(), role: "assistant", content: [block], ...message },
    ...rest,
  });
}

export function words(at: number, text: string, rest: Line = {}, message: Line = {}): Line {
  return answer(at, { type: "text", text }, rest, message);
}

/** A tool call. */
export function call(
  at: number,
  id: string,
  name: string,
  input: Line = {},
  rest: Line = {},
): Line {
  return answer(at, { type: "tool_use", id, name, input }, rest);
}

/** A tool's result. */
export function result(at: number, id: string, rest: Line = {}): Line {
  return entry("user", at, {
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: "ok", is_error: false }],
    },
    permissionDecision: { decision: "accept", source: "config" },
    ...rest,
  });
}

export function attachment(at: number, content: Line): Line {
  return entry("attachment", at, { attachment: content });
}

/** The file's text. */
export function jsonl(...lines: (Line | string)[]): string {
  return lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n")
    .join("");
}

/** Runs a test with a transcript's path in a folder of its own. */
export function withTranscript(
  text: string | Uint8Array,
  test: (path: string) => void,
): () => void {
  return () => {
    const folder = Deno.makeTempDirSync({ prefix: "ralph transcript ü " });
    try {
      const path = `${folder}/session.jsonl`;
      Deno.writeFileSync(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
      test(path);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  };
}

/** A test with a transcript's path in a folder of its own. */
export function testTranscript(
  name: string,
  text: string | Uint8Array,
  test: (path: string) => void,
): void {
  Deno.test(name, withTranscript(text, test));
}
