/**
 * The paths of a home folder that a sandbox hides, and those that agents and their tools write.
 *
 * @module
 */

/**
 * Credentials, keys, browser profiles, histories, and sockets that run programs outside of a sandbox,
 * from the home folder: hidden from agents.
 */
export const SECRET_PATHS: readonly string[] = [
  ".1password",
  ".Xauthority",
  ".ICEauthority",
  ".aws",
  ".azure",
  ".bash_history",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".colima",
  ".composer/auth.json",
  ".config/1Password",
  ".config/Bitwarden",
  ".config/BraveSoftware",
  ".config/chromium",
  ".config/doctl",
  ".config/gcloud",
  ".config/gh",
  ".config/glab-cli",
  ".config/google-chrome",
  ".config/google-chrome-beta",
  ".config/google-chrome-unstable",
  ".config/hub",
  ".config/microsoft-edge",
  ".config/mozilla",
  ".config/opera",
  ".config/rclone",
  ".config/vivaldi",
  ".docker",
  ".fish_history",
  ".gem/credentials",
  ".git-credentials",
  ".gnupg",
  ".kube",
  ".librewolf",
  ".lima",
  ".local/share/fish/fish_history",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  ".mozilla",
  ".my.cnf",
  ".mysql_history",
  ".netrc",
  ".node_repl_history",
  ".password-store",
  ".pgpass",
  ".psql_history",
  ".pypirc",
  ".python_history",
  ".rd",
  ".screen",
  ".ssh",
  ".terraform.d",
  ".thunderbird",
  ".var/app",
  ".vault-token",
  ".zsh_history",
  "snap",
];

/** Sockets of services that run programs as another user, outside of {@linkcode PRIVATE_FOLDERS}. */
export const SERVICE_SOCKETS: readonly string[] = [
  "/var/lib/incus/unix.socket",
  "/var/lib/lxd/unix.socket",
  "/var/snap/lxd/common/lxd/unix.socket",
];

/** Variables that move some of these to another place. */
export const SECRET_VARIABLES: readonly string[] = [
  "AWS_CONFIG_FILE",
  "AWS_SHARED_CREDENTIALS_FILE",
  "AZURE_CONFIG_DIR",
  "CLOUDSDK_CONFIG",
  "DOCKER_CONFIG",
  "GH_CONFIG_DIR",
  "GNUPGHOME",
  "KUBECONFIG",
  "PASSWORD_STORE_DIR",
  "XAUTHORITY",
];

/** Caches of package managers and compilers, from the home folder: builds fail without them. */
export const CACHE_PATHS: readonly string[] = [
  ".bun/install/cache",
  ".cache",
  ".cargo/git",
  ".cargo/registry",
  ".gradle/.tmp",
  ".gradle/caches",
  ".gradle/daemon",
  ".gradle/native",
  ".gradle/notifications",
  ".gradle/workers",
  ".gradle/wrapper",
  ".ivy2",
  ".local/share/pnpm/store",
  ".m2/repository",
  ".npm/_cacache",
  ".npm/_logs",
  ".nuget/packages",
  ".yarn/berry/cache",
  "go/pkg",
];

/** What is executed outside of the sandbox later, in Claude Code's folder: read-only. */
export const CLAUDE_READ_ONLY: readonly string[] = [
  "CLAUDE.md",
  "agents",
  "commands",
  "hooks",
  "keybindings.json",
  "local",
  "output-styles",
  "plugins",
  "rules",
  "settings.json",
  "settings.local.json",
  "skills",
];

/**
 * What Claude Code's sessions outside of the sandbox execute or connect to while they work, in its
 * folder: an agent gets empty folders of its own.
 */
export const CLAUDE_PRIVATE: readonly string[] = ["ide", "session-env", "shell-snapshots"];

/** Folders that are private in the sandbox: other programs leave files and sockets there. */
export const PRIVATE_FOLDERS: readonly string[] = ["/tmp", "/var/tmp", "/run"];

/** Parts of `/run` that name resolution and some systems need. */
export const RUN_PATHS: readonly string[] = [
  "/run/systemd/resolve",
  "/run/resolvconf",
  "/run/NetworkManager",
  "/run/nscd",
  "/run/current-system",
];

/** Variables that name sockets and displays outside of the sandbox. */
export const OUTSIDE_VARIABLES: readonly string[] = [
  "DBUS_SESSION_BUS_ADDRESS",
  "DISPLAY",
  "GPG_AGENT_INFO",
  "SSH_AGENT_PID",
  "SSH_AUTH_SOCK",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
];
