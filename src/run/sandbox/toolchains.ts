/** Locates the programs and caches of a user's toolchains, which builds and tests need from a home folder. */
import { basename, dirname, join } from "@std/path";
import { isWithin } from "../../store/project.ts";
import type { Follower } from "./follow.ts";

/** A toolchain whose folder cannot be found by the search path alone. */
interface Toolchain {
  /** Path relative to the home folder. */
  readonly folder: string;
  /** The environment variable that moves it; agents keep it. */
  readonly variable?: string;
  /** Read-only entries; `.` for the whole folder. Credentials next to them are hidden. */
  readonly reads?: string;
  /** Entries that builds write; each sandbox or project has its own changes. */
  readonly caches?: string;
}

/** Folders that contain only programs, libraries and versions of them. */
const WHOLE: readonly (readonly [folder: string, variable?: string])[] = [
  [".asdf", "ASDF_DATA_DIR"],
  [".ghcup"],
  [".jenv"],
  [".local/pipx"],
  [".local/share/mise", "MISE_DATA_DIR"],
  [".local/share/pipx", "PIPX_HOME"],
  [".local/share/uv/python", "UV_PYTHON_INSTALL_DIR"],
  [".local/share/uv/tools", "UV_TOOL_DIR"],
  [".local/share/virtualenvs"],
  [".opam", "OPAMROOT"],
  [".pyenv", "PYENV_ROOT"],
  [".rbenv", "RBENV_ROOT"],
  [".rustup", "RUSTUP_HOME"],
  [".virtualenvs"],
  [".volta", "VOLTA_HOME"],
  ["Android/Sdk", "ANDROID_HOME"],
  ["anaconda3"],
  ["flutter"],
  ["miniconda3"],
  ["miniforge3"],
];

const TOOLCHAINS: readonly Toolchain[] = [
  ...WHOLE.map(([folder, variable]) => ({ folder, reads: ".", ...variable && { variable } })),
  { folder: ".bun", variable: "BUN_INSTALL", reads: "bin", caches: "install/cache" },
  {
    folder: ".cache",
    variable: "XDG_CACHE_HOME",
    reads: "Cypress ms-playwright puppeteer",
    caches: "bazel ccache composer deno go-build pip pnpm pre-commit pypoetry sccache uv yarn",
  },
  { folder: ".cargo", variable: "CARGO_HOME", reads: "bin", caches: "registry git" },
  {
    folder: ".gradle",
    variable: "GRADLE_USER_HOME",
    reads: "jdks",
    caches: "caches native wrapper",
  },
  { folder: ".ivy2", caches: "cache" },
  { folder: ".local/share/pnpm", variable: "PNPM_HOME", caches: "store" },
  { folder: ".m2", caches: "repository wrapper" },
  { folder: ".npm", caches: "_cacache" },
  { folder: ".nuget", caches: "packages" },
  { folder: ".nvm", variable: "NVM_DIR", reads: "alias nvm.sh versions" },
  { folder: ".sdkman", variable: "SDKMAN_DIR", reads: "candidates" },
  { folder: ".yarn/berry", caches: "cache" },
  { folder: "go", variable: "GOPATH", reads: "bin", caches: "pkg/mod" },
];

/** Variables that point to a toolchain; agents keep them. */
export const TOOLCHAIN_VARIABLES: readonly string[] = [
  ...TOOLCHAINS.flatMap(({ variable }) => variable === undefined ? [] : [variable]),
  ...["GOROOT", "GOFLAGS", "GOPROXY", "JAVA_HOME", "VIRTUAL_ENV"],
];

/** Lists the read-only folders of toolchains, and their caches. */
export function listToolchains(
  home: string | null,
  env: Readonly<Record<string, string>>,
): { readonly reads: readonly string[]; readonly caches: readonly string[] } {
  const pick = (names: (toolchain: Toolchain) => string | undefined) =>
    TOOLCHAINS.flatMap((toolchain) => {
      const { folder, variable = "" } = toolchain;
      const moved = env[variable];
      const root = moved?.startsWith("/") ? moved : home === null ? null : join(home, folder);
      const wanted = names(toolchain)?.split(" ") ?? [];
      return root === null ? [] : wanted.map((name) => join(root, name));
    });
  return { reads: pick(({ reads }) => reads), caches: pick(({ caches }) => caches) };
}

/** Lists the toolchain folders that variables name. */
export function listMoved(env: Readonly<Record<string, string>>): string[] {
  return TOOLCHAINS.flatMap(({ variable = "" }) =>
    env[variable]?.startsWith("/") ? [env[variable]] : []
  );
}

/** Names of folders and files next to a folder of programs that belong to the programs. */
const SIBLINGS: readonly string[] = ["include", "lib", "lib64", "libexec", "pyvenv.cfg"];
/** Maximum number of programs that are checked per folder. */
const MOST_PROGRAMS = 2_000;

/**
 * Finds the installations behind folders of programs: the folders themselves, the libraries next to them, and
 * the targets of their links, if only the user can place links there. Anything else next to them may contain
 * credentials.
 *
 * @param folders Folders of programs, as the search path names them.
 * @param isCovered Checks whether a path is given anyway, such as `/usr`, or must not be given.
 */
export function listInstallations(
  folders: readonly string[],
  home: string | null,
  isCovered: (path: string) => boolean,
  { targetsIn }: Pick<Follower, "targetsIn">,
): string[] {
  const found = new Set<string>();
  const open = [...folders];
  const seen = new Set<string>();
  for (const folder of open) {
    // A folder that contains the home folder is not an installation.
    if (seen.has(folder) || isCovered(folder) || home !== null && isWithin(home, folder)) continue;
    seen.add(folder);
    for (const name of ["", ...SIBLINGS.map((each) => `../${each}`)]) found.add(join(folder, name));
    for (const target of targetsIn(folder, MOST_PROGRAMS)) {
      if (isCovered(target) || [...found].some((path) => isWithin(target, path))) continue;
      const modules = target.indexOf("/node_modules/");
      if (modules > 0) found.add(target.slice(0, modules + "/node_modules".length));
      else if (basename(dirname(target)) === "bin") open.push(dirname(target));
      else found.add(target);
    }
  }
  return [...found];
}
