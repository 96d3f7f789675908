/** The schema in docs/ describes what `status --json` prints, completely, in every state. */
import { assert, assertEquals } from "@std/assert";
import { Ajv } from "ajv";
import { STATES } from "../../../src/lifecycle/view/state_view.ts";
import { allDocument, statusDocument } from "../../../src/cli/status/json.ts";
import { STATUS_STATES } from "../_status_states.ts";
import { checkStatus, SCHEMA } from "./_schema.ts";

for (const [name, status] of Object.entries(STATUS_STATES)) {
  Deno.test(`status schema: the state "${name}"`, () => checkStatus(statusDocument(status)));
}

Deno.test("status schema: all loops of the machine", () => {
  checkStatus(allDocument(Object.values(STATUS_STATES)));
  checkStatus(allDocument([]));
});

Deno.test("status schema: it names every state", () => {
  assertEquals(SCHEMA.definitions.state.enum, Object.keys(STATES));
});

Deno.test("status schema: as it is published, a new field is allowed, a changed field is an error", () => {
  const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(SCHEMA);
  const document = statusDocument(STATUS_STATES["working"]!);
  assert(isValid({ ...document, new_field: 1 }));
  assert(!isValid({ ...document, schema_version: 2 }));
  assert(!isValid({ ...document, state_since: 1_767_331_788 }));
  const { what: _what, ...missing } = document;
  assert(!isValid(missing));
});
