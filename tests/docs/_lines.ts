/** What the pages do not say of their command lines: what came before, and which no test can play. */
import { needs } from "../_tools.ts";
import type { Reader } from "./_reader.ts";

type ByPage<Value> = Readonly<Record<string, Value>>;

const DENO = "DENO_TLS_CA_STORE=system,mozilla npx -y deno@2.7.14";

/** The lines that no test plays, and the reason. */
export const UNPLAYED: ByPage<Readonly<Record<string, string>>> = {
  "README.md": {
    [`${DENO} run -A scripts/demo.ts`]: "network, and a whole build",
    "claude plugin marketplace add ./": "the real client",
    "claude plugin install ralph": "the real client",
    "claude --permission-mode auto": "the real client",
    [`${DENO} task test`]: "network, and all tests",
  },
  "CONTRIBUTING.md": {
    [`${DENO} test -P --parallel`]: "network, and all tests",
    [`${DENO} task build`]: "network, and a whole build",
    [`${DENO} task test`]: "network, and all tests",
    [`${DENO} task ok`]: "network, and all tests",
  },
  "docs/configuration.md": {
    "ralph config edit": "an editor",
    "ralph config reset": "a terminal, on which it asks",
  },
  "docs/notifications.md": { "ralph notify test": "a terminal, in which the bell rings" },
  "docs/sandbox.md": {
    "ralph run PLAN.md --sandbox docker": "a Docker daemon",
    "ralph run PLAN.md --sandbox 'sandbox-exec -f my-profile.sb {command}'": "macOS",
    "ralph run PLAN.md --sandbox 'systemd-run --user --pty --pipe --same-dir -p ProtectHome=tmpfs -p BindPaths={project} {command}'":
      "a session bus",
  },
  "docs/status.md": {
    "ralph status --watch": "a terminal",
    "ralph status --watch --all": "a terminal",
  },
};

/** What has happened before a line, and what is expected of it. */
export interface Situation {
  readonly before?: (reader: Reader) => unknown;
  /** Its exit code, if the page says another one than 0. */
  readonly code?: number;
  /** Reads what a reader types for a word in capitals. */
  readonly own?: (reader: Reader) => Promise<Readonly<Record<string, string>>>;
  /** The program that a machine may lack. */
  readonly program?: string;
}

/** What the readers of a page have done before they read it. */
export const OPENINGS: ByPage<(reader: Reader) => unknown> = {
  "docs/after-a-night.md": (reader) => reader.succeed("ralph run PLAN.md"),
  "docs/machines.md": (reader) => reader.addRemote(),
  "docs/status.md": (reader) => reader.succeed("ralph run PLAN.md"),
};

/** The situations of the lines that have one. */
export const SITUATIONS: ByPage<Readonly<Record<string, Situation>>> = {
  "docs/guidance.md": {
    "ralph constraints ack ID": {
      before: (reader) => {
        reader.write("build.sh", "cp app /home/dev/bin/app\n");
        reader.git("add", "build.sh");
      },
      own: async (reader) => {
        const { findings } = JSON.parse(await reader.succeed("ralph constraints --json"));
        return { ID: findings[0].id };
      },
    },
  },
  "docs/machines.md": {
    "ralph run PLAN.md --shard 2/3 --push origin": { before: (reader) => reader.goToNewClone() },
    'ralph run PLAN.md --merge --verify "npm test"': { before: (reader) => reader.goToNewClone() },
  },
  "docs/run.md": {
    "ralph run --resume": {
      before: (reader) => reader.play("ralph run PLAN.md --max-iterations 1"),
    },
  },
  "docs/sandbox.md": {
    "ralph run PLAN.md --sandbox bwrap": { program: "bwrap" },
    "ralph run PLAN.md --sandbox srt": { program: "srt" },
    "ralph run PLAN.md --sandbox-read ~/.config/pip": {
      before: (reader) => reader.write("~/.config/pip/pip.conf", ""),
    },
    "ralph run PLAN.md --sandbox-write ~/.config/gh": {
      before: (reader) => reader.write("~/.config/gh/hosts.yml", ""),
    },
    "ralph run PLAN.md --sandbox srt --sandbox-domain registry.npmjs.org --sandbox-domain '*.github.com'":
      { program: "srt" },
    "ralph run PLAN.md --sandbox 'unshare --map-root-user --net {command}'": { program: "unshare" },
  },
  "docs/status.md": {
    "ralph status --exit-code >/dev/null": { code: 20 },
    "ralph status --json --watch --exit-code > loop.jsonl": { code: 20 },
    [`ralph status --json --watch | jq -r --unbuffered '"\\(.state) \\(.what)"'`]: {
      program: "jq",
    },
  },
};

/** Checks whether this machine lacks what a line needs. */
export function isMissing({ program }: Situation): boolean {
  return program !== undefined && needs(program).ignore;
}
