import type { Field } from '../../../domain/records/field.ts';
import type { Resource } from '../../../domain/records/resource.ts';
import type { Problem } from '../../../domain/refusal.ts';
import { toSearchable } from '../../../domain/text.ts';

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
}

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
export function readColumns(resource: Resource, header: readonly string[], ignoresUnknown: boolean): ReadColumns {
  const known = getKnownColumns(resource);
  const problems: Problem[] = [];
  const columns: Column[] = [];
  for (const [index, text] of header.entries()) {
    const found = known.get(normaliseName(text));
    // A trailing separator on each line makes a column without a name.
    if (text === '' || found === 'left alone') continue;
    const params = { column: text };
    if (!found) {
      if (!ignoresUnknown) problems.push({ code: 'import_column_unknown', field: `columns.${index + 1}`, params });
    } else if (columns.some(({ name }) => name === found.name)) {
      problems.push({ code: 'import_column_repeated', field: `columns.${index + 1}`, params });
    } else columns.push({ ...found, index });
  }
  return { columns, problems };
}

type KnownColumn = Omit<Column, 'index'> | 'left alone';
const known = new Map<Resource, ReadonlyMap<string, KnownColumn>>();

function getKnownColumns(resource: Resource): ReadonlyMap<string, KnownColumn> {
  let columns = known.get(resource);
  if (!columns) known.set(resource, (columns = new Map(listKnownColumns(resource))));
  return columns;
}

function* listKnownColumns(resource: Resource): Generator<[string, KnownColumn]> {
  for (const name of LEFT_ALONE) yield [normaliseName(name), 'left alone'];
  const names = resource.columnNames ?? {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.hidden || field.kind === 'object' || field.kind === 'labels') continue;
    if (field.editable === 'internal') {
      yield [normaliseName(name), 'left alone'];
      continue;
    }
    yield [normaliseName(name), { name, title: name, field, isLookup: false }];
    const title = field.kind === 'reference' ? name.replace(/_id$/, '') : name;
    const column = { name, title, field, isLookup: field.kind === 'reference' };
    for (const word of [title, ...(names[title] ?? [])]) {
      if (normaliseName(word) !== normaliseName(name)) yield [normaliseName(word), column];
    }
  }
}

/** Letters and digits only: `N° TVA`, `n.tva` and `Nº tva` are the same. */
export function normaliseName(text: string): string {
  return toSearchable(text.replace(/[°º]/g, '')).replace(/[^\p{L}\p{N}]/gu, '');
}
