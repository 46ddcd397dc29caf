import type { CompanyFile } from '../../../domain/company-file-state.ts';
import type { Language } from '../../../domain/language.ts';
import type { Field } from '../../../domain/records/field.ts';
import type { Resource } from '../../../domain/records/resource.ts';
import { FIELD_NAMES } from '../../i18n/field-names.ts';
import { findKnownColumn, type KnownColumn, type Notations } from './columns.ts';
import {
  COLUMN_HELP,
  KIND_HELP,
  SHEET_TITLES,
  SHEET_WORDS,
  VALUE_NAMES,
  type HelpKey,
  type SheetTitle,
} from './words.ts';

/** Values of a company file that a template offers for a column. */
export type ListName = 'accounts' | 'journals' | 'vat_codes' | 'third_parties' | 'analytic_codes' | 'asset_categories';

/** A value to choose from and its label. */
export type ListedValue = readonly [value: string, label: string];
export type ValueSource = (file: CompanyFile, language: Language) => readonly ListedValue[];

/**
 * A table that can be imported, as data: it determines the template, how files are read, the explanations and the
 * workbook with errors.
 */
export interface ImportSheet {
  /** Name in the path of the template. */
  readonly name: string;
  readonly title: SheetTitle;
  /** The columns that are recognised, with their names. */
  readonly resource: Resource;
  /** Titles of the columns of the template, in order. */
  readonly columns: readonly string[];
  readonly required: readonly string[];
  readonly notations?: Notations;
  readonly lists?: Readonly<Record<string, ListName>>;
  /** Lists that are not records. */
  readonly otherValues?: Partial<Readonly<Record<ListName, ValueSource>>>;
  readonly help?: Readonly<Record<string, HelpKey>>;
}

type Declared = Pick<ImportSheet, 'title' | 'help'>;

const TARGET_LISTS: Readonly<Record<string, ListName>> = {
  accounts: 'accounts',
  journals: 'journals',
  'vat-codes': 'vat_codes',
  'third-parties': 'third_parties',
  'analytic-codes': 'analytic_codes',
};

/** The sheet of a resource: its columns follow from its fields. */
export function createRecordSheet(resource: Resource, { title, help }: Declared): ImportSheet {
  const columns = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.hidden || field.editable === 'internal' || field.kind === 'object' || field.kind === 'labels'
      ? []
      : [{ title: getColumnTitle(name, field), field }],
  );
  return {
    name: resource.name,
    title,
    resource,
    columns: columns.map((column) => column.title),
    required: columns.filter(({ field }) => field.required).map((column) => column.title),
    lists: listReferences(resource),
    ...(help && { help }),
  };
}

/** Lists of values of columns that refer to records. */
export const listReferences = ({ fields }: Resource): Record<string, ListName> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const list = field.kind === 'reference' ? TARGET_LISTS[field.to] : undefined;
      return list ? [[getColumnTitle(name, field), list]] : [];
    }),
  );

export const getColumnTitle = (name: string, field: Field): string =>
  field.kind === 'reference' ? name.replace(/_id$/, '') : name;

/** A heading of the template, which is recognised again when the file comes back. */
export function chooseHeading({ resource }: ImportSheet, title: string, language: Language): string {
  const label = FIELD_NAMES.get(`${title}_id`)?.[language] ?? FIELD_NAMES.get(title)?.[language];
  return label !== undefined && isColumn(findKnownColumn(resource, label), title)
    ? capitalise(label)
    : capitalise(title);
}

const isColumn = (known: KnownColumn | undefined, title: string): boolean =>
  known !== undefined && known !== 'left alone' && known.title === title;

const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** How a column is shown and explained. */
export interface SheetColumn {
  readonly title: string;
  readonly heading: string;
  readonly isRequired: boolean;
  readonly kind: 'text' | 'integer' | 'amount' | 'date';
  readonly explanation: string;
  /** Values to choose from: fixed ones, or a list of the company file. */
  readonly values: readonly string[] | ListName | null;
}

export const describeColumns = (sheet: ImportSheet, language: Language): readonly SheetColumn[] =>
  sheet.columns.map((title) => describeColumn(sheet, title, language));

export function describeColumn(sheet: ImportSheet, title: string, language: Language): SheetColumn {
  const { resource, notations = {}, lists = {}, help = {}, required } = sheet;
  const field = resource.fields[`${title}_id`] ?? resource.fields[title]!;
  const values = lists[title] ?? listFixedValues(field, language);
  const notation = notations[title] ?? (field.kind === 'date' ? 'date' : undefined);
  const own = help[title];
  return {
    title,
    heading: chooseHeading(sheet, title, language),
    isRequired: required.includes(title),
    kind: notation ?? (field.kind === 'integer' ? 'integer' : field.kind === 'decimal' ? 'amount' : 'text'),
    explanation: [explainKind(field, notation, values, language), own && COLUMN_HELP[own][language]]
      .filter(Boolean)
      .join(' '),
    values,
  };
}

function listFixedValues(field: Field, language: Language): readonly string[] | null {
  if (field.kind === 'boolean') return [SHEET_WORDS.yes[language], SHEET_WORDS.no[language]];
  return field.kind === 'choice' ? field.values.map((value) => VALUE_NAMES[value]?.[language] ?? value) : null;
}

function explainKind(
  field: Field,
  notation: 'amount' | 'date' | undefined,
  values: SheetColumn['values'],
  language: Language,
): string {
  if (notation) return KIND_HELP[notation][language];
  if (typeof values === 'string')
    return KIND_HELP.reference[language]
      .replace('{list}', SHEET_WORDS.lists[language])
      .replace('{target}', SHEET_TITLES[values][language]);
  switch (field.kind) {
    case 'choice':
      return KIND_HELP.choice[language].replace('{values}', (values ?? []).join(', '));
    case 'text':
      if (field.format === 'country') return '';
      return KIND_HELP.text[language].replace('{max}', String(field.max));
    case 'integer':
    case 'boolean':
    case 'decimal':
    case 'list':
      return KIND_HELP[field.kind][language];
    default:
      return '';
  }
}
