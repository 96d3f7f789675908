/** Opens git in a project's own tree. */
import { join } from "@std/path";
import { UsageError } from "../../error.ts";
import { findForeignRepository, findGitFolders } from "../../store/git_exclude.ts";
import { showCommand } from "../../text/shell_word.ts";
import { Git } from "../parallel/git.ts";

/**
 * Opens git in the project's own tree, for a command that does not need a branch.
 *
 * @param top The top of the work tree.
 * @throws {UsageError} If the repository belongs elsewhere: git would run the programs that it configures.
 */
export function openGit(top: string): Git {
  const folders = findGitFolders(top);
  const foreign = folders === null ? null : findForeignRepository(top, folders);
  if (foreign === null) return new Git(top, folders);
  throw new UsageError(`The repository cannot be used: ${foreign}`, {
    hint: `If you do not know why, look at it before you run git there: ${
      showCommand(["ls", "-l", join(top, ".git")])
    }`,
  });
}
