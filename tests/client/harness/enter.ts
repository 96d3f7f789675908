/**
 * Runs inside the network namespace, which has only loopback: `enter.ts SOCKET PORT COMMAND…`. It
 * forwards TCP connections on 127.0.0.1:PORT to the unix socket of the scripted API, runs COMMAND
 * on the same terminal, and exits with its code.
 */

const [socket = "", port = "", command = "", ...args] = Deno.args;

const listener = Deno.listen({ hostname: "127.0.0.1", port: Number(port) });

async function forwardConnections(): Promise<void> {
  for await (const inside of listener) {
    void (async () => {
      try {
        const outside = await Deno.connect({ transport: "unix", path: socket });
        await Promise.allSettled([
          inside.readable.pipeTo(outside.writable),
          outside.readable.pipeTo(inside.writable),
        ]);
      } catch {
        inside.close();
      }
    })();
  }
}

void forwardConnections();

const child = new Deno.Command(command, {
  args,
  stdin: "inherit",
  stdout: "inherit",
  stderr: "inherit",
}).spawn();
// The terminal sends Ctrl-C to the client too; TERM reaches only this process.
Deno.addSignalListener("SIGINT", () => {});
Deno.addSignalListener("SIGTERM", () => child.kill("SIGTERM"));
const { code } = await child.status;
Deno.exit(code);
