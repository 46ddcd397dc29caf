import type { Queryable } from '../../database/snapshot.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { Labels, Language } from '../../domain/language.ts';
import { readListRows, type ListRow, type ListType } from '../../projections/dossiers/lists.ts';
import type { Cell, Column, ColumnKind, TableDocument } from '../exports/document.ts';
import { formatDate } from '../exports/notation.ts';
import type { ReportParties } from '../reports/document.ts';
import { FIELD_NAMES } from '../i18n/field-names.ts';
import { WORDS } from './words.ts';

/** The lists of a company file as documents: the columns of each, in order. */

type ListColumn = readonly [key: string, kind: ColumnKind | 'word', width: number, where?: 'off paper'];

const LISTS: Readonly<Record<ListType, readonly ListColumn[]>> = {
  accounts: [
    ['number', 'text', 12],
    ['label', 'text', 44],
    ['type', 'word', 16],
    ['control_role', 'word', 20],
    ['is_active', 'word', 9],
  ],
  'journal-list': [
    ['code', 'text', 9],
    ['label', 'text', 40],
    ['type', 'word', 26],
    ['account', 'text', 12],
    ['iban', 'text', 26],
  ],
  'vat-codes': [
    ['code', 'text', 16],
    ['label', 'text', 60],
    ['direction', 'word', 12],
    ['rate', 'percent', 9],
    ['is_active', 'word', 9],
  ],
  'third-parties': [
    ['code', 'text', 13],
    ['type', 'word', 13],
    ['name', 'text', 34],
    ['vat_number', 'text', 17],
    ['enterprise_number', 'text', 17, 'off paper'],
    ['street', 'text', 28],
    ['house_number', 'text', 13],
    ['postal_code', 'text', 10],
    ['city', 'text', 20],
    ['country', 'text', 7],
    ['email', 'text', 28, 'off paper'],
    ['phone', 'text', 16, 'off paper'],
    ['iban', 'text', 26],
    ['account', 'text', 11],
  ],
  documents: [
    ['document_date', 'date', 13],
    ['direction', 'word', 12],
    ['is_credit_note', 'word', 12],
    ['number', 'text', 18],
    ['third_party', 'text', 34],
    ['due_date', 'date', 13],
    ['currency', 'text', 12],
    ['amount_net', 'amount', 15],
    ['amount_vat', 'amount', 15],
    ['amount_gross', 'amount', 15],
    ['status', 'word', 13],
  ],
  'bank-transactions': [
    ['entry_date', 'date', 18],
    ['value_date', 'date', 15],
    ['account_iban', 'text', 22],
    ['statement_number', 'text', 9],
    ['counterpart_name', 'text', 30],
    ['counterpart_iban', 'text', 26],
    ['communication', 'text', 40],
    ['amount', 'amount', 15],
    ['currency', 'text', 12],
    ['status', 'word', 13],
  ],
  lettering: [
    ['code', 'text', 10],
    ['settled_on', 'date', 13],
    ['account', 'text', 12],
    ['third_party', 'text', 40],
    ['total', 'amount', 16],
  ],
};

export const LIST_TYPES = Object.keys(LISTS) as ListType[];
export const isList = (type: string): type is ListType => Object.hasOwn(LISTS, type);

/** Whether the list has a date column to filter by. */
export const isDated = (type: ListType): boolean => LISTS[type].some(([, kind]) => kind === 'date');

export interface ListRequest {
  readonly db: Queryable;
  readonly companyId: number;
  readonly type: ListType;
  readonly language: Language;
  readonly title: string;
  readonly date: PlainDate;
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
  readonly remark: string | null;
}

export function buildListDocument(parties: ReportParties, request: ListRequest): TableDocument {
  const { db, companyId, type, language, title, date, from, to, remark } = request;
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
        async *streamRows() {
          for await (const row of readListRows(db, type, { companyId, language, from, to }))
            yield { cells: columns.map(([key, kind]) => buildCell(row, key, kind, language)) };
        },
      },
    ],
    fileName: [title, parties.company.name, period.replace('/', ' ')].filter(Boolean).join(' '),
  };
}

/** Uses the field name of requests, or else the label used only in files. */
function buildColumn([key, kind, width, where]: ListColumn, language: Language): Column {
  const labels: Labels | undefined = FIELD_NAMES.get(key) ?? (WORDS as Readonly<Record<string, Labels>>)[key];
  if (!labels) throw new Error(`Column ${key} has no label`);
  const label = labels[language];
  return {
    key,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    kind: kind === 'word' ? 'text' : kind,
    width,
    ...(where && { isOffPaper: true }),
  };
}

function buildCell(row: ListRow, key: string, kind: ListColumn[1], language: Language): Cell {
  const value = row[key] ?? (key === 'communication' ? row['structured_communication'] : null) ?? null;
  if (value === null) return null;
  if (key === 'label') return { term: String(row['number'] ?? row['code']), text: String(value) };
  if (kind !== 'word') return typeof value === 'number' ? value : String(value);
  const term = String(value);
  return { term, text: (WORDS as Readonly<Record<string, Labels>>)[`is_${term}`]?.[language] ?? term };
}
