import { assert, assertEquals } from "@std/assert";
import {
  bash,
  type ClientRun,
  clientTest,
  readLoop,
  readStop,
  runClient,
  say,
  script,
  startLoop,
  tick,
} from "./harness/mod.ts";

clientTest(
  "a second session of the project is not continued, and does not change the loop",
  async (stage) => {
    const sessionId = crypto.randomUUID();
    await startLoop(stage, { sessionId });
    const otherApi = stage.serve(script([bash("echo other"), say("The other's answer.")]));
    let other: ClientRun | undefined;
    const api = stage.serve(script([
      bash("echo begun"),
      say("Begun."),
      async () => {
        const before = await readLoop(stage);
        other = await runClient(stage, otherApi, "A question");
        const after = await readLoop(stage);
        assertEquals([after.owner_session, after.iteration], [sessionId, before.iteration]);
        return tick();
      },
      say("Done."),
    ]));

    const run = await runClient(stage, api, "Work", { sessionId });

    assertEquals(otherApi.main.length, 2, "the other session was not continued");
    assertEquals(other!.result.result, "The other's answer.");
    assert(!other!.shown.join("\n").includes("ralph: "), other!.shown.join("\n"));
    assertEquals(api.main.length, 4);
    assertEquals([run.code, (await readStop(stage))!.session_id], [0, sessionId]);
  },
);
