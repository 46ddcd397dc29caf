import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { readRecordLabels } from '../../projections/history/labels.ts';
import {
  getRevisionOp,
  readRevisions,
  type ListedRevision,
  type RevisionFilter,
} from '../../projections/history/revisions.ts';
import type { Row, Term } from '../exports/document.ts';
import { flattenSettings } from '../history/revision.ts';
import { buildSentences } from '../history/change-sentences.ts';
import { FIELD_NAMES } from '../i18n/field-names.ts';
import type { Services } from '../services.ts';
import { findColumnLabels, getWord } from './words.ts';

/** The history as a list: one row per changed record, with the sentence of its event and the values that changed. */

export interface HistoryList {
  readonly services: Pick<Services, 'pool' | 'log'>;
  readonly db: Queryable;
  readonly companyId: number;
  readonly filter: RevisionFilter;
  readonly language: Language;
}

export async function* readHistoryPieces(list: HistoryList): AsyncGenerator<readonly Row[]> {
  const { services, db, companyId, filter, language } = list;
  for await (const revisions of readRevisions(db, companyId, filter)) {
    const events = new Map(revisions.map((row) => [row.position, { ...row, company_id: companyId }]));
    const [sentences, labels] = await Promise.all([
      buildSentences(services, [...events.values()], language),
      readRecordLabels(services.pool, [companyId], revisions),
    ]);
    yield revisions.map((row) => ({
      cells: [
        row.local_time.slice(0, 10),
        row.local_time.slice(11),
        row.user_name,
        { term: row.type, text: sentences.get(row.position) ?? '' },
        getWord(getRevisionOp(row), language),
        nameRecord(row, labels),
        row.version,
        describeChanges(row, language),
        row.device_name ?? row.device_id,
        row.operation_id,
      ],
    }));
  }
}

/** A record may be renamed later: its id is the data, its current name only the text. */
const nameRecord = ({ resource, record_id }: ListedRevision, labels: ReadonlyMap<string, string>): Term => {
  const key = `${resource}:${record_id}`;
  return { term: key, text: labels.get(key) ?? `${resource} ${record_id}` };
};

/** Never leaves the service in a list. */
const SECRET_FIELDS = new Set(['national_number']);
const MAX_VALUE = 80;
const MAX_TEXT = 2_000;

/** “name: A → B; lines”. Long lists and objects are only named. */
function describeChanges(row: ListedRevision, language: Language): Term | null {
  if (getRevisionOp(row) !== 'update') return null;
  const before = flattenSettings(row.before) ?? {};
  const after = flattenSettings(row.after) ?? {};
  const describe = (toName: (name: string) => string): string =>
    Object.keys(after)
      .filter((name) => before[name] !== after[name])
      .map((name) => {
        const values = SECRET_FIELDS.has(name) ? null : describeValues(before[name], after[name]);
        return values === null ? toName(name) : `${toName(name)}: ${values}`;
      })
      .join('; ')
      .slice(0, MAX_TEXT);
  return { term: describe((name) => name), text: describe((name) => nameField(name, language)) };
}

const nameField = (name: string, language: Language): string =>
  (FIELD_NAMES.get(name) ?? findColumnLabels(name))?.[language] ?? name;

function describeValues(before: unknown, after: unknown): string | null {
  const values = [before, after].map((value) => {
    if (value === null || value === undefined) return '–';
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? String(value).slice(0, MAX_VALUE) : null;
  });
  return values.includes(null) ? null : values.join(' → ');
}
