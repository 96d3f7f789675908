/**
 * A Slurm cluster of one node, for the time of a test: its daemons in the foreground, its files in
 * a temporary folder.
 */
import { join } from "@std/path";
import { attempt } from "../../src/error.ts";
import { removeFolder } from "../_project.ts";
import { waitFor } from "../run/e2e/_run_stage.ts";

/** A cluster of one node. */
export interface Cluster extends AsyncDisposable {
  /** The environment that makes Slurm's commands talk to it. */
  readonly env: Record<string, string>;
}

/** Starts a cluster and waits until its node is idle. */
export async function startCluster(): Promise<Cluster> {
  const folder = Deno.makeTempDirSync({ prefix: "ralph-slurm-" });
  Deno.chmodSync(folder, 0o755);
  const path = (name: string) => join(folder, name);
  for (const name of ["state", "spool", "munge"]) Deno.mkdirSync(path(name), { mode: 0o711 });
  Deno.writeFileSync(path("key"), crypto.getRandomValues(new Uint8Array(64)), { mode: 0o400 });
  Deno.writeTextFileSync(path("slurm.conf"), settingsOf(folder));
  const env = { SLURM_CONF: path("slurm.conf"), TMPDIR: "/tmp" };
  const daemons: Deno.ChildProcess[] = [];
  const start = (program: string, ...args: string[]) =>
    daemons.push(
      new Deno.Command(program, { args, env, stdin: "null", stdout: "null", stderr: "null" })
        .spawn(),
    );
  const cluster: Cluster = {
    env,
    async [Symbol.asyncDispose]() {
      for (const daemon of daemons.toReversed()) {
        daemon.kill("SIGTERM");
        await daemon.status;
      }
      removeFolder(folder);
    },
  };
  const munge = ["socket", "pid-file", "log-file", "seed-file"]
    .map((name) => `--${name}=${path(`munge/${name}`)}`);
  start("munged", "--foreground", "--force", `--key-file=${path("key")}`, ...munge);
  await waitFor(
    () => attempt(() => Deno.statSync(path("munge/socket")).isSocket) === true,
    "munged",
  );
  start("slurmctld", "-D");
  start("slurmd", "-D");
  await waitFor(() => {
    const { stdout } = new Deno.Command("sinfo", { args: ["-h", "-o", "%t"], env }).outputSync();
    return new TextDecoder().decode(stdout).trim() === "idle";
  }, "an idle node");
  return cluster;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function settingsOf(folder: string): string {
  const host = Deno.hostname().split(".")[0];
  return `ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${freePort()}
SlurmdPort=${freePort()}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=${folder}/munge/socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
NodeName=${host} NodeAddr=127.0.0.1 CPUs=4 RealMemory=16000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
`;
}
