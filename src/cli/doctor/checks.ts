/** The list of all checks. */
import type { Check } from "./check.ts";
import { client } from "./checks/client.ts";
import { loops, marks } from "./checks/loops.ts";
import { otherStopHooks } from "./checks/other_stop_hooks.ts";
import { permissions } from "./checks/permissions.ts";
import { program } from "./checks/program.ts";
import { earlierFiles, records } from "./checks/records.ts";
import { openSessions, registration } from "./checks/registration.ts";
import { projectFiles, settings } from "./checks/settings.ts";
import { disks, surroundings } from "./checks/system.ts";

/** All checks, in the order in which `ralph doctor` lists them. */
export const CHECKS: readonly Check[] = [
  { id: "program.start", isWithoutHome: true, subject: "this program", find: program },
  { id: "hooks.registered", subject: "where the hooks are registered", find: registration },
  { id: "hooks.others", subject: "the Stop hooks of others", find: otherStopHooks },
  { id: "hooks.sessions", subject: "whether open sessions have the hooks", find: openSessions },
  {
    id: "client.version",
    isWithoutHome: true,
    subject: "the version of Claude Code",
    find: client,
  },
  { id: "loops.all", subject: "the loops of this machine", find: loops },
  { id: "loops.marks", subject: "the marks of loops", find: marks },
  { id: "files.permissions", subject: "permissions and owners", find: permissions },
  { id: "files.records", subject: "ralph's records", find: records },
  { id: "files.earlier", subject: "files of the earlier plugin", find: earlierFiles },
  { id: "settings.values", subject: "ralph's settings", find: settings },
  { id: "settings.files", subject: "the project's templates and adapters", find: projectFiles },
  { id: "system.disk", subject: "the disks", find: disks },
  {
    id: "system.agents",
    isWithoutHome: true,
    subject: "where the agent works",
    find: surroundings,
  },
];
