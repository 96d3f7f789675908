/** What the user's git obeys is not the agent's to write, wherever it lies in the project. */
import { assertEquals } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { exits, read, script, type Stage, TICK } from "../run/e2e/_run_stage.ts";
import { repositoryStage } from "../run/e2e/_parallel_stage.ts";
import { run } from "../e2e/_run.ts";
import { runWords, testAsUsers } from "./_border.ts";

/** A way in which a project is also what git obeys; `$E` is a program of the agent's. */
interface Obeyed {
  /** What the user made, in the project; `$H` is the home folder. */
  readonly make: string;
  readonly attack: string;
  /** What the user does next. */
  readonly use: string;
  /** Variables of the user's; `$P` is the project. */
  readonly env?: Readonly<Record<string, string>>;
}

const COMMIT = "git commit -q --allow-empty -m mine";
const HOOKED = (folder: string) =>
  `for h in pre-commit post-checkout post-index-change; do cp "$E" ${folder}/$h; done`;
const CONFIGURED = (file: string) => `git config -f ${file} core.fsmonitor "$E"`;
const ELSEWHERE = `git init -q "$H/elsewhere"; cd "$H/elsewhere"; : >a; git add a; ${COMMIT}`;

const OBEYED: Readonly<Record<string, Obeyed>> = {
  "a bare repository with worktrees beside it": {
    make: `git clone -q --bare . .bare; rm -rf .git; echo "gitdir: ./.bare" >.git
      git worktree add -q tree main`,
    attack: `${HOOKED(".bare/hooks")}; ${CONFIGURED(".bare/config")}; mv .bare gone
      cp -r gone .bare; ${
      HOOKED(".bare/hooks")
    }; cp -r .bare evil; echo "gitdir: $PWD/evil/worktrees/tree" >tree/.git`,
    use: `git worktree add -q ../other; cd tree; git status; ${COMMIT}`,
  },
  "a separate folder": {
    make: "git init -q --separate-git-dir .repo .",
    attack: `${HOOKED(".repo/hooks")}; ${CONFIGURED(".repo/config")}`,
    use: `git status; ${COMMIT}`,
  },
  "a separate folder that names its work tree": {
    make: "git init -q --separate-git-dir .repo .; git config core.worktree ..",
    attack: `${HOOKED(".repo/hooks")}; ${CONFIGURED(".repo/config")}`,
    use: `git status; ${COMMIT}`,
  },
  "a folder that .git is a link to": {
    make: "mv .git .repo; ln -s .repo .git",
    attack: `${HOOKED(".repo/hooks")}; ${CONFIGURED(".repo/config")}`,
    use: `git status; ${COMMIT}`,
  },
  "hooks that the user's own configuration names": {
    make: "mkdir hooks; git config --global core.hooksPath '~/../project/hooks'",
    attack: HOOKED("hooks"),
    use: ELSEWHERE,
  },
  "hooks that are not there yet": {
    make: "git config --global core.hooksPath '~/../project/hooks'",
    attack: `mkdir hooks; ${HOOKED("hooks")}`,
    use: ELSEWHERE,
  },
  "hooks that the user's own configuration names, in a project without git": {
    make: "mkdir hooks; git config --global core.hooksPath '~/../project/hooks'; rm -rf .git",
    attack: HOOKED("hooks"),
    use: ELSEWHERE,
  },
  "hooks that are links into the project": {
    make: `mkdir scripts "$H/hooks"; : >scripts/check; chmod +x scripts/check
      git config --global core.hooksPath '~/hooks'; ln -s ../../project/scripts/check "$H/hooks/pre-commit"`,
    attack: `cp "$E" scripts/check; rm -f scripts/check; cp "$E" scripts/check`,
    use: ELSEWHERE,
  },
  "a hook of the repository that is a link into the project": {
    make: `mkdir -p scripts .git/hooks; : >scripts/check; chmod +x scripts/check
      ln -s ../../scripts/check .git/hooks/pre-commit`,
    attack: `cp "$E" scripts/check; rm -f scripts/check; cp "$E" scripts/check`,
    use: COMMIT,
  },
  "a file that the user's own configuration includes": {
    make: ": >x.gitconfig; git config --global include.path '~/../project/x.gitconfig'",
    attack: CONFIGURED("x.gitconfig"),
    use: ELSEWHERE,
  },
  "a file that the user's own configuration includes elsewhere": {
    make: "git config --global 'includeIf.gitdir:~/.path' '~/../project/x.gitconfig'",
    attack: CONFIGURED("x.gitconfig"),
    use: ELSEWHERE,
  },
  "the user's own configuration, by a link": {
    make: `git config -f gitconfig core.abbrev 8; ln -s ../project/gitconfig "$H/.gitconfig"`,
    attack: CONFIGURED("gitconfig"),
    use: ELSEWHERE,
  },
  "the user's own configuration, by a link of a folder, still empty": {
    make: `mkdir -p git "$H/.config"; : >git/config; ln -s ../../project/git "$H/.config/git"`,
    attack: CONFIGURED("git/config"),
    use: ELSEWHERE,
  },
  "a remote in the project": {
    make: "git init -q --bare remote.git; git remote add origin ./remote.git",
    attack: `for h in pre-receive update post-update; do cp "$E" remote.git/hooks/$h; done
      ${CONFIGURED("remote.git/config")}`,
    use: "git push -q origin HEAD",
  },
  "a remote in the project, by the address to push to": {
    make: `git init -q --bare remote.git; git remote add origin https://example.org/x
      git config remote.origin.pushurl "file://$PWD/remote.git"`,
    attack: `for h in pre-receive update post-update; do cp "$E" remote.git/hooks/$h; done`,
    use: "git push -q origin HEAD",
  },
  "the template of new repositories": {
    make: "mkdir -p t/hooks; git config --global init.templateDir '~/../project/t'",
    attack: HOOKED("t/hooks"),
    use: ELSEWHERE,
  },
};

const SETTING = (key: string, value: string) => ({
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: key,
  GIT_CONFIG_VALUE_0: value,
});

/** Paths that the user's variables give to git, such as variables of a folder's environment. */
const BY_VARIABLES: Readonly<Record<string, Obeyed>> = {
  "hooks that a variable names": {
    make: "mkdir hooks",
    attack: HOOKED("hooks"),
    use: ELSEWHERE,
    env: SETTING("core.hooksPath", "$P/hooks"),
  },
  "a file that a variable includes": {
    make: ": >x.gitconfig",
    attack: CONFIGURED("x.gitconfig"),
    use: ELSEWHERE,
    env: SETTING("include.path", "$P/x.gitconfig"),
  },
  "a configuration that a variable names": {
    make: ":",
    attack: CONFIGURED("gitconfig"),
    use: ELSEWHERE,
    env: { GIT_CONFIG_GLOBAL: "$P/gitconfig" },
  },
  "a configuration of the system that a variable names": {
    make: ":",
    attack: CONFIGURED("gitconfig"),
    use: ELSEWHERE,
    env: { GIT_CONFIG_SYSTEM: "$P/gitconfig" },
  },
  "the template that a variable names": {
    make: "mkdir -p t/hooks",
    attack: HOOKED("t/hooks"),
    use: ELSEWHERE,
    env: { GIT_TEMPLATE_DIR: "$P/t" },
  },
  "a folder of settings that a variable names": {
    make: ":",
    attack: `mkdir -p config/git; ${CONFIGURED("config/git/config")}`,
    use: ELSEWHERE,
    env: { XDG_CONFIG_HOME: "$P/config" },
  },
};

/** Runs a shell script of the user's in the project. */
function shell(stage: Stage, text: string, more: Readonly<Record<string, string>> = {}) {
  const identity = ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Dev"],
    [`GIT_${who}_EMAIL`, "dev@example.org"],
  ]);
  const env = stage.env({ H: stage.home, ...Object.fromEntries(identity), ...more });
  return run("sh", ["-c", text], { cwd: stage.project, env });
}

for (const [name, obeyed] of Object.entries({ ...OBEYED, ...BY_VARIABLES })) {
  const { make, attack, use } = obeyed;
  testAsUsers(`${name}: an agent does not write it`, async (user) => {
    using stage = await repositoryStage(["odd"]);
    const env = Object.fromEntries(
      Object.entries(obeyed.env ?? {})
        .map(([key, value]) => [key, value.replace("$P", stage.project)]),
    );
    const made = await shell(stage, `set -e; ${make}`);
    assertEquals(made.code, 0, made.stderr);
    const out = join(stage.root, "outside");
    const body = `E="$PWD/evil.sh"; printf '#!/bin/sh\\ntouch %s\\n' '${out}' >"$E"; chmod +x "$E"
      (${attack}) >/dev/null 2>&1
      ${TICK}`;
    const words = runWords(script(stage, body), ["--allow-dirty"]);
    await exits(0, user.run(stage, words, { env }));
    assertEquals(read(stage, "PLAN.md").includes("[x]"), true);
    new Deno.Command("chown", { args: ["-hR", `${Deno.uid()}`, stage.root] }).outputSync();
    const used = await shell(stage, use, env);
    assertEquals(existsSync(out), false, used.stdout + used.stderr);
  });
}
