import type { CompanyFile } from '../company-file-state.ts';
import { sameJson, type JsonRecord } from '../json.ts';
import { peppolCandidates } from '../numbers/peppol-candidates.ts';
import { viesSubject, type ViesSubject } from '../numbers/vies.ts';
import { conflict } from '../records/records.ts';
import { living, withRecords, type RecordsState, type StoredRecord } from '../records/state.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import type { CheckEvent } from './check-events.ts';
import { countryOf } from './completion.ts';
import type { ThirdPartyData, ThirdPartyDraft } from './fields.ts';
import { thirdParties } from './third-party.ts';

/**
 * What is found out about a third party by looking it up outside. It is kept with the third party under the time of the look-up,
 * and holds as long as the number that was looked up.
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
  /** The identifiers that were to be looked up. */
  readonly identifiers: readonly string[];
  /** The one of them that the network knows. */
  readonly registered: string | null;
  readonly checkedAt: string;
  readonly baseVersion: number | null;
}

export type CheckCommand = RecordVatCheck | RecordPeppolCheck;

/** The number to look up, or why there is none. */
export function vatCheckSubject(
  data: Pick<ThirdPartyDraft, 'vat_number'>,
): { readonly vatNumber: string; readonly subject: ViesSubject } | Refusal {
  const vatNumber = data.vat_number;
  if (!vatNumber) return refuse('vat_number_missing', { field: 'vat_number' });
  const subject = viesSubject(vatNumber);
  return subject ? { vatNumber, subject } : refuse('vat_number_not_in_vies', { field: 'vat_number' });
}

type PeppolNumbers = Pick<ThirdPartyDraft, 'peppol_identifier' | 'enterprise_number' | 'vat_number' | 'country'>;

/** The identifier to look up: its own, else those that its numbers make likely; or why there is none. */
export function peppolCheckSubject(data: PeppolNumbers, file: CompanyFile): readonly string[] | Refusal {
  const { peppol_identifier: own, enterprise_number, vat_number } = data;
  if (own) return [own];
  const candidates = peppolCandidates(countryOf(data, file), enterprise_number ?? null, vat_number ?? null);
  return candidates.length > 0 ? candidates : refuse('peppol_identifier_missing', { field: 'peppol_identifier' });
}

export function decideCheck(command: CheckCommand, file: CompanyFile): Decision<CheckEvent> {
  const { id, baseVersion } = command;
  const record = living(file.records, thirdParties, id);
  if (!record) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== record.version) return conflict(record.version);
  // The question took a while: what was asked for may no longer be what the third party has.
  if (!isStillAsked(command, record.data, file)) return conflict(record.version);
  const check = command.type === 'RecordVatCheck' ? 'vat' : 'peppol';
  const found = foundBy(command, record.data);
  const before: JsonRecord = record.data;
  const names = Object.keys(found).filter((name) => !sameJson(found[name], before[name] ?? null));
  if (names.length === 0) return [];
  const pick = (from: JsonRecord) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const data = { id, version: record.version + 1, check, changes: pick(found), previous: pick(before) } as const;
  return [{ type: 'ThirdPartyChecked', data }];
}

export function evolveCheck(state: RecordsState, { data }: CheckEvent): RecordsState {
  const collection = state[thirdParties.name];
  const before = collection?.byId.get(data.id);
  if (!collection || !before) return state;
  const after: StoredRecord = { ...before, version: data.version, data: { ...before.data, ...data.changes } };
  return { ...state, [thirdParties.name]: withRecords(thirdParties, collection, [[data.id, after]]) };
}

function isStillAsked(command: CheckCommand, data: ThirdPartyData, file: CompanyFile): boolean {
  if (command.type === 'RecordVatCheck') return data.vat_number === command.vatNumber;
  const identifiers = peppolCheckSubject(data, file);
  return !isRefusal(identifiers) && sameJson(identifiers, command.identifiers);
}

function foundBy(command: CheckCommand, { peppol_identifier: own }: ThirdPartyData): JsonRecord {
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
    // One that the network does not know may turn out to be another tomorrow.
    ...((own ?? null) === null && command.registered !== null && { peppol_identifier: command.registered }),
  };
}
