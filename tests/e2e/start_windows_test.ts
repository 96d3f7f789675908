/** Which open windows `ralph start` names: only those that have the hooks can take the loop. */
import { assertEquals, assertMatch } from "@std/assert";
import { dirname, join } from "@std/path";
import { renderGate } from "../../src/registration/gate.ts";
import { PLUGIN_GROUPS } from "../../src/registration/hook_list.ts";
import { RALPH } from "../_binary.ts";
import { exits, makeStage, SESSION, type Stage } from "./_stage.ts";

const HOUR_MS = 3_600_000;

/** Where the plugin finds ralph. */
const PATH = `${dirname(RALPH)}:${Deno.env.get("PATH")}`;

/** Registers the hooks by the plugin, as Claude Code writes it. */
function registerAsPlugin(stage: Stage, installedAt: string): void {
  const name = "ralph@ralph";
  const installPath = stage.inHome("plugins", "cache", "ralph", "ralph", "0.1.0");
  stage.put(join(installPath, "hooks", "hooks.json"), JSON.stringify({ hooks: PLUGIN_GROUPS }));
  stage.put(join(installPath, "hooks", "gate"), renderGate("ralph"));
  const earlier = new Date(0).toISOString();
  const copies = [
    { scope: "project", installPath, installedAt: earlier, lastUpdated: earlier },
    { scope: "user", installPath, installedAt, lastUpdated: installedAt },
  ];
  stage.put(
    stage.inHome("plugins", "installed_plugins.json"),
    JSON.stringify({ version: 2, plugins: { [name]: copies } }),
  );
  stage.put(stage.inHome("settings.json"), JSON.stringify({ enabledPlugins: { [name]: true } }));
}

/** How an open window that is older than the hooks is named. */
const WAYS = {
  "the plugin, which it does not read again": {
    register: registerAsPlugin,
    isAble: false,
    older: / open since before the plugin was installed: (.*)$/m,
    restart: ". ",
  },
  "ralph hooks install, whose file it reads again": {
    register: (stage: Stage, at: string) => stage.registerAt(at),
    isAble: true,
    older: /Open since before the hooks were registered: (.*)$/m,
    restart: ". Nothing happens there? ",
  },
};

for (const [how, { isAble, older, register, restart }] of Object.entries(WAYS)) {
  Deno.test({
    name: `start: a window that is older than the hooks is named, with ${how}`,
    ignore: Deno.build.os !== "linux",
    fn: async () => {
      for (const hours of [1, -1000]) {
        using stage = await makeStage({ start: null });
        register(stage, new Date(Date.now() + hours * HOUR_MS).toISOString());
        stage.openWindow();
        const { stdout: text, stderr } = await stage.ralph(["start", "-f", "PLAN.md"], {
          env: { PATH },
        });
        assertEquals(stderr, "");
        const able = / open window \(([^)]*)\)/.exec(text)?.[1];
        const named = `process ${Deno.pid}`;
        const wanted =
          `${named}${restart}Restart Claude Code there: \`/exit\`, then \`claude --continue\``;
        assertEquals(
          [able, older.exec(text)?.[1]],
          hours > 0 ? [isAble ? named : undefined, wanted] : [named, undefined],
        );
        // The first way is the one that always works.
        const first = hours > 0 ? "run claude here" : "type in the open window";
        assertMatch(text, new RegExp(`^WAITING +→ ${first}`, "m"));
      }
    },
  });
}

Deno.test({
  name: "start: a session older than the plugin is refused, except in the plugin's own call",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using stage = await makeStage({ start: null });
    registerAsPlugin(stage, new Date(Date.now() + HOUR_MS).toISOString());
    const env = { PATH, CLAUDE_PID: String(Deno.pid), CLAUDE_CODE_SESSION_ID: SESSION };
    const refused = await exits(1, stage.ralph(["start", "-f", "PLAN.md"], { env }));
    assertMatch(
      refused.stderr,
      /plugin was installed after this session began[\s\S]*Restart Claude Code/,
    );
    const pluginRoot = stage.inHome("plugins", "cache", "ralph", "ralph", "0.1.0");
    await exits(
      0,
      stage.ralph(["start", "-f", "PLAN.md", `--plugin-root=${pluginRoot}`], {
        env,
      }),
    );
  },
});
