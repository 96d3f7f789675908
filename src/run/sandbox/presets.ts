/** The same sandbox with other programs: Docker, and Anthropic's sandbox-runtime. Pure. */
import { isWithin } from "../../store/project.ts";
import type { Given } from "./given.ts";

/** Docker's own image of Node.js: Debian with git, a compiler and Python. */
export const DEFAULT_IMAGE = "node:lts";

/**
 * Builds the command line of Docker.
 *
 * @param name The container's name, used to remove it.
 * @param user User and group, as numbers.
 * @param variables Names of the variables to keep; other processes do not see their values.
 */
export function dockerWords(
  { program, image, name, user, variables, project, given, empty }: {
    readonly program: string;
    readonly image: string;
    readonly name: string;
    readonly user: string;
    readonly variables: readonly string[];
    readonly project: string;
    /** The mounts, in addition to the programs of the image. */
    readonly given: readonly Given[];
    /** Folders that are empty except for given paths below them. */
    readonly empty: readonly string[];
  },
): [string, ...string[]] {
  return [
    ...[program, "run", "--rm", "--interactive", "--init", "--name", name] as const,
    ...["--user", user, "--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...empty.flatMap((path) => ["--tmpfs", `${path}:exec,mode=1777`]),
    ...given.flatMap(({ path, source = path, access }) => [
      "--mount",
      [`type=bind`, `source=${source}`, `target=${path}`, ...access === "read" ? ["readonly"] : []]
        .map(quoteField).join(","),
    ]),
    ...variables.flatMap((variable) => ["--env", variable]),
    ...["--workdir", project, image],
  ];
}

/** Quotes a field that contains a comma or a quote, as in CSV. */
function quoteField(field: string): string {
  return /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Folders of other users, and others that do not belong to the system. */
const NOT_THERE: readonly string[] = "/home /root /Users /mnt /media /srv /Volumes".split(" ");

/**
 * Builds the settings of sandbox-runtime. It cannot mount files at another place, so an agent writes the
 * original where it would get a copy with bubblewrap.
 *
 * @param domains The domains that can be reached; all others are blocked.
 */
export function srtSettings(
  given: readonly Given[],
  home: string | null,
  domains: readonly string[],
) {
  const pathsOf = (access: Given["access"]) =>
    given.flatMap((each) => each.access === access ? [each.path] : []);
  const written = pathsOf("write");
  return {
    network: { allowedDomains: [...new Set(domains)], deniedDomains: [], allowLocalBinding: true },
    filesystem: {
      denyRead: [...NOT_THERE, ...home === null ? [] : [home]],
      allowRead: [...pathsOf("read"), ...written],
      allowWrite: written,
      denyWrite: pathsOf("read").filter((path) => written.some((outer) => isWithin(path, outer))),
    },
  };
}
