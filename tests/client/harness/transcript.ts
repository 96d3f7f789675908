/**
 * The client's own record of a session.
 *
 * @module
 */

/** Path of the transcript of `sessionId` below `home`; undefined where there is none. */
export async function findTranscript(
  home: string,
  sessionId: string,
): Promise<string | undefined> {
  const projects = `${home}/.claude/projects`;
  try {
    for await (const folder of Deno.readDir(projects)) {
      const path = `${projects}/${folder.name}/${sessionId}.jsonl`;
      const isThere = await Deno.stat(path).then(() => true, () => false);
      if (isThere) return path;
    }
  } catch {
    // No session was ever held in this home.
  }
  return undefined;
}

/** Reads a transcript's whole lines, parsed. */
// deno-lint-ignore no-explicit-any -- the client's lines have many shapes.
export async function readTranscript(path: string): Promise<any[]> {
  const text = await Deno.readTextFile(path);
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}
