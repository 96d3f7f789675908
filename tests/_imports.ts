/** The module graph of the program, as Deno reads it. */
import { fromFileUrl, relative } from "@std/path";

/** The project's folder. */
export const ROOT = fromFileUrl(new URL("../", import.meta.url));

/** One import, with paths as in the repository; other specifiers as they are written. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
  readonly isLazy: boolean;
}

/** A module in the answer of `deno info --json`. */
interface ModuleInfo {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
  }[];
}

function readModules(first: string): ModuleInfo[] {
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--no-remote", first],
    cwd: ROOT,
    stderr: "null",
  }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).modules;
}

function readGraph(): { files: string[]; imports: Import[] } {
  const all = ["main.ts", "src/packed_program.ts"].flatMap(readModules);
  const modules = [...new Map(all.map((module) => [module.specifier, module])).values()];
  const isOurs = ({ specifier }: ModuleInfo) =>
    specifier.startsWith("file:") && /\/(?:src\/.*|main)\.ts$/.test(specifier);
  const toPath = (specifier: string) =>
    relative(ROOT, fromFileUrl(specifier)).replaceAll("\\", "/");
  const imports = modules.filter(isOurs).flatMap(({ specifier, dependencies = [] }) =>
    dependencies.map((dependency) => {
      const target = (dependency.code ?? dependency.type)?.specifier ?? "";
      return {
        from: toPath(specifier),
        to: dependency.specifier.startsWith(".") ? toPath(target) : dependency.specifier,
        isType: dependency.code === undefined,
        isLazy: dependency.isDynamic === true,
      };
    })
  );
  return { files: modules.filter(isOurs).map(({ specifier }) => toPath(specifier)), imports };
}

/** The files of the program, and their imports. */
export const { files: FILES, imports: IMPORTS } = readGraph();

/** Reads a file of the repository. */
export const textOf = (path: string) => Deno.readTextFileSync(`${ROOT}/${path}`);
