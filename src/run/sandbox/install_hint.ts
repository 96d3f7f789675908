/**
 * How bubblewrap is installed on this system.
 *
 * @module
 */
import { readText } from "../../store/files/text_file.ts";

/** The install lines, by the names in os-release(5). */
const INSTALLERS: Readonly<Record<string, string>> = {
  alpine: "apk add bubblewrap",
  arch: "pacman -S bubblewrap",
  debian: "apt install bubblewrap",
  fedora: "dnf install bubblewrap",
  gentoo: "emerge sys-apps/bubblewrap",
  nixos: "nix profile install nixpkgs#bubblewrap",
  rhel: "dnf install bubblewrap",
  suse: "zypper install bubblewrap",
  ubuntu: "apt install bubblewrap",
};

/** Says how to install bubblewrap here, or what to use where it does not exist. */
export function describeInstallation(): string {
  if (Deno.build.os !== "linux") {
    return "bubblewrap needs Linux; use --sandbox srt or --sandbox docker.";
  }
  const read = readText("/etc/os-release");
  const line = findInstaller(read.kind === "text" ? read.text : "");
  return line === null ? "Install the package bubblewrap." : `Install it: ${line}.`;
}

/**
 * Finds the install line for a system.
 *
 * @param release The content of `/etc/os-release`.
 * @returns Null for an unknown system.
 *
 * @example A system that is like another
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(findInstaller('ID=mint\nID_LIKE="ubuntu debian"\n'), "apt install bubblewrap");
 * ```
 */
export function findInstaller(release: string): string | null {
  const valueOf = (name: string) =>
    new RegExp(`^${name}=["']?([^"'\n]*)`, "m").exec(release)?.[1] ?? "";
  const names = [valueOf("ID"), ...valueOf("ID_LIKE").split(/\s+/)];
  return names.map((name) => INSTALLERS[name]).find((line) => line !== undefined) ?? null;
}
