import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { openTemplates } from "../../src/prompt/project_templates.ts";
import { renderTemplate } from "../../src/prompt/interpret.ts";
import {
  keepTemplates,
  listTemplateNeeds,
  readTemplates,
} from "../../src/prompt/template_trust.ts";
import { revokeTrust } from "../../src/store/trust.ts";
import { CONTINUATIONS, TEMPLATE_TEXTS } from "./_given.ts";
import { agree, open, withProject, writeTemplate } from "./_given_project.ts";

const DATA = CONTINUATIONS[0]!;
const OURS = renderTemplate("continuation.md", DATA);

Deno.test("user templates: null without their folder", async () => {
  await withProject(async ({ places, project }) => {
    assertEquals(await openTemplates(places, project), null);
    assertEquals(await listTemplateNeeds(project), []);
  });
});

Deno.test("user templates: a trusted template replaces ralph's own, the others stay", async () => {
  await withProject(async (given) => {
    const opened = await open(given, {
      "work.md": "Do {{ total - done }} more & be <quick>, {{ focus.path }}",
    });
    const text = renderTemplate("continuation.md", DATA, opened);
    assertStringIncludes(text, "Do 2 more & be <quick>, /plan.md");
    assertStringIncludes(text, "**IMPLEMENTATION**");
    assertStringIncludes(text, "<blocked>what is needed</blocked>");
    assertEquals(text.includes("Take the next open step"), false);
    assertEquals(opened.problems, []);
  });
});

Deno.test("user templates: continuation.md can be replaced too, and include ralph's own", async () => {
  await withProject(async (given) => {
    const opened = await open(given, {
      "continuation.md":
        'MINE {{ header }}\n{% include instruction + ".md" %}{% include "standing.md" %}',
    });
    const text = renderTemplate("continuation.md", DATA, opened);
    assertStringIncludes(text, "MINE **IMPLEMENTATION**");
    assertStringIncludes(text, "Do it completely");
  });
});

Deno.test("user templates: a link out of the project is neither offered nor rendered", async () => {
  await withProject(async (given) => {
    const outside = join(given.project, "..", "secret.md");
    Deno.writeTextFileSync(outside, "a secret of the user");
    Deno.mkdirSync(given.templates);
    Deno.symlinkSync(outside, join(given.templates, "work.md"));
    assertEquals(await listTemplateNeeds(given.project), []);
    const opened = await openTemplates(given.places, given.project);
    assertEquals(renderTemplate("continuation.md", DATA, opened), OURS);
    assertStringIncludes(opened!.problems.join(), "work.md is not used");
    const { problems } = await readTemplates(given.project);
    assertStringIncludes(problems.join(), "a link that leads out of the project");
  });
});

Deno.test("user templates: an untrusted or changed template is reported, and ralph's own used", async () => {
  await withProject(async (given) => {
    writeTemplate(given, "work.md", "first");
    const before = await openTemplates(given.places, given.project);
    assertEquals(renderTemplate("continuation.md", DATA, before), OURS);
    assertEquals(before!.problems.length, 1);
    assertStringIncludes(before!.problems[0]!, "ralph-templates/work.md is not used");

    await agree(given);
    const agreed = await openTemplates(given.places, given.project);
    assertStringIncludes(renderTemplate("continuation.md", DATA, agreed), "first");

    writeTemplate(given, "work.md", "second");
    const changed = await openTemplates(given.places, given.project);
    assertEquals(renderTemplate("continuation.md", DATA, changed), OURS);
    assertEquals(changed!.problems.length, 1);

    writeTemplate(given, "work.md", "first");
    revokeTrust(given.places, () => true);
    const revoked = await openTemplates(given.places, given.project);
    assertEquals(renderTemplate("continuation.md", DATA, revoked), OURS);
  });
});

Deno.test("user templates: a hook reads what was parsed when trust was given, which goes with it", async () => {
  await withProject(async (given) => {
    await open(given, { "work.md": "first" });
    const kept = join(given.places.ralphHome, "templates");
    const [parsed] = [...Deno.readDirSync(kept)].map(({ name }) => join(kept, name));
    Deno.writeTextFileSync(parsed!, "{");
    const broken = await openTemplates(given.places, given.project);
    assertEquals(renderTemplate("continuation.md", DATA, broken), OURS);
    revokeTrust(given.places, () => true);
    await keepTemplates(given.places, given.project);
    assertEquals([...Deno.readDirSync(kept)], []);
  });
});

Deno.test("user templates: what an earlier ralph parsed is parsed again, and reported until then", async () => {
  await withProject(async (given) => {
    const text = '[{"do":"text","text":"first"}]';
    await open(given, { "work.md": "first" });
    const kept = join(given.places.ralphHome, "templates");
    const [parsed] = [...Deno.readDirSync(kept)].map(({ name }) => join(kept, name));
    Deno.writeTextFileSync(parsed!, JSON.stringify({ version: 1, template: text }));
    const earlier = await openTemplates(given.places, given.project);
    assertEquals(renderTemplate("continuation.md", DATA, earlier), OURS);
    assertStringIncludes(earlier!.problems.join(), "before this ralph was installed");
    await keepTemplates(given.places, given.project);
    const again = await openTemplates(given.places, given.project);
    assertStringIncludes(renderTemplate("continuation.md", DATA, again), "first");
    assertEquals(again!.problems, []);
  });
});

Deno.test("user templates: trust in one project does not count in another", async () => {
  await withProject(async (given) => {
    writeTemplate(given, "work.md", "mine");
    await agree({ ...given, project: given.project });
    const other = join(given.project, "other");
    Deno.mkdirSync(join(other, ".claude/ralph-templates"), { recursive: true });
    Deno.writeTextFileSync(join(other, ".claude/ralph-templates/work.md"), "mine");
    const opened = await openTemplates(given.places, other);
    assertEquals(renderTemplate("continuation.md", DATA, opened), OURS);
  });
});

Deno.test("user templates: every template with a known name needs trust, by its text", async () => {
  await withProject(async (given) => {
    writeTemplate(given, "work.md", "one");
    writeTemplate(given, "wrok.md", "two");
    writeTemplate(given, "notes.txt", "three");
    assertEquals(await listTemplateNeeds(given.project), [
      { kind: "template", what: ".claude/ralph-templates/work.md", content: "one" },
    ]);
  });
});

Deno.test("user templates: an unknown name is reported, with the nearest known name", async () => {
  await withProject(async (given) => {
    const opened = await open(given, { "exlpore.md": "x", "zzzzzzzzz.md": "x", "README.txt": "x" });
    assertEquals(opened.problems.length, 2);
    const [first, second] = (await readTemplates(given.project)).problems;
    assertStringIncludes(first!, 'exlpore.md has no template\'s name; meant "explore.md"?');
    assertStringIncludes(second!, "known: ");
  });
});

Deno.test("user templates: an unreadable file is reported, and ralph's own used", async () => {
  await withProject(async (given) => {
    Deno.mkdirSync(join(given.templates, "work.md"), { recursive: true });
    Deno.writeFileSync(join(given.templates, "standing.md"), new Uint8Array([0xff, 0xfe, 0x00]));
    writeTemplate(given, "guidance.md", "x".repeat(17 * 1024));
    Deno.symlinkSync(join(given.templates, "nowhere"), join(given.templates, "explore.md"));
    const opened = await open(given, {});
    assertEquals(opened.problems.length, 4, opened.problems.join("\n"));
    assertEquals(renderTemplate("continuation.md", DATA, opened), OURS);
  });
});

Deno.test("user templates: the output of a template that fails is dropped", async () => {
  await withProject(async (given) => {
    const opened = await open(given, {
      "work.md": 'HALF {% set header = "changed" %}{% include "use-a-tool.md" %}{{ gone }}',
    });
    assertEquals(renderTemplate("continuation.md", DATA, opened), OURS);
    assertEquals(opened.problems.length, 1);
  });
});

Deno.test("user templates: the same problem is reported once", async () => {
  await withProject(async (given) => {
    const opened = await open(given, { "work.md": "{{ gone }}" });
    for (let time = 0; time < 3; time++) renderTemplate("continuation.md", DATA, opened);
    assertEquals(opened.problems.length, 1);
  });
});

Deno.test("user templates: the documents name every template, and their example works", async () => {
  const page = Deno.readTextFileSync(new URL("../../docs/templates.md", import.meta.url));
  for (const name of Object.keys(TEMPLATE_TEXTS)) assertStringIncludes(page, `\`${name}\``);
  const example = /```\n([\s\S]*?)```/.exec(page)![1]!;
  await withProject(async (given) => {
    const opened = await open(given, { "work.md": example });
    const text = renderTemplate("continuation.md", DATA, opened);
    assertStringIncludes(
      text,
      "next open item of /plan.md (1 of 3 are done).\nIt is: the <second>",
    );
    assertEquals(opened.problems, []);
  });
});
