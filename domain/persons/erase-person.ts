import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { Json, JsonRecord } from '../json.ts';
import { getRecords, withRecords, type RecordsState, type StoredRecord } from '../records/state.ts';
import { refuse, type Decision } from '../refusal.ts';
import type { ThirdPartyField } from '../third-parties/fields.ts';
import { listAllMerged } from '../third-parties/state.ts';
import { thirdParties, type ThirdParty } from '../third-parties/third-party.ts';
import { findVersionConflict } from '../versions.ts';
import type { ErasedPart, ErasedPerson, PersonEvent } from './person-events.ts';
import { isNaturalPerson } from './is-natural.ts';
import { ERASED_TEXT, listPersonalFields } from './erasable-fields.ts';
import { computeRetention, isRetentionOver, type Retention } from './retention.ts';

/**
 * Erases the personal data of a natural person, with the records merged into it. What the law requires to be kept stays
 * until the retention period is over; everything else goes at once.
 */

export interface ErasePerson {
  readonly type: 'ErasePerson';
  readonly id: number;
  /** The name of the person, as proof that the right person is meant. */
  readonly confirm: string;
  readonly reason: string;
  /** The last day on which the person, or one merged into it, appears in the books. Null: never. */
  readonly lastDay: PlainDate | null;
  /** The existing keys of the person and of those merged into it. */
  readonly keys: readonly PersonKeys[];
  readonly today: PlainDate;
  readonly erasedAt: string;
  readonly baseVersion: number | null;
}

export interface PersonKeys {
  readonly thirdPartyId: number;
  readonly contact: readonly string[];
  readonly books: readonly string[];
}

export function decideErasure(command: ErasePerson, file: CompanyFile): Decision<PersonEvent> {
  const { id, baseVersion, today } = command;
  const person = getRecords(file.records, thirdParties).byId.get(id);
  if (!person) return refuse('not_found');
  const conflict = findVersionConflict(person, baseVersion);
  if (conflict) return conflict;
  if (!isNaturalPerson(person.data)) return refuse('not_natural_person', { field: 'id' });
  if (person.data.erased_part === 'all') return refuse('erased', { field: 'id' });
  if (normaliseName(command.confirm) !== normaliseName(person.data.name))
    return refuse('erase_name_differs', { field: 'confirm' });
  const retention = computeRetention(
    { country: file.identity.country, fiscalYears: file.fiscalYears },
    command.lastDay,
  );
  const part: ErasedPart = isRetentionOver(retention, today) ? 'all' : 'contact';
  const members = [id, ...listAllMerged(file.thirdParties, id)].flatMap((member) =>
    toMember(member, part, command, file),
  );
  if (!members.some(({ canGo }) => canGo)) {
    const until = retention?.until ?? today;
    return refuse('retention_not_over', { field: 'id', params: { until } }, { until });
  }
  const reason = removeNames(command.reason, members);
  return members.map((member) => toErasure(member, { part, retention, reason, erasedAt: command.erasedAt }));
}

interface Member {
  readonly id: number;
  readonly record: ThirdParty;
  readonly fields: readonly ThirdPartyField[];
  readonly keys: readonly string[];
  /** Whether anything of the person would be erased. */
  readonly canGo: boolean;
}

function toMember(id: number, part: ErasedPart, { keys }: ErasePerson, file: CompanyFile): readonly Member[] {
  const record = getRecords(file.records, thirdParties).byId.get(id);
  if (!record) return [];
  const fields = listPersonalFields(part).filter((name) => hasValue(record.data[name]));
  const own = keys.find(({ thirdPartyId }) => thirdPartyId === id);
  const destroyed = own ? [...own.contact, ...(part === 'all' ? own.books : [])] : [];
  const canGo = part === 'all' || fields.length > 0 || destroyed.length > 0;
  return [{ id, record, fields, keys: destroyed, canGo }];
}

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== ERASED_TEXT && !(Array.isArray(value) && value.length === 0);

const normaliseName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The reason is kept in clear, so it must not tell who the person was. */
function removeNames(reason: string, members: readonly Member[]): string {
  return members
    .flatMap(({ record: { data } }) => [data.name, data.email ?? '', ...(data.ibans ?? [])])
    .filter((text) => text.length > 1)
    .reduce((text, name) => replaceIgnoringCase(text, name), reason);
}

function replaceIgnoringCase(text: string, name: string): string {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  if (at === -1) return text;
  return `${text.slice(0, at)}${ERASED_TEXT}${replaceIgnoringCase(text.slice(at + name.length), name)}`;
}

interface Erasure {
  readonly part: ErasedPart;
  readonly retention: Retention | null;
  readonly reason: string;
  readonly erasedAt: string;
}

function toErasure({ id, record, fields, keys }: Member, erasure: Erasure): PersonEvent {
  const { part, retention, reason, erasedAt } = erasure;
  const data: ErasedPerson = {
    third_party_id: id,
    version: record.version + 1,
    part,
    fields,
    keys,
    kept_until: part === 'all' ? null : (retention?.until ?? null),
    reason,
    erased_at: erasedAt,
  };
  return { type: 'PersonErased', data };
}

/** The values of a third party after the erasure. */
export function buildErasedValues({ part, erased_at }: Pick<ErasedPerson, 'part' | 'erased_at'>): JsonRecord {
  const emptied = listPersonalFields(part).map((name): [string, Json] => [name, getEmptyValue(name)]);
  return { ...Object.fromEntries(emptied), ...(part === 'all' && { is_active: false }), erased_at, erased_part: part };
}

function getEmptyValue(name: ThirdPartyField): Json {
  if (name === 'name') return ERASED_TEXT;
  return name === 'ibans' || name === 'mandates' ? [] : null;
}

export function evolveErasure(state: RecordsState, { data }: PersonEvent): RecordsState {
  const collection = state[thirdParties.name];
  const before = collection?.byId.get(data.third_party_id);
  if (!collection || !before) return state;
  const after: StoredRecord = {
    ...before,
    version: data.version,
    data: { ...before.data, ...buildErasedValues(data) },
  };
  return { ...state, [thirdParties.name]: withRecords(thirdParties, collection, [[data.third_party_id, after]]) };
}
