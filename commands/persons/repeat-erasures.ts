import type pg from 'pg';
import type { ErasedPart } from '../../domain/persons/person-events.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { purgeTexts } from '../../stores/persons/purge.ts';
import type { ErasureRow } from '../../stores/vault/key-archive.ts';
import type { Erasure } from '../../stores/vault/key-rows.ts';
import { completeAccountErasures } from '../identity/erase-account.ts';
import { createSystemContext } from '../support/context.ts';
import { completeErasures, type ErasureToolbox } from './complete-erasures.ts';

/**
 * Erases again whom the vault knows as erased and the log does not, because it was restored from an older backup: at every
 * start and every restore. The keys are destroyed; this records it, and purges what the backup has brought back.
 */

export interface RepeatedErasures {
  readonly persons: number;
  readonly accounts: number;
}

interface ErasedThirdParty {
  readonly companyId: number;
  readonly id: number;
  part: ErasedPart;
  readonly keys: string[];
  readonly erasedAt: string;
}

export async function repeatErasures(toolbox: ErasureToolbox): Promise<RepeatedErasures> {
  await destroyRecordedKeys(toolbox);
  const { persons, accounts } = await groupErasures(toolbox.vault.listErasures());
  const context = createSystemContext('retention');
  const lost = await listUnrecorded(toolbox.pool, [...persons.values()]);
  for (const { companyId, id, part, keys, erasedAt } of lost) {
    const command = { type: 'RepeatErasure', id, part, keys, erasedAt } as const;
    const outcome = await toolbox.commands.execute('company', companyId, command, context);
    if (isRefusal(outcome)) throw new Error(`An erasure could not be repeated: ${outcome.code}`);
  }
  const living = await listLivingAccounts(toolbox.pool, accounts);
  for (const userId of living) {
    const command = { type: 'EraseAccount', userId, keys: [`user-${userId}`], verifiedPassword: null } as const;
    await toolbox.commands.execute('user', userId, command, context);
  }
  if (lost.length + living.length === 0) return { persons: 0, accounts: 0 };
  await toolbox.commands.waitForProjections();
  // The texts can no longer be read, so everything that may contain them goes.
  for (const companyId of new Set(lost.map((person) => person.companyId)))
    await purgeTexts(toolbox.relaxedPool, companyId, null);
  await completeAccountErasures(toolbox);
  await completeErasures(toolbox);
  return { persons: lost.length, accounts: living.length };
}

/** A restored vault may be older than the log and have keys whose destruction is recorded there. */
async function destroyRecordedKeys({ pool, vault }: Pick<ErasureToolbox, 'pool' | 'vault'>): Promise<void> {
  const recorded = await listRecordedErasures(pool);
  const known = await vault.loadKeys(recorded.map(({ key_id }) => key_id));
  for (const { key_id, position } of recorded) if (known.get(key_id)) await vault.destroyKeys([key_id], position);
}

/** The erasures of the log, one for each key, as the list of erasures has them. */
export async function listRecordedErasures(pool: pg.Pool): Promise<readonly ErasureRow[]> {
  const { rows } = await pool.query<ErasureRow>(
    `SELECT k.id AS key_id, p.company_id, p.position, to_json(p.created_at) #>> '{}' AS erased_at
     FROM read.person_erasures p CROSS JOIN LATERAL (
       SELECT jsonb_array_elements_text(p.keys)
       UNION SELECT 'company-' || p.company_id || '/third-party-' || p.third_party_id || '/' || kind
       FROM unnest(CASE p.part WHEN 'all' THEN ARRAY['contact', 'books'] ELSE ARRAY['contact'] END) AS kind
     ) AS k(id)
     UNION ALL
     SELECT 'user-' || id, NULL, NULL, to_json(erased_at) #>> '{}' FROM read.users WHERE erased_at IS NOT NULL`,
  );
  return rows;
}

const OF_PERSON = /^company-(\d+)\/third-party-(\d+)\/(books|contact)$/;
const OF_USER = /^user-(\d+)$/;

/** Other keys, such as those of mails, belong to an erasure that is in the list as well. */
async function groupErasures(erasures: AsyncIterable<Erasure>): Promise<{
  readonly persons: ReadonlyMap<string, ErasedThirdParty>;
  readonly accounts: readonly number[];
}> {
  const persons = new Map<string, ErasedThirdParty>();
  const accounts: number[] = [];
  for await (const { keyId, erasedAt } of erasures) {
    const user = OF_USER.exec(keyId);
    if (user) accounts.push(Number(user[1]));
    const [, company, id, kind] = OF_PERSON.exec(keyId) ?? [];
    if (company === undefined) continue;
    const key = `${company}/${id}`;
    const known = persons.get(key) ?? {
      companyId: Number(company),
      id: Number(id),
      part: 'contact',
      keys: [],
      erasedAt,
    };
    known.keys.push(keyId);
    if (kind === 'books') known.part = 'all';
    persons.set(key, known);
  }
  return { persons, accounts };
}

/** Those whom the tables have and do not know as erased. */
async function listUnrecorded(
  pool: pg.Pool,
  persons: readonly ErasedThirdParty[],
): Promise<readonly ErasedThirdParty[]> {
  if (persons.length === 0) return [];
  const { rows } = await pool.query<{ place: number }>(
    `SELECT e.place::int AS place
     FROM unnest($1::bigint[], $2::bigint[], $3::text[]) WITH ORDINALITY AS e(company_id, id, part, place)
     JOIN read.third_parties t ON t.company_id = e.company_id AND t.id = e.id
     WHERE NOT EXISTS (
       SELECT FROM read.person_erasures p
       WHERE p.company_id = e.company_id AND p.third_party_id = e.id AND p.part IN ('all', e.part))
     ORDER BY 1`,
    [persons.map(({ companyId }) => companyId), persons.map(({ id }) => id), persons.map(({ part }) => part)],
  );
  return rows.map(({ place }) => persons[place - 1]!);
}

async function listLivingAccounts(pool: pg.Pool, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM read.users WHERE id = ANY($1::bigint[]) AND erased_at IS NULL ORDER BY id',
    [ids],
  );
  return rows.map(({ id }) => id);
}
