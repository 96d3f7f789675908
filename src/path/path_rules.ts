/** How paths are written on POSIX systems and on Windows. */
import type { PathRules } from "./path_functions.ts";

/** The rules of paths on Linux and macOS, with `/` as separator. */
export const POSIX_RULES: PathRules = {
  separator: "/",
  separators: /\/+/,
  ignoresCase: false,
  untidy: /\/\/|(?:^|\/)\.\.?(?:\/|$)/,
  splitRoot(path) {
    const isRooted = path.startsWith("/");
    return { device: "", isRooted, length: isRooted ? 1 : 0 };
  },
  joinParts: (parts) => parts.join("/"),
};

/** A device, such as `\\.\PhysicalDrive0`, is not a share of a host. */
const DEVICE = /^[\\/]{2}([.?])[\\/](?=[\\/]*[^\\/])/;
const SHARE = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)[\\/]?/;
const DRIVE = /^([A-Za-z]:)([\\/]?)/;

/** Paths with `\`, drives and shares. */
export const WINDOWS_RULES: PathRules = {
  separator: "\\",
  separators: /[\\/]+/,
  ignoresCase: true,
  splitRoot(path) {
    const named = DEVICE.exec(path);
    if (named) return { device: `\\\\${named[1]}`, isRooted: true, length: named[0].length };
    const share = SHARE.exec(path);
    if (share) {
      const device = `\\\\${share[1]}\\${share[2]}`;
      return { device, isRooted: true, length: share[0].length };
    }
    const drive = DRIVE.exec(path);
    if (drive) return { device: drive[1]!, isRooted: drive[2] !== "", length: drive[0].length };
    const isRooted = /^[\\/]/.test(path);
    return { device: "", isRooted, length: isRooted ? 1 : 0 };
  },
  joinParts(parts) {
    const joined = parts.join("\\");
    const isShare = /^[\\/]{2}[^\\/]/.test(parts[0] ?? "");
    return isShare ? joined : joined.replace(/^[\\/]{2,}/, "\\");
  },
};
