/** Installs the pinned client with npm into `build/client/`, once. */
import { fromFileUrl } from "@std/path";
import { CLIENT_VERSION } from "./client_version.ts";
import { runCommand } from "./run_command.ts";

/** The repository's root. */
export const REPOSITORY = fromFileUrl(new URL("../../..", import.meta.url)).replace(/\/$/, "");

const FOLDER = `${REPOSITORY}/build/client`;
const INSTALL_LIMIT_MS = 300_000;

/** Returns the path of the client's native executable, whether installed or not. */
export function findClientPath(): string {
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const name = `@anthropic-ai/claude-code-linux-${arch}`;
  return `${FOLDER}/${CLIENT_VERSION}/node_modules/${name}/claude`;
}

/**
 * Installs the client; test files in parallel wait for the first.
 *
 * @returns The reason if it cannot be installed.
 */
export async function ensureClient(): Promise<string | undefined> {
  if (await isFile(findClientPath())) return undefined;
  await Deno.mkdir(FOLDER, { recursive: true });
  using lock = await Deno.open(`${FOLDER}/install.lock`, { create: true, write: true });
  await lock.lock(true);
  if (await isFile(findClientPath())) return undefined;
  const npm = await runCommand([
    "npm",
    "install",
    "--prefix",
    `${FOLDER}/${CLIENT_VERSION}`,
    // The package's script only links the executable to another place.
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--fetch-retries=1",
    `@anthropic-ai/claude-code@${CLIENT_VERSION}`,
  ], { timeoutMs: INSTALL_LIMIT_MS });
  if (await isFile(findClientPath())) return undefined;
  const said = npm.stderr.trim().split("\n").at(-1) ?? "";
  return npm.code === 0
    ? `npm installed no native client for ${Deno.build.os} ${Deno.build.arch}`
    : `npm could not install the client ${CLIENT_VERSION} (exit ${npm.code}): ${said}`;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}
