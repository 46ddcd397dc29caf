import type pg from 'pg';

/** The statement, or what its reader needs, is not to be had from a replica: the request is repeated on the primary. */
export class NotOnReplica extends Error {
  readonly reason: 'operational_data' | 'older_than_seen';
  constructor(reason: NotOnReplica['reason']) {
    super('This cannot be read from a replica');
    this.name = 'NotOnReplica';
    this.reason = reason;
  }
}

/**
 * Operational data has no position: only the primary is known to show what a client has written. Exceptions are the
 * epoch of the feed, which belongs to the tables, and notes of background work beside rows of the tables: they may be as
 * old as a replica may be behind.
 */
const OPERATIONAL = /(?<![\w.])"?ops"?\.(?!"?(?:feed_epoch|bridge_syncs|document_analyses)\b)/;

const verdicts = new Map<string, boolean>();
const MOST_VERDICTS = 5_000;

function isOperational(text: string): boolean {
  let verdict = verdicts.get(text);
  if (verdict === undefined) {
    if (verdicts.size >= MOST_VERDICTS) verdicts.clear();
    verdicts.set(text, (verdict = OPERATIONAL.test(text)));
  }
  return verdict;
}

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) => void;

/** The pool of a replica for one request. While `isStrict`, statements over operational data throw NotOnReplica. */
export function restrictToTables<Source extends pg.Pool | pg.PoolClient>(
  source: Source,
  isStrict: () => boolean,
): Source {
  const isRefused = (statement: unknown): boolean => {
    const text = typeof statement === 'string' ? statement : (statement as pg.QueryConfig).text;
    return isStrict() && isOperational(text);
  };
  return new Proxy(source, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const callOriginal = (...given: unknown[]): unknown => Reflect.apply(value, target, given);
      if (property === 'query')
        return (statement: unknown, ...rest: unknown[]): unknown =>
          isRefused(statement)
            ? Promise.reject(new NotOnReplica('operational_data'))
            : callOriginal(statement, ...rest);
      if (property === 'connect')
        return (taken: Taken) =>
          callOriginal((error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) =>
            taken(error, client && restrictToTables(client, isStrict), release),
          );
      return callOriginal;
    },
  });
}
