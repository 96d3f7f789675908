/**
 * How a path is typed.
 *
 * @module
 */

/**
 * A path from the project's root, where it lies in there.
 *
 * @param path An absolute path.
 * @param project The project's root.
 */
export function pathInProject(path: string, project: string): string {
  const root = project.replace(/[/\\]+$/, "");
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
