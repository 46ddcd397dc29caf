import type pg from 'pg';
import { bigint, nullable, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const revisionsStatement = statement(
  'own-revisions',
  { stream: text, clientMutationId: nullable(text), userId: nullable(bigint) },
  (db, { stream, clientMutationId, userId }) =>
    db
      .selectFrom('read.activity')
      .select((eb) => [eb.fn.min('revision').as('first'), eb.fn.max('revision').as('last')])
      .where('stream', '=', stream)
      .where('client_mutation_id', '=', clientMutationId)
      .where('user_id', 'is not distinct from', userId)
      .$castTo<{ first: number | null; last: number | null }>(),
);

/** Between which revisions of a stream a user's request has written; null when it has not. */
export async function ownRevisions(
  pool: pg.Pool,
  stream: string,
  clientMutationId: string | null,
  userId: number | null,
): Promise<{ readonly first: number | null; readonly last: number | null }> {
  return (await revisionsStatement.first(pool, { stream, clientMutationId, userId }))!;
}
