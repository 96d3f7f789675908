/** What ralph knows to be a wait is never active time, in any view; the agent that works now is. */
import { assertEquals } from "@std/assert";
import { Night } from "./_night.ts";
import { needsLinux } from "../_tools.ts";

/** Times are as exact as the journal, which has whole seconds. */
function assertSeconds(actual: Readonly<Record<string, number>>, seconds: number): void {
  const rounded = Object.fromEntries(
    Object.entries(actual).map(([view, ms]) => [view, Math.round(ms / 1_000)]),
  );
  assertEquals(rounded, Object.fromEntries(Object.keys(actual).map((view) => [view, seconds])));
}

interface Told {
  /** What happens, from a loop that nobody has claimed. */
  readonly night: (night: Night) => Promise<void>;
  /** The seconds that are active, while the night goes on and, after one more turn, at its end. */
  readonly active: readonly [now: number, atEnd: number];
}

/** A turn of 20 s, after which the loop ends. */
async function endWith(night: Night): Promise<void> {
  night.write("PLAN.md", "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n");
  await night.work(20);
  await night.stop();
}

const NIGHTS: Readonly<Record<string, Told>> = {
  "a permission prompt that is open": {
    night: async (night) => {
      await night.type();
      await night.work(60);
      await night.begin();
      await night.ask(82);
    },
    active: [60, 80],
  },
  "a permission prompt that was answered after 82 s": {
    night: async (night) => {
      await night.type();
      await night.work(60);
      await night.call(5, 82);
    },
    active: [65, 85],
  },
  "a session in which nobody has typed": {
    night: async (night) => {
      await night.open("startup");
      night.wait(54);
    },
    active: [0, 20],
  },
  "a session in which nobody typed before the first prompt": {
    night: async (night) => {
      await night.open("startup");
      night.wait(54);
      await night.type();
      await night.work(10);
    },
    active: [10, 30],
  },
  "a session that was closed before anybody typed": {
    night: async (night) => {
      await night.open("startup");
      night.wait(54);
      await night.close();
      night.wait(100);
      await night.open();
      night.wait(30);
      await night.type();
      await night.work(10);
    },
    active: [10, 30],
  },
  "a pause by Esc, with slash commands typed in it": {
    night: async (night) => {
      await night.type();
      await night.work(8);
      night.esc();
      for (const seconds of [33, 12, 7]) {
        night.wait(seconds);
        await night.slash(seconds === 12 ? "/ralph:encourage tests" : "/ralph:status");
      }
    },
    active: [8, 28],
  },
  "a pause by Esc that ended": {
    night: async (night) => {
      await night.type();
      await night.work(8);
      night.esc();
      night.wait(40);
      await night.slash();
      night.wait(40);
      await night.type();
      await night.work(10);
    },
    active: [18, 38],
  },
  "Esc before the agent's first word, and the next prompt": {
    night: async (night) => {
      await night.type();
      await night.work(10);
      await night.stop();
      await night.work(10);
      night.esc();
      night.wait(30);
      await night.type();
      // The client takes this prompt back, and no event and no line tells of it.
      night.wait(80);
      await night.type();
      await night.work(10);
    },
    active: [30, 50],
  },
  "Esc before the first word of the first answer, and the next prompt": {
    night: async (night) => {
      await night.type();
      night.wait(28);
      await night.type();
      await night.work(10);
    },
    active: [10, 30],
  },
  "prompts that are typed while a turn works": {
    night: async (night) => {
      await night.type();
      await night.work(10);
      await night.stop();
      for (let typed = 0; typed < 3; typed++) {
        night.wait(200);
        await night.steer();
      }
    },
    active: [613, 633],
  },
  "prompts that are typed while the first turn works, as the client says": {
    night: async (night) => {
      night.pid = Deno.pid;
      await night.open("startup");
      await night.type();
      for (let typed = 0; typed < 3; typed++) {
        night.wait(200);
        await night.steer();
      }
    },
    active: [603, 623],
  },
  "the same in a session that was open before": {
    night: async (night) => {
      await night.open("startup");
      night.wait(5);
      await night.type();
      night.wait(28);
      await night.type();
      await night.work(10);
    },
    active: [10, 30],
  },
  "a session that begins six seconds after `start --session`": {
    night: async (night) => {
      await night.ralph("stop");
      await night.start("--session", night.session);
      night.wait(6);
      await night.open("startup");
      night.wait(3);
      await night.type();
      await night.work(10);
    },
    active: [10, 30],
  },
  "a window that was closed and opened again": {
    night: async (night) => {
      await night.type();
      await night.work(60);
      await night.close();
      night.wait(200);
      await night.open();
      night.wait(40);
      await night.type();
      await night.work(10);
    },
    active: [70, 90],
  },
  "a window that was killed at a permission prompt": {
    night: async (night) => {
      await night.type();
      await night.work(60);
      await night.begin();
      await night.ask(40);
      await night.close("killed");
      night.wait(20);
      await night.open();
      night.wait(30);
    },
    active: [60, 80],
  },
  "a window that was killed while it worked": {
    night: async (night) => {
      await night.type();
      await night.work(600);
      await night.close("killed");
      night.wait(120);
      await night.open();
      night.wait(30);
      await night.type();
      await night.work(10);
    },
    active: [610, 630],
  },
  "an agent that works now, and has called no tool yet": {
    night: async (night) => {
      await night.type();
      await night.work(60);
      night.say();
      night.wait(45);
    },
    active: [105, 125],
  },
  "a call that runs now": {
    night: async (night) => {
      await night.type();
      await night.begin();
      night.wait(100);
    },
    active: [100, 120],
  },
};

for (const [what, { night: happen, active: [now, atEnd] }] of Object.entries(NIGHTS)) {
  Deno.test(`known waits: ${what}`, async () => {
    using night = new Night();
    await night.start();
    night.wait(5);
    await happen(night);
    assertSeconds({ ...await night.activeTimes() }, now);
    const { turn } = (await night.document("status")).loop;
    if (turn.state === "resting") await night.type();
    await endWith(night);
    assertEquals((await night.document("status")).state, "done");
    assertSeconds({ ...await night.activeTimes() }, atEnd);
  });
}

Deno.test("known waits: `ralph stop` over a turn that nobody can end counts it", async () => {
  using night = new Night();
  await night.start();
  await night.type();
  await night.work(300);
  night.wait(70);
  night.esc();
  night.wait(100);
  await night.ralph("stop");
  assertSeconds({ ...await night.activeTimes() }, 370);
});

needsLinux().test(
  "known waits: a loop whose window was killed is handed on with that turn's time",
  async () => {
    using night = new Night();
    const window = new Deno.Command("sleep", { args: ["600"] }).spawn();
    night.pid = window.pid;
    await night.start();
    await night.type();
    await night.work(300);
    window.kill("SIGKILL");
    await window.status;
    night.wait(120);
    assertSeconds({ ...await night.activeTimes() }, 300);
    await night.ralph("start", "--resume", "--session", "0a1b2c3d-0000-4000-8000-000000000abc");
    night.wait(30);
    assertSeconds({ ...await night.activeTimes() }, 300);
  },
);
