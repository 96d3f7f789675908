/**
 * The formula for Homebrew.
 *
 * @module
 */
import { type Release, repositoryOf } from "./systems.ts";

/** Writes the formula of a release whose address is known. */
export function writeFormula(release: Release & { readonly address: string }): string {
  const { version, address, archives } = release;
  const source = (target: string) => {
    const archive = archives.find((each) => each.target === target);
    return archive === undefined ? [] : [
      `url "${address}/${archive.name}"`,
      `sha256 "${archive.sha256}"`,
    ];
  };
  const system = (name: string, os: string) =>
    `  on_${name} do
    on_arm do
      ${source(`aarch64-${os}`).join("\n      ")}
    end
    on_intel do
      ${source(`x86_64-${os}`).join("\n      ")}
    end
  end
`;
  return `class Ralph < Formula
  desc "Keeps Claude Code working until the task is done"
  homepage "${repositoryOf(release) ?? address}"
  version "${version}"
  license "MIT"

${system("macos", "apple-darwin")}
${system("linux", "unknown-linux-gnu")}
  def install
    bin.install "ralph"
    bash_completion.install "completions/ralph.bash" => "ralph"
    zsh_completion.install "completions/ralph.zsh" => "_ralph"
    fish_completion.install "completions/ralph.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ralph --version")
  end
end
`;
}
