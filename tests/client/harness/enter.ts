/**
 * Runs inside the network namespace, where only loopback exists: `enter.ts SOCKET PORT COMMAND…`.
 * It carries TCP connections on 127.0.0.1:PORT to the unix socket at SOCKET, where the scripted API
 * listens, runs COMMAND on the same terminal, and ends with its exit code.
 *
 * @module
 */

const [socket = "", port = "", command = "", ...args] = Deno.args;

const listener = Deno.listen({ hostname: "127.0.0.1", port: Number(port) });

async function carryConnections(): Promise<void> {
  for await (const inside of listener) {
    void (async () => {
      try {
        const outside = await Deno.connect({ transport: "unix", path: socket });
        await Promise.allSettled([
          inside.readable.pipeTo(outside.writable),
          outside.readable.pipeTo(inside.writable),
        ]);
      } catch {
        // A connection that breaks is the client's to notice.
        inside.close();
      }
    })();
  }
}

void carryConnections();

const child = new Deno.Command(command, {
  args,
  stdin: "inherit",
  stdout: "inherit",
  stderr: "inherit",
}).spawn();
// Ctrl-C reaches the client through the terminal; TERM reaches only us and is passed on.
Deno.addSignalListener("SIGINT", () => {});
Deno.addSignalListener("SIGTERM", () => child.kill("SIGTERM"));
const { code } = await child.status;
Deno.exit(code);
