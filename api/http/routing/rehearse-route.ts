import { isRehearsed, startRehearsal } from '../../../commands/support/rehearsal.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { ok } from '../reply/reply.ts';
import type { Call } from './call.ts';
import type { Outcome, Route } from './route.ts';

/** Runs the handlers of routes that post, for real or as a dry run. */

export function isDryRun({ dryRun, method }: Route, call: Call): boolean {
  if (dryRun === undefined) return false;
  const given = (method === 'delete' ? call.query : call.body) as Readonly<Record<string, unknown>> | undefined;
  const names = ['dry_run', ...(dryRun.aliases ?? [])];
  return names.some((name) => given?.[name] === true);
}

/** The handler of a route. With `dry_run` it works on commands that are decided and not recorded. */
export function createHandler(route: Route): (call: Call) => Promise<Outcome> | Outcome {
  const { dryRun, handle } = route;
  if (dryRun === undefined) return handle;
  return async (call) => {
    if (!isDryRun(route, call)) return handle(call);
    const { services } = call;
    const rehearsal = startRehearsal(services);
    call.rehearsed = { ...services, ...rehearsal.tools };
    const outcome = await handle(call);
    call.rehearsed = null;
    // Refused, nothing would be recorded, or the handler has shown it.
    if (rehearsal.decided === null || dryRun.present === undefined) return outcome;
    if (!isRehearsed(outcome)) throw new Error(`${route.path} continues after a rehearsed command`);
    const presented = await dryRun.present(call, rehearsal.decided);
    return isRefusal(presented) ? presented : ok({ dry_run: true, ...presented });
  };
}
