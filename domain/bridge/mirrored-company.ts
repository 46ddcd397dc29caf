import type { CompanyChanges, CompanyEvent } from '../companies/company-events.ts';
import { decideIdentity } from '../companies/identity.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { sameJson, type JsonRecord } from '../json.ts';
import { refuse, type Decision } from '../refusal.ts';
import type { BridgeEvent, CompanyMirror, ToldByPlatform } from './bridge-events.ts';
import { asFarAsPossible, changedThere, isOutdated, toldSoFar } from './change-sentences.ts';

/** What the platform may say of a company file. How its books are kept (country, currency, VAT regime, fiscal years) is decided here. */
export const MIRRORED_COMPANY_FIELDS = [
  'name',
  'legal_form',
  'legal_form_code',
  'enterprise_number',
  'vat_number',
  'address',
  'street',
  'house_number',
  'box',
  'postal_code',
  'city',
  'country',
] as const satisfies readonly (keyof CompanyChanges)[];

export interface MirrorCompanyFile extends ToldByPlatform {
  readonly type: 'MirrorCompanyFile';
}

export function decideCompanyMirror(
  { externalId: external_id, revision, told }: MirrorCompanyFile,
  file: CompanyFile,
): Decision<CompanyEvent | BridgeEvent> {
  const { mirror: known } = file;
  if (known && known.external_id !== external_id) return refuse('company_linked_otherwise');
  if (isOutdated(revision, known)) return [];
  const changes = changedThere(told, known?.told);
  const { events, problems } = asFarAsPossible(changes, (some) =>
    decideIdentity({ type: 'UpdateCompanyFile', changes: some, baseVersion: null }, file),
  );
  const refused = problems.map(
    ({ field, code }) => ({ resource: 'companies', external_id, field: field ?? null, code }) as const,
  );
  const next = {
    external_id,
    told: toldSoFar(told, known?.told),
    // What was refused before is told again as long as the platform has not put it right.
    refused: [...refused, ...(known?.refused ?? []).filter(({ field }) => field !== null && !(field in changes))],
    ...(revision !== null ? { revision } : known?.revision !== undefined && { revision: known.revision }),
  };
  if (known && sameJson(withoutVersion(known), next)) return events;
  const version = file.identity!.version + events.length + 1;
  return [...events, { type: 'CompanyFileMirrored', data: { ...next, version } }];
}

const withoutVersion = ({ version: _version, ...mirrored }: CompanyMirror): JsonRecord => mirrored;
