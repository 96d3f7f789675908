/**
 * Finds programs in the caches of tools that run a package once. Such a cache is emptied, while hooks
 * stay. Pure.
 */
import type { RegistrationProblem, SourceReport } from "./status.ts";

/** The name of the package on npm and PyPI. */
export const PACKAGE = "ralph-until-done";

/** The tool that put a program into its cache. */
interface CachedProgram {
  /** The tool that runs packages from the cache, such as `npx`. */
  readonly runner: string;
  readonly registry: "npm" | "PyPI";
  /** The command that runs the newest version. */
  readonly update: string;
  /** The command that installs the package permanently. */
  readonly install: string;
}

const CACHES: readonly (readonly [path: RegExp, program: CachedProgram])[] = [
  [/\/_npx\//, {
    runner: "npx",
    registry: "npm",
    update: `npx ${PACKAGE}@latest`,
    install: `npm install --global ${PACKAGE}`,
  }],
  [/\/pnpm\/dlx\//, {
    runner: "pnpm dlx",
    registry: "npm",
    update: `pnpm dlx ${PACKAGE}@latest`,
    install: `pnpm add --global ${PACKAGE}`,
  }],
  [/\/(?:archive|builds|environments)-v\d+\//, {
    runner: "uvx",
    registry: "PyPI",
    update: `uvx ${PACKAGE}@latest`,
    install: `uv tool install ${PACKAGE}`,
  }],
  [/\/pipx\/(?:\.cache\/)?[0-9a-f]{15,}\//, {
    runner: "pipx run",
    registry: "PyPI",
    update: `pipx run --no-cache ${PACKAGE}`,
    install: `pipx install ${PACKAGE}`,
  }],
];

/** Finds the cache that contains a program; null for a program that stays. */
export function findCache(path: string): CachedProgram | null {
  return CACHES.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Finds the sources whose hooks call a program in a cache. */
export function findCachedPrograms(sources: readonly SourceReport[]): RegistrationProblem[] {
  return sources.flatMap(({ name, program }) => {
    const cache = program === null ? null : findCache(program);
    return cache === null ? [] : [{
      code: "program-cached",
      source: name,
      why:
        `The hooks in "${name}" call "${program}", which goes away with the cache of ${cache.runner}`,
      remedy: `install ralph with '${cache.install}', then run 'ralph hooks install'`,
    }];
  });
}
