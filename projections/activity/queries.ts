import type pg from 'pg';
import { bigint, nullable, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const revisionsStatement = statement(
  'own-revisions',
  { stream: text, clientMutationId: nullable(text), userId: nullable(bigint) },
  (db, { stream, clientMutationId, userId }) =>
    db
      .selectFrom('read.activity')
      .select('revision')
      .where('stream', '=', stream)
      .where('client_mutation_id', '=', clientMutationId)
      .where('user_id', 'is not distinct from', userId)
      .orderBy('revision'),
);

/** Revisions of a stream that a user has written under a mutation id, in order. */
export async function listOwnRevisions(
  pool: pg.Pool,
  stream: string,
  clientMutationId: string | null,
  userId: number | null,
): Promise<readonly number[]> {
  const rows = await revisionsStatement.all(pool, { stream, clientMutationId, userId });
  return rows.map(({ revision }) => revision);
}
