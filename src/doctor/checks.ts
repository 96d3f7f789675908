/** All checks, in the order in which they are shown. */
import type { Check } from "./check.ts";
import { client } from "./checks/client.ts";
import { disk } from "./checks/disk.ts";
import { earlierPlugin } from "./checks/hooks/earlier_plugin.ts";
import { leftovers } from "./checks/leftovers.ts";
import { locks } from "./checks/locks.ts";
import { loops } from "./checks/loops.ts";
import { marks } from "./checks/marks.ts";
import { openSessions } from "./checks/hooks/open_sessions.ts";
import { otherStopHooks } from "./checks/hooks/other_stop_hooks.ts";
import { permissions } from "./checks/permissions.ts";
import { program } from "./checks/program.ts";
import { adapters, templates } from "./checks/project_files.ts";
import { records } from "./checks/records.ts";
import { registration } from "./checks/hooks/registration.ts";
import { sandbox } from "./checks/sandbox.ts";
import { settings } from "./checks/settings.ts";
import { switches } from "./checks/hooks/switches.ts";
import { trust } from "./checks/trust.ts";

/** All checks, in the order in which `ralph doctor` lists them. */
export const CHECKS: readonly Check[] = [
  program,
  registration,
  switches,
  otherStopHooks,
  earlierPlugin,
  openSessions,
  client,
  loops,
  marks,
  leftovers,
  locks,
  permissions,
  records,
  trust,
  settings,
  templates,
  adapters,
  disk,
  sandbox,
];
