/** What a pseudo-terminal needs of the C library. */
import { openCLibrary } from "../../system/c_library.ts";

const FUNCTIONS = {
  open: { parameters: ["buffer", "i32"], result: "i32" },
  grantpt: { parameters: ["i32"], result: "i32" },
  unlockpt: { parameters: ["i32"], result: "i32" },
  ptsname: { parameters: ["i32"], result: "pointer" },
  // Apple's arm64 passes what follows the two named arguments on the stack: there the ninth is.
  ioctl: {
    parameters: ["i32", "u64", "buffer", "u64", "u64", "u64", "u64", "u64", "buffer"],
    result: "i32",
  },
  posix_spawn: {
    parameters: ["buffer", "buffer", "buffer", "buffer", "buffer", "buffer"],
    result: "i32",
  },
  posix_spawnattr_init: { parameters: ["buffer"], result: "i32" },
  posix_spawnattr_setflags: { parameters: ["buffer", "i16"], result: "i32" },
  posix_spawnattr_setsigdefault: { parameters: ["buffer", "buffer"], result: "i32" },
  posix_spawnattr_setsigmask: { parameters: ["buffer", "buffer"], result: "i32" },
  posix_spawnattr_destroy: { parameters: ["buffer"], result: "i32" },
  posix_spawn_file_actions_init: { parameters: ["buffer"], result: "i32" },
  posix_spawn_file_actions_addopen: {
    parameters: ["buffer", "i32", "pointer", "i32", "u32"],
    result: "i32",
  },
  posix_spawn_file_actions_adddup2: { parameters: ["buffer", "i32", "i32"], result: "i32" },
  posix_spawn_file_actions_addchdir_np: { parameters: ["buffer", "buffer"], result: "i32" },
  posix_spawn_file_actions_destroy: { parameters: ["buffer"], result: "i32" },
  read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  close: { parameters: ["i32"], result: "i32" },
  usleep: { parameters: ["u32"], result: "i32" },
  strerror: { parameters: ["i32"], result: "pointer" },
  waitpid: { parameters: ["i32", "buffer", "i32"], result: "i32" },
  // It waits, so it runs beside the program, where Deno has 32 threads for all that does.
  poll: { parameters: ["buffer", "u64", "i32"], result: "i32", nonblocking: true },
} as const satisfies Deno.ForeignLibraryInterface;

/** The functions, to be closed after their last call has returned. */
export type CTerminal = Deno.DynamicLibrary<typeof FUNCTIONS>;

/** Opens the functions. @throws {Error} Where one is missing: musl, and glibc before 2.29. */
export function openCTerminal(): CTerminal {
  const library = openCLibrary(FUNCTIONS);
  if (library === null) throw new Error("The C library of this system has no pseudo-terminals");
  return library;
}
