/**
 * Whether a path exists.
 *
 * @module
 */

/** What the path must be beyond existing. */
export interface ExistsOptions {
  /** Whether it must be readable by the user. Default: false. */
  isReadable?: boolean;
  /** Whether it must be a directory; not together with `isFile`. Default: false. */
  isDirectory?: boolean;
  /** Whether it must be a file; not together with `isDirectory`. Default: false. */
  isFile?: boolean;
}

/**
 * Tells whether a path exists; links are followed.
 *
 * @throws {TypeError} If both `isDirectory` and `isFile` are asked for.
 */
export async function exists(path: string | URL, options?: ExistsOptions): Promise<boolean> {
  try {
    return fits(await Deno.stat(path), options);
  } catch (error) {
    return judge(error);
  }
}

/**
 * Tells whether a path exists; links are followed.
 *
 * @throws {TypeError} If both `isDirectory` and `isFile` are asked for.
 */
export function existsSync(path: string | URL, options?: ExistsOptions): boolean {
  try {
    return fits(Deno.statSync(path), options);
  } catch (error) {
    return judge(error);
  }
}

function fits(info: Deno.FileInfo, options: ExistsOptions = {}): boolean {
  if (options.isDirectory && options.isFile) {
    throw new TypeError(
      "ExistsOptions.options.isDirectory and ExistsOptions.options.isFile must not be true together",
    );
  }
  if (options.isDirectory && !info.isDirectory) return false;
  if (options.isFile && !info.isFile) return false;
  return !options.isReadable || isReadable(info);
}

function isReadable({ mode, uid, gid }: Deno.FileInfo): boolean {
  if (mode === null || Deno.uid() === 0) return true;
  if (Deno.uid() === uid) return (mode & 0o400) !== 0;
  return (mode & (Deno.gid() === gid ? 0o040 : 0o004)) !== 0;
}

function judge(error: unknown): false {
  const isAbsent = error instanceof Deno.errors.NotFound ||
    error instanceof Deno.errors.NotADirectory || error instanceof Deno.errors.PermissionDenied;
  if (isAbsent) return false;
  throw error;
}
