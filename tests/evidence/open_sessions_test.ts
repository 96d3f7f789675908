import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { listOpenSessions } from "../../src/evidence/open_sessions.ts";
import { withStage } from "../store/_stage.ts";

Deno.test("open sessions: the client's files of living interactive processes, and nothing else", () =>
  withStage(({ write, places, project }) => {
    const at = (name: string, text: string) => write(`home/.claude/sessions/${name}`, text);
    const session = (sessionId: string, more = {}) =>
      JSON.stringify({ sessionId, cwd: project, kind: "interactive", ...more });
    at("11.json", session("one"));
    at("12.json", session("dead"));
    at("13.json", session("worker", { kind: "bg" }));
    at("14.json", "{ broken");
    at("15.json", JSON.stringify({ sessionId: "nowhere" }));
    at("notes.json", session("no process"));
    assertEquals(listOpenSessions(places, (pid) => pid !== 12), [
      { id: "one", pid: 11, folder: project },
    ]);
    Deno.removeSync(join(places.claudeDir, "sessions"), { recursive: true });
    assertEquals(listOpenSessions(places), []);
  }));

Deno.test({
  name: "open sessions: a process that is gone is not listed",
  ignore: Deno.build.os !== "linux",
}, () =>
  withStage(({ write, places, project }) => {
    for (const pid of [Deno.pid, 4_194_999]) {
      write(`home/.claude/sessions/${pid}.json`, JSON.stringify({ sessionId: "s", cwd: project }));
    }
    assertEquals(listOpenSessions(places).map(({ pid }) => pid), [Deno.pid]);
  }));
