/** The built program, got by each channel as a newcomer gets it. */
import { assertEquals, assertMatch } from "@std/assert";
import { CHANNELS, missingTools, TriedRelease } from "../../scripts/try_channels.ts";
import { needs, needsBuild, needsMounts } from "../_tools.ts";

const BARE = ["curl", "wget"];

needsBuild().test(
  "channels: each brings the built program, which plays the demo and knows how it came",
  async (t) => {
    await using release = await TriedRelease.open(0);
    for (const channel of CHANNELS) {
      const { name } = channel;
      // Tests of its own have a client with a session.
      if (name === "plugin") continue;
      missingTools(channel).forEach(needs);
      const isBare = BARE.includes(name);
      await t.step({
        name: isBare ? `installer script in a root with ${name} and coreutils only` : name,
        ignore: missingTools(channel).length > 0 || isBare && needsMounts().ignore,
        fn: async () => {
          const { code, transcript } = await release.try(channel);
          assertEquals(code, 0, transcript);
          assertMatch(transcript, /\$ ralph --version\nralph \d\S+ \(commit /);
          assertMatch(transcript, /\$ ralph status\n {2}DONE /);
          assertMatch(transcript, new RegExp(`\nchannel {2}.*(?:script|${name})\n→ .*`));
          // Nothing is left of what was uninstalled.
          if (isBare) assertMatch(transcript, /\nRemoved \S+\n\$ ls -A \S+\n$/);
        },
      });
    }
  },
);
