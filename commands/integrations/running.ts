import type pg from 'pg';
import type { JsonRecord } from '../../domain/json.ts';
import { isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { IntegrationTools } from './connect.ts';
import type { BegunRun, RunError, RunOutcome } from '../../stores/integrations/runs.ts';

/** Shared parts of all integration runs. */

export interface RunTools extends IntegrationTools {
  readonly pool: pg.Pool;
  readonly files: FileStore;
}

export interface Running {
  readonly run: BegunRun;
  readonly secrets: Readonly<Record<string, string>>;
  /** Stops the run early; the current item is finished. */
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** Counts and errors of a run so far. */
export interface Tally {
  count(name: CountName, by?: number): void;
  /** Records an item that could not be imported. */
  recordFailure(item: string | null, problem: Problem): void;
  /** Records items left for a later run. */
  recordLeft(count: number): void;
  getOutcome(): RunOutcome;
}

export type CountName = 'found' | 'taken' | 'skipped' | 'failed' | 'left' | 'rates' | 'documents';

export function createTally(): Tally {
  const counts: Partial<Record<CountName, number>> = { found: 0, taken: 0, skipped: 0, failed: 0 };
  const errors: RunError[] = [];
  return {
    count: (name, by = 1) => void (counts[name] = (counts[name] ?? 0) + by),
    recordFailure(item, { code, params = {} }) {
      counts.failed = (counts.failed ?? 0) + 1;
      errors.push({ code, params, item: item === null ? null : item.slice(0, 255) });
    },
    recordLeft: (count) => void (count > 0 && (counts.left = (counts.left ?? 0) + count)),
    getOutcome: () => ({
      status: errors.length === 0 ? 'succeeded' : 'partial',
      counts,
      errors,
      hasMore: (counts.left ?? 0) > 0,
    }),
  };
}

/**
 * Each item has a unique mutation id. If an earlier run was killed before it could record the item, a later run finds the
 * item already imported.
 */
export function createItemContext(name: string, { id }: BegunRun): CommandContext {
  return {
    ...createSystemContext('integration'),
    clientMutationId: `${name} of integration ${id}`,
    isResumed: true,
  };
}

export const getTextSetting = (settings: JsonRecord, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
};

export const findTextSetting = (settings: JsonRecord, name: string): string | null =>
  getTextSetting(settings, name) || null;

/** The first problem of a refusal, without its field, since there is no request. */
export function getFirstProblem(refusal: Refusal): Problem {
  const { code, params } = refusal.problems[0]!;
  return { code, ...(params && { params }) };
}

/** Whether it was refused because it already exists. */
export const isKnownAlready = (outcome: unknown, codes: ReadonlySet<string>): outcome is Refusal =>
  isRefusal(outcome) &&
  [outcome.code, ...outcome.problems.map(({ code }) => code)].some((code) => codes.has(code ?? ''));
