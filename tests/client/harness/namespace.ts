/** The command line that runs a program in its own network namespace. */

/** Port of the scripted API; each client has its own namespace, so it can be fixed. */
export const API_PORT = 8377;

const LOOPBACK_UP = [
  "ip link set lo up 2>/dev/null",
  "ifconfig lo up 2>/dev/null",
  // SIOCSIFFLAGS with IFF_UP and IFF_RUNNING, for machines with Python but without iproute2.
  "python3 -c 'import fcntl,socket,struct; fcntl.ioctl(socket.socket(), 0x8914, " +
  'struct.pack("16sh", b"lo", 0x41))\'',
].join(" || ");

/** Wraps a command so that it has loopback only, with `socketPath` served on {@link API_PORT}. */
export function wrapInNamespace(socketPath: string, command: string[]): string[] {
  const enter = `${import.meta.dirname}/enter.ts`;
  const deno = [Deno.execPath(), "run", "--no-config", "--no-lock", "--quiet", "-A", enter];
  return wrapBare([...deno, socketPath, String(API_PORT), ...command]);
}

/** Wraps a command so that it has loopback only. */
export function wrapBare(command: string[]): string[] {
  return ["unshare", "-rn", "sh", "-c", `{ ${LOOPBACK_UP}; } && exec "$@"`, "sh", ...command];
}
