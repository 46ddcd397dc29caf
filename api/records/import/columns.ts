import type { Field } from '../../../domain/records/field.ts';
import type { Resource } from '../../../domain/records/resource.ts';
import type { Problem } from '../../../domain/refusal.ts';
import { searchable } from '../../../domain/text.ts';

/** What a column of the file gives. */
export interface Column {
  /** Name of the field. */
  readonly name: string;
  /** Name in messages: that of the field, or `account` for the number of an account. */
  readonly title: string;
  readonly field: Field;
  /** The cell names a record by its key instead of its id. */
  readonly isLookup: boolean;
  readonly index: number;
}

/** Members of a record that a file taken from the service has, and that nobody sets. */
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
  /** Columns that nobody knows, or that come twice. */
  readonly problems: readonly Problem[];
}

/** The columns in the words of whoever made the file, as fields of the resource. */
export function readColumns(resource: Resource, header: readonly string[], ignoresUnknown: boolean): ReadColumns {
  const known = columnsOf(resource);
  const problems: Problem[] = [];
  const columns: Column[] = [];
  for (const [index, text] of header.entries()) {
    const found = known.get(plain(text));
    // A separator at the end of each line makes a column without a name.
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

function columnsOf(resource: Resource): ReadonlyMap<string, KnownColumn> {
  let columns = known.get(resource);
  if (!columns) known.set(resource, (columns = new Map(knownColumns(resource))));
  return columns;
}

function* knownColumns(resource: Resource): Generator<[string, KnownColumn]> {
  for (const name of LEFT_ALONE) yield [plain(name), 'left alone'];
  const names = resource.columnNames ?? {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.hidden || field.kind === 'object' || field.kind === 'labels') continue;
    if (field.editable === 'internal') {
      yield [plain(name), 'left alone'];
      continue;
    }
    yield [plain(name), { name, title: name, field, isLookup: false }];
    const title = field.kind === 'reference' ? name.replace(/_id$/, '') : name;
    const column = { name, title, field, isLookup: field.kind === 'reference' };
    for (const word of [title, ...(names[title] ?? [])]) {
      if (plain(word) !== plain(name)) yield [plain(word), column];
    }
  }
}

/** Letters and digits alone: `N° TVA`, `n.tva` and `Nº tva` are one. */
export function plain(text: string): string {
  return searchable(text.replace(/[°º]/g, '')).replace(/[^\p{L}\p{N}]/gu, '');
}
