/**
 * The rows of the verbs for which a row is enough.
 *
 * @module
 */
import type { Row } from "./rows.ts";

/** The rows, in the form that `rows.ts` describes. */
export const ROWS: readonly Row[] = [
  ["rm", "remove", { deep: "r R recursive", unless: "help version", prints: "nothing" }],
  ["unlink", "remove", { prints: "nothing" }],
  ["touch mkfifo mknod", "write", {
    valued: "d r t date reference time",
    doing: "create or touch",
    prints: "nothing",
  }],
  ["install ginstall", "write", {
    valued: "d g m o S t directory group mode owner suffix target-directory",
    skips: 1,
    writes: "d t directory target-directory",
  }],
  ["truncate", "write", { valued: "s r size reference", doing: "truncate" }],
  ["head tail tac", "read", { valued: "n c k f d t s", prints: "files" }],
  ["cat bat", "read", { prints: "files" }],
  ["shred", "write", { valued: "n s iterations size", doing: "shred" }],
  ["srm wipe trash trash-put gio rimraf del-cli", "remove tree"],
  ["rename prename", "remove", { skips: 1, unless: "n no-act", doing: "rename" }],
  ["sort gsort shuf", "read", {
    valued: "o k t S T output key field-separator",
    writes: "o output",
    prints: "files",
  }],
  ["uniq", "write", { valued: "f s w", skips: 1, prints: "input" }],
  ["split csplit", "write", { valued: "a b C l n t f bytes lines suffix-length", skips: 1 }],
  ["chown chgrp", "write", { skips: 1, doing: "change the owner of" }],
  ["xxd", "write", { valued: "c g l o s", skips: 1 }],
  ["tree", "read", { valued: "o L P I", writes: "o" }],
  ["yq jq", "write", { only: "i in-place inplace", doing: "edit" }],
  ["prettier biome eslint", "write", { only: "w i write fix in-place", doing: "edit" }],
  ["black", "write", { unless: "check diff", doing: "edit" }],
  ["ruff dprint", "write", { subcommands: "fmt format", unless: "check diff", doing: "edit" }],
  ["zip", "write", { valued: "b n t x i", takes: 1 }],
  // Commands that run other commands.
  ["doas", "run child", { valued: "u C" }],
  ["sudo", "run child", { valued: "u g p C h D R T r t user group chdir prompt host" }],
  ["timeout gtimeout", "run", { valued: "s k signal kill-after", skips: 1 }],
  ["nice", "run", { valued: "n adjustment" }],
  ["ionice", "run", { valued: "c n p P u" }],
  ["chrt taskset", "run", { skips: 1 }],
  ["flock", "run", { valued: "w E", skips: 1 }],
  ["nohup setsid unbuffer busybox toybox noglob nocorrect chronic xvfb unshare firejail", "run"],
  ["stdbuf", "run", { valued: "i o e input output error" }],
  ["time", "run", { valued: "f o format output" }],
  ["strace ltrace", "run", { valued: "e o p P s u n E" }],
  ["caffeinate", "run", { valued: "t w" }],
  ["xvfb-run", "run", { valued: "n s e f p w" }],
  ["direnv", "run", { skips: 2 }],
  ["npx bunx", "run child", { valued: "p c package", scripts: "c call" }],
  ["npm", "run child", { valued: "p c package", scripts: "c call", subcommands: "exec x" }],
  ["pnpm yarn", "run child", { valued: "p c package", subcommands: "exec dlx" }],
  ["uv poetry pipenv pdm", "run child", { valued: "p", subcommands: "run" }],
  ["bundle mise", "run child", { subcommands: "exec x" }],
  ["su runuser", "read", { valued: "c s g G", scripts: "c command" }],
  ["script", "write", { valued: "c I O B T command", scripts: "c command" }],
  ["watch", "run text", { valued: "n" }],
  ["tmux screen", "run text", { valued: "c n s t F x" }],
  ["at batch", "run input"],
];
