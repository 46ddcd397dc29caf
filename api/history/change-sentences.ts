import { readEventsAt } from '../../commands/history/read-events.ts';
import type { Language } from '../../domain/language.ts';
import { loadChangesByEvent, loadUserNames } from '../../projections/activity/changes-by-event.ts';
import { readRecordLabels } from '../../projections/history/labels.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';

/**
 * Describes an event as a sentence: “Anne a comptabilisé l’écriture ACH 12”. Each subject defines the sentences of its
 * events.
 */

export interface DescribedEvent {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly company_id: number | null;
  readonly user_name: string | null;
}

/** `EntryPosted` → `told_entry_posted`. */
export const getSentenceKey = (type: string): string =>
  `told${type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** By event position. */
export async function buildSentences(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  events: readonly DescribedEvent[],
  language: Language,
): Promise<ReadonlyMap<number, string>> {
  const inFiles = events.flatMap(({ company_id, position }) => (company_id === null ? [] : [{ company_id, position }]));
  const [changes, members] = await Promise.all([
    loadChangesByEvent(pool, inFiles),
    readMemberNames({ pool, log }, events),
  ]);
  const companies = new Set(inFiles.map(({ company_id }) => company_id));
  const labels = await readRecordLabels(pool, [...companies], [...changes.values()]);
  return new Map(
    events.map((event) => {
      const change = changes.get(event.position);
      const member = members.get(event.position);
      const label = (change && labels.get(`${change.resource}:${change.record_id}`)) ?? member?.label ?? '';
      const count = change?.count ?? 1;
      const user = event.user_name ?? translate('told_by_service', language);
      const params = { user, label, count, member: member?.name ?? translate('told_someone', language) };
      const what = change ? describeResource(change.resource, { label, count }, language) : label;
      return [event.position, buildSentence(event.type, { ...params, what }, language)] as const;
    }),
  );
}

export interface DescribedChange {
  readonly type: string;
  readonly resource: string;
  /** Name of the record. */
  readonly label: string | null;
  readonly user_name: string | null;
}

/** Describes what an event did to one of its records. */
export function buildChangeSentence({ type, resource, label, user_name }: DescribedChange, language: Language): string {
  const params = { label: label ?? '', count: 1 };
  const what = describeResource(resource, params, language);
  const user = user_name ?? translate('told_by_service', language);
  return buildSentence(type, { ...params, user, what, member: translate('told_someone', language) }, language);
}

function describeResource(resource: string, params: { label: string; count: number }, language: Language): string {
  const key = `told_what_${resource.replaceAll('-', '_')}`;
  return isMessageKey(key) ? translate(key, language, params).trim() : params.label;
}

function buildSentence(type: string, params: Readonly<Record<string, string | number>>, language: Language): string {
  const key = getSentenceKey(type);
  return isMessageKey(key) ? translate(key, language, params).trim() : translate('activity_other', language);
}

interface Named {
  readonly name: string | undefined;
  /** Code of a company file. */
  readonly label: string | undefined;
}

/** Names for events of firms, which change no record of a company file; read from the log. */
async function readMemberNames(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  events: readonly DescribedEvent[],
): Promise<ReadonlyMap<number, Named>> {
  const byStream = new Map<string, number[]>();
  for (const { stream, revision, company_id } of events)
    if (company_id === null) byStream.set(stream, [...(byStream.get(stream) ?? []), revision]);
  const read = [...byStream].map(([stream, revisions]) => readEventsAt(log, stream, revisions));
  const stored = (await Promise.all(read)).flat();
  const findUserId = (data: Readonly<Record<string, unknown>>): number | undefined =>
    typeof data['user_id'] === 'number' ? data['user_id'] : undefined;
  const ids = stored.flatMap(({ data }) => findUserId(data) ?? []);
  const names = await loadUserNames(pool, [...new Set(ids)]);
  return new Map(
    stored.map(({ position, data }) => {
      const code = data['code'] ?? (data['company'] as { code?: unknown } | undefined)?.code;
      const name = names.get(findUserId(data) ?? 0);
      return [position, { name, label: typeof code === 'string' ? code : undefined }] as const;
    }),
  );
}
