import type { CompanyChanges, CompanyEvent } from '../companies/company-events.ts';
import { decideIdentity } from '../companies/identity.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { isSameJson, type JsonRecord } from '../json.ts';
import { refuse, type Decision } from '../refusal.ts';
import type { BridgeEvent, CompanyMirror, ToldByPlatform } from './bridge-events.ts';
import { applyAcceptedFields, findPlatformChanges, isOutdated, mergeReceived } from './received-fields.ts';

/**
 * Fields of a company file that the platform may set. Bookkeeping settings (country, currency, VAT regime, fiscal years)
 * are decided here.
 */
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
  const changes = findPlatformChanges(told, known?.told);
  const { events, problems } = applyAcceptedFields(changes, (some) =>
    decideIdentity({ type: 'UpdateCompanyFile', changes: some, baseVersion: null }, file),
  );
  const refused = problems.map(
    ({ field, code }) => ({ resource: 'companies', external_id, field: field ?? null, code }) as const,
  );
  const next = {
    external_id,
    told: mergeReceived(told, known?.told),
    // Earlier refusals are kept until the platform corrects the field.
    refused: [...refused, ...(known?.refused ?? []).filter(({ field }) => field !== null && !(field in changes))],
    ...(revision !== null ? { revision } : known?.revision !== undefined && { revision: known.revision }),
  };
  if (known && isSameJson(omitCompanyVersion(known), next)) return events;
  const version = file.identity.version + events.length + 1;
  return [...events, { type: 'CompanyFileMirrored', data: { ...next, version } }];
}

const omitCompanyVersion = ({ version: _version, ...mirrored }: CompanyMirror): JsonRecord => mirrored;
