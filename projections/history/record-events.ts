import type pg from 'pg';
import type { EarlierNeed } from '../../domain/history/earlier.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, text, texts } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const eventsStatement = statement(
  'events-of-records',
  { companyId: bigint, resource: text, ids: bigints, types: texts },
  (db, { companyId, resource, ids, types }) =>
    db
      .selectFrom('read.changes as c')
      .innerJoin('read.activity as a', 'a.position', 'c.position')
      .select(['c.resource', 'c.record_id', 'a.revision'])
      .where('c.company_id', '=', companyId)
      .where('c.resource', '=', resource)
      .where('c.record_id', '=', anyOf(ids))
      .where('a.type', '=', anyOf(types))
      .orderBy('c.seq'),
);

/** Revisions of the events of these types that changed these records, in the order in which they were recorded. */
export async function listRecordEvents(pool: pg.Pool, companyId: number, needs: readonly EarlierNeed[]) {
  const resources = [...new Set(needs.map(({ resource }) => resource))];
  const pages = resources.map((resource) => {
    const some = needs.filter((need) => need.resource === resource);
    const ids = [...new Set(some.map(({ id }) => id))];
    return eventsStatement.all(pool, {
      companyId,
      resource,
      ids,
      types: [...new Set(some.flatMap(({ types }) => types))],
    });
  });
  return (await Promise.all(pages)).flat();
}
