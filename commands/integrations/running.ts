import type pg from 'pg';
import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { systemContext, type CommandContext } from '../support/context.ts';
import type { IntegrationTools } from './connect.ts';
import type { BegunRun, RunError, RunOutcome } from '../../stores/integrations/runs.ts';

/** What runs of all kinds are made with. */

export interface RunTools extends IntegrationTools {
  readonly pool: pg.Pool;
  readonly files: FileStore;
}

export interface Running {
  readonly run: BegunRun;
  readonly secrets: Readonly<Record<string, string>>;
  /** Ends it before its time; what is under way is finished. */
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** What a run has met so far. */
export interface Tally {
  count(name: CountName, by?: number): void;
  /** One thing could not be taken. */
  fail(item: string | null, problem: Problem): void;
  /** Something waits that this run does not come to. */
  leave(count: number): void;
  outcome(): RunOutcome;
}

export type CountName = 'found' | 'taken' | 'skipped' | 'failed' | 'left' | 'rates' | 'documents';

export function newTally(): Tally {
  const counts: Partial<Record<CountName, number>> = { found: 0, taken: 0, skipped: 0, failed: 0 };
  const errors: RunError[] = [];
  return {
    count: (name, by = 1) => void (counts[name] = (counts[name] ?? 0) + by),
    fail(item, { code, params = {} }) {
      counts.failed = (counts.failed ?? 0) + 1;
      errors.push({ code, params, item: item === null ? null : item.slice(0, 255) });
    },
    leave: (count) => void (count > 0 && (counts.left = (counts.left ?? 0) + count)),
    outcome: () => ({
      status: errors.length === 0 ? 'succeeded' : 'partial',
      counts,
      errors,
      hasMore: (counts.left ?? 0) > 0,
    }),
  };
}

/**
 * Everything has a name of its own under which it is taken in: a run that finds it again, because an earlier one was killed before
 * it could note so, is answered with what is there.
 */
export function contextFor(name: string, { id }: BegunRun): CommandContext {
  return {
    ...systemContext('integration'),
    clientMutationId: `${name} of integration ${id}`,
    isResumed: true,
  };
}

export const text = (settings: JsonRecord, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
};

export const textOrNull = (settings: JsonRecord, name: string): string | null => text(settings, name) || null;

/** The first of what a refusal has against it, without the field: nobody has sent one. */
export function problemOf(refusal: Refusal): Problem {
  const { code, params } = refusal.problems[0]!;
  return { code, ...(params && { params }) };
}

/** Refused because it is there. */
export const isKnownAlready = (outcome: unknown, codes: ReadonlySet<string>): outcome is Refusal =>
  isRefusal(outcome) &&
  [outcome.code, ...outcome.problems.map(({ code }) => code)].some((code) => codes.has(code ?? ''));
