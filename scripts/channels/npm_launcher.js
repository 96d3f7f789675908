#!/usr/bin/env node
// Starts the program of this system, which npm installed as an optional dependency. Hooks do not come
// this way: `ralph hooks install` registers the program itself.
"use strict";
const { spawn } = require("node:child_process");
const process = require("node:process");
const { name } = require("./package.json");

function fail(why) {
  process.stderr.write(`ralph: ${why}\n`);
  process.exit(1);
}

function findProgram() {
  const needed = `${name}-${process.platform}-${process.arch}`;
  try {
    return require.resolve(`${needed}/ralph`);
  } catch {
    fail(
      `the package "${needed}" is not installed. ralph runs on Linux (glibc) and macOS, x64 and arm64; ` +
        `where that fits, install ${name} again without --omit=optional.`,
    );
  }
}

let child = null;
// Before the program starts, so that no signal ends the launcher alone.
// The terminal sends Ctrl-C and Ctrl-\ to both; the program decides what they mean.
for (const signal of ["SIGINT", "SIGQUIT"]) process.on(signal, () => {});
for (const signal of ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"]) {
  process.on(signal, () => child?.kill(signal));
}
child = spawn(findProgram(), process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(error.message));
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
