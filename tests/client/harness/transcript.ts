/** The client's transcript of a session. */

/** Path of the transcript of `sessionId` below `home`; undefined if it does not exist. */
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
    // This home has no session yet.
  }
  return undefined;
}

/** Reads a transcript's complete lines, parsed. */
// deno-lint-ignore no-explicit-any -- the client's lines have many shapes.
export async function readTranscript(path: string): Promise<any[]> {
  const text = await Deno.readTextFile(path);
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}
