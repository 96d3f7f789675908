/** The functions of the C library that a pseudo-terminal needs. */
import { openCLibrary } from "../../system/c_library.ts";

const FUNCTIONS = {
  open: toInt("buffer", "i32"),
  grantpt: toInt("i32"),
  unlockpt: toInt("i32"),
  ptsname: { parameters: ["i32"], result: "pointer" },
  // Apple's arm64 passes arguments after the two named ones on the stack, which begins with the ninth.
  ioctl: toInt("i32", "u64", "buffer", "u64", "u64", "u64", "u64", "u64", "buffer"),
  posix_spawn: toInt("buffer", "buffer", "buffer", "buffer", "buffer", "buffer"),
  posix_spawnattr_init: toInt("buffer"),
  posix_spawnattr_setflags: toInt("buffer", "i16"),
  posix_spawnattr_setsigdefault: toInt("buffer", "buffer"),
  posix_spawnattr_setsigmask: toInt("buffer", "buffer"),
  posix_spawnattr_destroy: toInt("buffer"),
  posix_spawn_file_actions_init: toInt("buffer"),
  posix_spawn_file_actions_addopen: toInt("buffer", "i32", "pointer", "i32", "u32"),
  posix_spawn_file_actions_adddup2: toInt("buffer", "i32", "i32"),
  posix_spawn_file_actions_addchdir_np: toInt("buffer", "buffer"),
  posix_spawn_file_actions_destroy: toInt("buffer"),
  read: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  write: { parameters: ["i32", "buffer", "usize"], result: "isize" },
  close: toInt("i32"),
  usleep: toInt("u32"),
  strerror: { parameters: ["i32"], result: "pointer" },
  waitpid: toInt("i32", "buffer", "i32"),
  // It blocks, so it runs on another thread; Deno has 32 threads for all such calls.
  poll: { parameters: ["buffer", "u64", "i32"], result: "i32", nonblocking: true },
} as const satisfies Deno.ForeignLibraryInterface;

function toInt<const Parameters extends readonly Deno.NativeType[]>(...parameters: Parameters) {
  return { parameters, result: "i32" } as const;
}

/** The functions; close them after the last call has returned. */
export type CTerminal = Deno.DynamicLibrary<typeof FUNCTIONS>;

/** Opens the functions. @throws {Error} If one is missing, as with musl and glibc before 2.29. */
export function openCTerminal(): CTerminal {
  const library = openCLibrary(FUNCTIONS);
  if (library === null) throw new Error("The C library of this system has no pseudo-terminals");
  return library;
}
