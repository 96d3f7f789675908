/** The kernel's keyring: what a session keeps there, such as tickets of Kerberos, is not for agents. */
import { openCLibrary } from "../../system/c_library.ts";

/** The number of `keyctl`; the C library has no function for it. */
const KEYCTL: Partial<Record<typeof Deno.build.arch, number>> = { x86_64: 250, aarch64: 219 };
const JOIN_SESSION_KEYRING = 1;

let hasLeft = false;

/**
 * Begins a session keyring without a key. What this process starts inherits it; the keyring of the user
 * belongs to the user namespace, of which a sandbox has its own.
 */
export function leaveKeyring(): void {
  const number = KEYCTL[Deno.build.arch];
  if (hasLeft || Deno.build.os !== "linux" || number === undefined) return;
  hasLeft = true;
  const library = openCLibrary({
    syscall: { parameters: ["i64", "i64", "pointer"], result: "i64" },
  });
  library?.symbols.syscall(BigInt(number), BigInt(JOIN_SESSION_KEYRING), null);
  library?.close();
}
