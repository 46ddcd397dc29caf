import type { CompanyFile } from '../company-file-state.ts';
import { isSameJson, type JsonRecord } from '../json.ts';
import { listPeppolCandidates } from '../numbers/peppol-candidates.ts';
import { toViesSubject, type ViesSubject } from '../numbers/vies.ts';
import { findLiveRecord, withRecords, type RecordsState, type StoredRecord } from '../records/state.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import type { CheckEvent } from './check-events.ts';
import { findThirdPartyCountry } from './completion.ts';
import type { ThirdPartyData, ThirdPartyDraft } from './fields.ts';
import { thirdParties } from './third-party.ts';
import { findVersionConflict, refuseConflict } from '../versions.ts';

/**
 * Results of external look-ups of a third party. They are stored with the third party and the time of the look-up, and
 * are valid as long as the number does not change.
 */

export interface RecordVatCheck {
  readonly type: 'RecordVatCheck';
  readonly id: number;
  /** The number that was looked up. */
  readonly vatNumber: string;
  readonly isValid: boolean;
  readonly name: string | null;
  readonly address: string | null;
  readonly consultationNumber: string | null;
  readonly checkedAt: string;
  readonly baseVersion: number | null;
}

export interface RecordPeppolCheck {
  readonly type: 'RecordPeppolCheck';
  readonly id: number;
  /** The identifiers to look up. */
  readonly identifiers: readonly string[];
  /** The identifier registered in the network. */
  readonly registered: string | null;
  readonly checkedAt: string;
  readonly baseVersion: number | null;
}

export type CheckCommand = RecordVatCheck | RecordPeppolCheck;

/** The number to look up, or a refusal. */
export function resolveVatCheckSubject(
  data: Pick<ThirdPartyDraft, 'vat_number'>,
): { readonly vatNumber: string; readonly subject: ViesSubject } | Refusal {
  const vatNumber = data.vat_number;
  if (!vatNumber) return refuse('vat_number_missing', { field: 'vat_number' });
  const subject = toViesSubject(vatNumber);
  return subject ? { vatNumber, subject } : refuse('vat_number_not_in_vies', { field: 'vat_number' });
}

type PeppolNumbers = Pick<ThirdPartyDraft, 'peppol_identifier' | 'enterprise_number' | 'vat_number' | 'country'>;

/** The identifiers to look up: its own, else likely ones derived from its other numbers; or a refusal. */
export function resolvePeppolCheckSubject(data: PeppolNumbers, file: CompanyFile): readonly string[] | Refusal {
  const { peppol_identifier: own, enterprise_number, vat_number } = data;
  if (own) return [own];
  const candidates = listPeppolCandidates(
    findThirdPartyCountry(data, file),
    enterprise_number ?? null,
    vat_number ?? null,
  );
  return candidates.length > 0 ? candidates : refuse('peppol_identifier_missing', { field: 'peppol_identifier' });
}

export function decideCheck(command: CheckCommand, file: CompanyFile): Decision<CheckEvent> {
  const { id, baseVersion } = command;
  const record = findLiveRecord(file.records, thirdParties, id);
  if (!record) return refuse('not_found');
  const conflict = findVersionConflict(record, baseVersion);
  if (conflict) return conflict;
  // The look-up took time: the third party may have changed since.
  if (!isStillCurrent(command, record.data, file)) return refuseConflict(record.version);
  const check = command.type === 'RecordVatCheck' ? 'vat' : 'peppol';
  const found = toCheckedFields(command, record.data);
  const before: JsonRecord = record.data;
  const names = Object.keys(found).filter((name) => !isSameJson(found[name], before[name] ?? null));
  if (names.length === 0) return [];
  const pickChanged = (from: JsonRecord) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const data = {
    id,
    version: record.version + 1,
    check,
    changes: pickChanged(found),
    previous: pickChanged(before),
  } as const;
  return [{ type: 'ThirdPartyChecked', data }];
}

export function evolveCheck(state: RecordsState, { data }: CheckEvent): RecordsState {
  const collection = state[thirdParties.name];
  const before = collection?.byId.get(data.id);
  if (!collection || !before) return state;
  const after: StoredRecord = { ...before, version: data.version, data: { ...before.data, ...data.changes } };
  return { ...state, [thirdParties.name]: withRecords(thirdParties, collection, [[data.id, after]]) };
}

function isStillCurrent(command: CheckCommand, data: ThirdPartyData, file: CompanyFile): boolean {
  if (command.type === 'RecordVatCheck') return data.vat_number === command.vatNumber;
  const identifiers = resolvePeppolCheckSubject(data, file);
  return !isRefusal(identifiers) && isSameJson(identifiers, command.identifiers);
}

function toCheckedFields(command: CheckCommand, { peppol_identifier: own }: ThirdPartyData): JsonRecord {
  if (command.type === 'RecordVatCheck')
    return {
      vat_checked_at: command.checkedAt,
      vat_valid: command.isValid,
      vat_name: command.name,
      vat_address: command.address,
      vat_consultation_number: command.consultationNumber,
    };
  return {
    peppol_checked_at: command.checkedAt,
    peppol_registered: command.registered !== null,
    // An unregistered identifier is not stored: another one may be registered later.
    ...((own ?? null) === null && command.registered !== null && { peppol_identifier: command.registered }),
  };
}
