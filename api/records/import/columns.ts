import type { Field } from '../../../domain/records/field.ts';
import type { Resource } from '../../../domain/records/resource.ts';
import type { Problem } from '../../../domain/refusal.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { toSearchable } from '../../../domain/text.ts';
import { FIELD_NAMES } from '../../i18n/field-names.ts';
import { SHEET_WORDS } from './words.ts';

/** A column of the file and the field it fills. */
export interface Column {
  /** Name of the field. */
  readonly name: string;
  /** Name in messages: that of the field, or `account` for the number of an account. */
  readonly title: string;
  readonly field: Field;
  /** The cell contains the key of a record instead of its id. */
  readonly isLookup: boolean;
  readonly index: number;
  /** How people write its values, if not as requests do. */
  readonly notation?: Notation;
}

/** What the texts and numbers of a column mean. */
export type Notation = 'amount' | 'date';

/** Notations of columns that are texts for the declaration, by title. */
export type Notations = Readonly<Record<string, Notation>>;

/** Members that a file exported by the service contains but that cannot be set. */
const LEFT_ALONE = [
  'id',
  'company_id',
  'version',
  'lock_version',
  'created_at',
  'updated_at',
  'deleted_at',
  'deleted_by',
];

export interface ReadColumns {
  readonly columns: readonly Column[];
  /** Unknown or repeated columns. */
  readonly problems: readonly Problem[];
}

/** Maps the column headers of the file to fields of the resource. */
export function readColumns(
  resource: Resource,
  header: readonly string[],
  ignoresUnknown: boolean,
  notations: Notations = {},
): ReadColumns {
  const problems: Problem[] = [];
  const columns: Column[] = [];
  for (const [index, text] of header.entries()) {
    const found = findKnownColumn(resource, text);
    // A trailing separator on each line makes a column without a name.
    if (text === '' || found === 'left alone') continue;
    const params = { column: text };
    if (!found) {
      if (!ignoresUnknown) problems.push({ code: 'import_column_unknown', field: `columns.${index + 1}`, params });
    } else if (columns.some(({ name }) => name === found.name)) {
      problems.push({ code: 'import_column_repeated', field: `columns.${index + 1}`, params });
    } else {
      const notation = notations[found.title] ?? (found.field.kind === 'date' ? 'date' : undefined);
      columns.push({ ...found, index, ...(notation && { notation }) });
    }
  }
  return { columns, problems };
}

export type KnownColumn = Omit<Column, 'index' | 'notation'> | 'left alone';

/** The column with this heading, in any language or in the words of the API. */
export const findKnownColumn = (resource: Resource, heading: string): KnownColumn | undefined =>
  getKnownColumns(resource).get(normaliseName(heading));

const known = new Map<Resource, ReadonlyMap<string, KnownColumn>>();

function getKnownColumns(resource: Resource): ReadonlyMap<string, KnownColumn> {
  let columns = known.get(resource);
  if (!columns) known.set(resource, (columns = new Map(listKnownColumns(resource))));
  return columns;
}

/** Later ones take precedence: the usual names of a column before the label of another one. */
function* listKnownColumns(resource: Resource): Generator<[string, KnownColumn]> {
  const fields = Object.entries(resource.fields).filter(
    ([, { hidden, kind }]) => !hidden && kind !== 'object' && kind !== 'labels',
  );
  for (const [name, field] of fields) {
    const labels =
      field.editable === 'internal' ? undefined : (FIELD_NAMES.get(name) ?? FIELD_NAMES.get(getTitle(name, field)));
    for (const language of LANGUAGES) if (labels) yield [normaliseName(labels[language]), toKnownColumn(name, field)];
  }
  for (const name of [...LEFT_ALONE, ...Object.values(SHEET_WORDS.faults)]) yield [normaliseName(name), 'left alone'];
  const names = resource.columnNames ?? {};
  for (const [name, field] of fields) {
    if (field.editable === 'internal') {
      yield [normaliseName(name), 'left alone'];
      continue;
    }
    yield [normaliseName(name), { name, title: name, field, isLookup: false }];
    const column = toKnownColumn(name, field);
    for (const word of [column.title, ...(names[column.title] ?? [])]) {
      if (normaliseName(word) !== normaliseName(name)) yield [normaliseName(word), column];
    }
  }
}

const getTitle = (name: string, field: Field): string => (field.kind === 'reference' ? name.replace(/_id$/, '') : name);

const toKnownColumn = (name: string, field: Field) => ({
  name,
  title: getTitle(name, field),
  field,
  isLookup: field.kind === 'reference',
});

/** Letters and digits only: `N° TVA`, `n.tva` and `Nº tva` are the same. */
export function normaliseName(text: string): string {
  return toSearchable(text.replace(/[°º]/g, '')).replace(/[^\p{L}\p{N}]/gu, '');
}
