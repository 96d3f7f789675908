/** `ralph run --shard` and `--merge` with a remote that does not answer, or that asks for a password. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { attempt } from "../../../src/error.ts";
import type { Ran } from "../../e2e/_stage.ts";
import { type Machine, makeMachines } from "./_machines.ts";
import { exits, waitFor } from "./_run_stage.ts";

const TWO = "# Plan\n\n- [ ] write a.txt [parallel]\n- [ ] write b.txt [parallel]\n";

function assertCode({ code, stdout, stderr }: Ran, expected: number): void {
  assertEquals(code, expected, stdout + stderr);
}

/** Starts a run and gives its process. */
function startOn(machine: Machine, args: readonly string[], env: Record<string, string> = {}) {
  const started = Promise.withResolvers<Deno.ChildProcess>();
  const ran = machine.run(args, { env, onStart: started.resolve });
  return { ran, child: started.promise };
}

for (
  const [what, args, signal, code] of [
    ["a shard", ["--shard", "1/1"], "SIGINT", 130],
    ["a merge", ["--merge"], "SIGTERM", 143],
  ] as const
) {
  Deno.test(`machines: ${signal} ends ${what} at once while the remote does not answer`, async () => {
    using machines = await makeMachines(TWO);
    const machine = machines.add("one");
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    machine.git("remote", "set-url", "origin", `git://127.0.0.1:${listener.addr.port}/x.git`);
    const { ran, child } = startOn(machine, args);
    using _connection = await listener.accept();
    (await child).kill(signal);
    assertCode(await ran, code);
    machine.git("remote", "set-url", "origin", `file://${machines.remote}`);
    await exits(0, machine.run(["--shard", "1/1"]));
  });
}

Deno.test("machines: a push that hangs is ended by a second Ctrl-C, what is missing is named and pushed later", async () => {
  using machines = await makeMachines(TWO);
  const machine = machines.add("one");
  const isReached = join(machine.folder, ".git/reached");
  const isOver = join(machine.folder, ".git/over");
  Deno.writeTextFileSync(
    join(machine.folder, ".git/hooks/pre-push"),
    `#!/bin/sh
grep -q refs/heads/ralph/plan/2- && [ ! -e '${isOver}' ] && : >'${isReached}' && exec sleep 600
exit 0
`,
    { mode: 0o755 },
  );
  const { ran, child } = startOn(machine, ["--shard", "1/1", "--trust"]);
  await waitFor(() => existsSync(isReached), "the push");
  const { pid } = await child;
  // Two signals at once may arrive as one; after the last there is no process.
  const again = setInterval(() => attempt(() => Deno.kill(pid, "SIGINT")), 10);
  const stopped = await ran.finally(() => clearInterval(again));
  assertCode(stopped, 130);
  const [first = "", second = ""] = ["1-write-a-txt", "2-write-b-txt"]
    .map((name) => `ralph/plan/${name}`);
  assertEquals(machines.branches(), ["main", first, "ralph/plan/result-1-of-1"]);
  assertStringIncludes(stopped.stderr, `Not pushed to origin: the result, ${second}`);
  assertStringIncludes(
    machine.read(".ralph-result"),
    `Not pushed to origin: the result, ${second}`,
  );
  Deno.writeTextFileSync(isOver, "");
  const next = await exits(0, machine.run(["--shard", "1/1"]));
  assertStringIncludes(next.stdout, "0 turns");
  assert(machines.branches().includes(second));
});

Deno.test("machines: a remote that asks for a password ends the run, and nobody is asked", async () => {
  using machines = await makeMachines(TWO);
  const machine = machines.add("one");
  const asked = join(machines.stage.root, "asked");
  const askpass = join(machines.stage.root, "askpass.sh");
  Deno.writeTextFileSync(askpass, `#!/bin/sh\n: >'${asked}'\nexec sleep 600\n`, { mode: 0o755 });
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(null, { status: 401, headers: { "WWW-Authenticate": 'Basic realm="x"' } }),
  );
  const address = `http://127.0.0.1:${server.addr.port}/x.git`;
  const env = { DISPLAY: ":86407", SSH_ASKPASS: askpass };
  const ran = await exits(4, machine.run(["--shard", "1/1", "--push", address], { env }));
  assertStringIncludes(ran.stdout, "terminal prompts disabled");
  assertEquals(existsSync(asked), false);
});

Deno.test("machines: ssh may not ask for a password, unless the user chose the command", async () => {
  using machines = await makeMachines(TWO);
  const machine = machines.add("one");
  const args = join(machines.stage.root, "args");
  const ssh = join(machines.stage.root, "ssh");
  const script =
    `#!/bin/sh\necho "$@" >>'${args}'\n(: </dev/tty) 2>/dev/null && echo tty >>'${args}'
echo 'Permission denied (publickey)' >&2\nexit 255\n`;
  Deno.writeTextFileSync(ssh, script, { mode: 0o755 });
  const shard = ["--shard", "1/1", "--push", "ssh://me@host/x.git"];
  const path = `${machines.stage.root}:${Deno.env.get("PATH")}`;
  const asked = async (env: Record<string, string>) => {
    Deno.writeTextFileSync(args, "");
    const ran = await exits(4, machine.run(shard, { env }));
    assertStringIncludes(ran.stdout, "Permission denied (publickey)");
    return Deno.readTextFileSync(args);
  };
  assertStringIncludes(await asked({ PATH: path }), "-oBatchMode=yes");
  const chosen = await asked({ GIT_SSH: ssh });
  assertEquals([chosen.includes("BatchMode"), chosen.includes("tty")], [false, false]);
});
