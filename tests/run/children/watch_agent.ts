/** Runs the order on standard input and prints the report: compiled by the tests. */
import { type Order, watch } from "../_watch.ts";

const order: Order = JSON.parse(await new Response(Deno.stdin.readable).text());
const report = await watch(order);
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(report)));
// An agent that not even KILL ends must not hold the program.
Deno.exit(0);
