/**
 * Whether git would ignore a path that does not exist. Reads `.gitignore` files only when asked.
 *
 * @module
 */
import { readText } from "../store/files/text_file.ts";
import { type IgnoreRules, isIgnored } from "./walk_files.ts";
import { folderOf } from "./project_file.ts";

/** Asks a project's `.gitignore` files. */
export class IgnoredPaths {
  readonly #rules = new Map<string, IgnoreRules | null>();

  constructor(readonly project: string) {}

  /**
   * Whether a path is ignored.
   *
   * @param path from the project's root
   * @returns by the `.gitignore` files of the folders above it
   */
  async has(path: string): Promise<boolean> {
    const folders: string[] = [];
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
      folders.unshift(`${folder}/`);
    }
    const rules: IgnoreRules[] = [];
    for (const folder of ["", ...folders]) {
      const own = this.#rules.get(folder) ?? await this.#read(folder);
      if (own !== null) rules.push(own);
    }
    return rules.length > 0 && isIgnored(path, rules);
  }

  async #read(folder: string): Promise<IgnoreRules | null> {
    if (this.#rules.has(folder)) return null;
    const read = readText(`${this.project}/${folder}.gitignore`);
    let rules: IgnoreRules | null = null;
    if (read.kind === "text") {
      const { default: createIgnore } = await import("ignore");
      rules = { base: folder, ignore: createIgnore().add(read.text) };
    }
    this.#rules.set(folder, rules);
    return rules;
  }
}
