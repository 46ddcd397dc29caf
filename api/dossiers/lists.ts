import type { Queryable } from '../../database/snapshot.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { readListRows, type ListRow } from '../../projections/dossiers/lists.ts';
import { fromPieces, type Cell, type Column, type Table, type TableDocument } from '../exports/document.ts';
import { formatDate } from '../exports/notation.ts';
import type { ReportParties } from '../reports/document.ts';
import { FIELD_NAMES } from '../i18n/field-names.ts';
import type { Services } from '../services.ts';
import { readHistoryPieces } from './history-list.ts';
import { LISTS, type ExportedList, type ListColumn } from './list-columns.ts';
import type { ExportFilter } from './list-filters.ts';
import { findColumnLabels, getWord, WORDS } from './words.ts';

/** The lists of a company file as documents. */

export const LIST_TYPES = Object.keys(LISTS) as ExportedList[];
export const isList = (type: string): type is ExportedList => Object.hasOwn(LISTS, type);

export interface ListRequest {
  readonly db: Queryable;
  readonly services: Pick<Services, 'pool' | 'log'>;
  readonly companyId: number;
  readonly type: ExportedList;
  readonly filter: ExportFilter;
  readonly language: Language;
  readonly title: string;
  readonly date: PlainDate;
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
  readonly remark: string | null;
}

export function buildListDocument(parties: ReportParties, request: ListRequest): TableDocument {
  const { type, language, title, date, from, to, remark } = request;
  const columns = LISTS[type];
  const days = [from, to].filter((day) => day !== undefined);
  const period = days.join('/');
  return {
    language,
    title,
    date,
    currency: parties.row.currency,
    sender: parties.firm,
    recipient: null,
    report: {
      company: parties.company,
      period: { term: period, text: days.map((day) => formatDate(day, language)).join(' – ') },
      ...(remark !== null && { remark }),
    },
    isLandscape: columns.length > 5,
    facts: [],
    tables: [
      {
        key: type,
        title,
        columns: columns.map((column) => buildColumn(column, language)),
        emptyText: WORDS.nothing[language],
        ...streamListRows(request),
      },
    ],
    fileName: [title, parties.company.name, period.replace('/', ' ')].filter(Boolean).join(' '),
  };
}

function streamListRows(request: ListRequest): Pick<Table, 'streamRows' | 'pieces'> {
  const { db, services, companyId, type, filter, language, from, to } = request;
  if (type === 'history')
    return fromPieces(() => readHistoryPieces({ services, db, companyId, filter: { ...filter, from, to }, language }));
  return {
    async *streamRows() {
      for await (const row of readListRows(db, type, { filter, companyId, language, from, to }))
        yield { cells: LISTS[type].map(([key, kind]) => buildCell(row, key, kind, language)) };
    },
  };
}

/** Uses the field name of requests, or else the label used only in files. */
function buildColumn([key, kind, width, where]: ListColumn, language: Language): Column {
  const labels = FIELD_NAMES.get(key) ?? findColumnLabels(key);
  if (!labels) throw new Error(`Column ${key} has no label`);
  const label = labels[language];
  return {
    key,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    kind: kind === 'word' || kind === 'translated' ? 'text' : kind,
    width,
    ...(where && { isOffPaper: true }),
  };
}

function buildCell(row: ListRow, key: string, kind: ListColumn[1], language: Language): Cell {
  const value = row[key] ?? (key === 'communication' ? row['structured_communication'] : null) ?? null;
  if (value === null) return null;
  if (kind === 'translated') return { term: String(row['number'] ?? row['code']), text: String(value) };
  if (kind !== 'word') return typeof value === 'number' ? value : String(value);
  return getWord(String(value), language);
}
