/**
 * Loads node-pty once, from a folder that only this user can write.
 *
 * The compiled binary unpacks its native file into `TMPDIR` under a name that others can guess, so
 * that variable points to a private folder while it loads.
 */

import type { IPty, IPtyForkOptions } from "@lydell/node-pty";

/** The part of a node-pty process that is used. */
export interface NodePtyProcess extends Pick<IPty, "pid" | "onExit" | "write" | "resize"> {
  /** The device of the agent's end. */
  readonly ptsName: string;
  /** Its reading end; not in its types, and pinned with its version. */
  readonly _socket: {
    destroy: (error?: Error) => void;
    once(event: "close", listener: (value?: unknown) => void): void;
  };
  /** With a listener, errors of a closed terminal are not thrown. */
  on(event: "error", listener: () => void): void;
  once(event: string, listener: () => void): void;
  /** Receives bytes, since no encoding is set. */
  onData(listener: (bytes: Uint8Array) => void): unknown;
}

/** The part of node-pty that is used. */
export interface NodePty {
  spawn(
    program: string,
    args: string[],
    options: IPtyForkOptions & { encoding: null },
  ): NodePtyProcess;
}

let loading: Promise<NodePty> | undefined;

/**
 * Loads the addon; it stays loaded.
 *
 * @throws {Error} If this platform does not have the addon, or it cannot be unpacked.
 */
export function loadNodePty(privateDir: string): Promise<NodePty> {
  loading ??= load(privateDir);
  return loading;
}

async function load(privateDir: string): Promise<NodePty> {
  const before = Deno.env.get("TMPDIR");
  Deno.env.set("TMPDIR", privateDir);
  try {
    return await import("@lydell/node-pty") as unknown as NodePty;
  } finally {
    if (before === undefined) Deno.env.delete("TMPDIR");
    else Deno.env.set("TMPDIR", before);
  }
}
