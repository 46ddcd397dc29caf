import type pg from 'pg';
import { listPersonalFields } from '../../domain/persons/erasable-fields.ts';
import { isNaturalPerson } from '../../domain/persons/is-natural.ts';
import { computeRetention, type Retention } from '../../domain/persons/retention.ts';
import { getRecords } from '../../domain/records/state.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { listEarlierValues, type EarlierValue } from '../../projections/persons/earlier-values.ts';
import { listErasures, type ErasureRow } from '../../projections/persons/erasures.ts';
import { listPersonFiles, type PersonFile } from '../../projections/persons/files.ts';
import { findLastDay, listPersonUses, type PersonUse } from '../../projections/persons/uses.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { listGroup } from './group.ts';

/** All that is known of a person in a company file. */
export interface KnownPerson {
  readonly name: string;
  readonly isNaturalPerson: boolean;
  readonly erasedAt: string | null;
  readonly fields: readonly { readonly name: string; readonly value: unknown }[];
  readonly earlier: readonly EarlierValue[];
  readonly erasures: readonly ErasureRow[];
  readonly uses: readonly PersonUse[];
  readonly files: readonly PersonFile[];
  /** Null if nothing has to be kept. */
  readonly retention: Retention | null;
}

/** Null if the third party does not exist. Those merged into it are the same person. */
export async function readPersonalData(
  { pool, commands }: Pick<Toolbox, 'commands'> & { readonly pool: pg.Pool },
  companyId: number,
  id: number,
): Promise<KnownPerson | null> {
  const file = await commands.loadState('company', companyId);
  const record = getRecords(file.records, thirdParties).byId.get(id);
  if (!record) return null;
  const { family, members } = listGroup(file, id);
  const [uses, files, lastDay, erasures, earlier] = await Promise.all([
    listPersonUses(pool, companyId, family),
    listPersonFiles(pool, companyId, family),
    findLastDay(pool, companyId, family),
    listErasures(pool, companyId, id),
    Promise.all(members.map((member) => listEarlierValues(pool, companyId, member))),
  ]);
  const { data } = record;
  const retention = computeRetention({ country: file.identity.country, fiscalYears: file.fiscalYears }, lastDay);
  // The national number is encrypted: it is named, and shown only on its slip.
  const fields = listPersonalFields('all')
    .map((name) => ({ name, value: name === 'national_number' && data[name] ? '***' : (data[name] ?? null) }))
    .filter(({ value }) => value !== null && !(Array.isArray(value) && value.length === 0));
  return {
    name: data.name,
    isNaturalPerson: isNaturalPerson(data),
    erasedAt: data.erased_at ?? null,
    fields: data.erased_part === 'all' ? [] : fields,
    earlier: earlier.flat(),
    erasures,
    uses,
    files,
    retention,
  };
}
