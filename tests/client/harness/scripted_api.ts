/**
 * A Messages API that answers from a script and records its requests. It listens on a unix socket,
 * which the client can reach from inside its network namespace.
 */

import { readAsked, renderStream } from "./api_stream.ts";
import { type Asked, fail, type Failure, type Model } from "./script.ts";

/** A running scripted API. */
export class ScriptedApi implements AsyncDisposable {
  /** Every request of the main loop and its subagents, in order. */
  readonly asked: Asked[] = [];
  /** Requests the script does not know, as `METHOD path`. */
  readonly strays: string[] = [];
  /** Errors in the script itself, which fail the test. */
  readonly errors: unknown[] = [];
  /** The model that answers; may be replaced while a session runs. */
  model: Model;
  /** Further headers of every answer of the model, such as those of rate limits. */
  headers: Record<string, string> = {};
  readonly #server: Deno.HttpServer;
  readonly #closing = Promise.withResolvers<Failure>();

  /** Starts to listen on the socket at `path`. */
  constructor(readonly path: string, model: Model) {
    this.model = model;
    this.#server = Deno.serve(
      { path, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  /** Requests of the main loop only. */
  get main(): Asked[] {
    return this.asked.filter((asked) => !asked.isSubagent);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/v1/messages/count_tokens") {
      await request.body?.cancel();
      return Response.json({ input_tokens: 100 });
    }
    if (request.method !== "POST" || pathname !== "/v1/messages") {
      this.strays.push(`${request.method} ${pathname}`);
      await request.body?.cancel();
      // The client sends `HEAD /` to test the connection.
      return new Response(null, { status: pathname === "/" ? 200 : 404 });
    }
    const body = await request.json() as Record<string, unknown>;
    const asked = readAsked(body);
    asked.index = this.asked.filter((earlier) => earlier.isSubagent === asked.isSubagent).length;
    this.asked.push(asked);
    try {
      const reply = await Promise.race([this.model(asked), this.#closing.promise]);
      if (!Array.isArray(reply)) return renderFailure(reply);
      const stream = renderStream(reply, String(body.model));
      const headers = { ...this.headers, "content-type": "text/event-stream" };
      return new Response(stream, { headers });
    } catch (error) {
      this.errors.push(error);
      return renderFailure({ status: 400, error: "script", message: String(error), headers: {} });
    }
  }

  /** Stops listening without waiting for a step of the script. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.resolve(fail(503, "closing", "The test is over"));
    await this.#server.shutdown();
  }
}

function renderFailure(failure: Failure): Response {
  const { status, headers } = failure;
  const error = { type: failure.error, message: failure.message };
  return Response.json({ type: "error", error }, { status, headers });
}
