import type { Language } from '../../domain/language.ts';
import type { Resource } from '../../domain/records/resource.ts';
import type { RecordRow } from '../../projections/records/queries.ts';
import { objectForms } from './object-forms.ts';

/** A record as shown by the API: its fields, its label in the reader's language, additional members, its version. */
export function presentFields(
  resource: Resource,
  row: RecordRow,
  language: Language,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...getEmptyRecord(resource, more) };
  shown['id'] = row.id;
  shown['company_id'] = row.company_id;
  for (const [name, present] of listShownFields(resource)) {
    const value = row[name] ?? null;
    shown[name] = present === null || value === null ? value : present(value);
  }
  if (row['labels'])
    shown['label'] = translateLabel(language, row['label'] as string, row['labels'] as Record<string, string>);
  Object.assign(shown, more);
  shown['version'] = row.version;
  shown['lock_version'] = row.version;
  shown['created_at'] = row['created_at'];
  shown['updated_at'] = row['updated_at'];
  shown['deleted_at'] = row.deleted_at;
  return shown;
}

const ABOUT = ['version', 'lock_version', 'created_at', 'updated_at', 'deleted_at'];
const empties = new Map<Resource, Map<string, Readonly<Record<string, null>>>>();

/**
 * All members without values, in their order. Adding many members to an object one by one makes it slow to build and to
 * serialise; copying an object that has them does not, and lists consist of hundreds.
 */
function getEmptyRecord(resource: Resource, more: Readonly<Record<string, unknown>>): Readonly<Record<string, null>> {
  const others = Object.keys(more);
  const known = empties.get(resource) ?? new Map<string, Readonly<Record<string, null>>>();
  empties.set(resource, known);
  const key = others.join();
  let empty = known.get(key);
  if (!empty) {
    const fields = listShownFields(resource).map(([name]) => name);
    const names = ['id', 'company_id', ...fields, ...others, ...ABOUT];
    // Parsed from text, the object gets its final layout at once.
    empty = JSON.parse(`{${[...new Set(names)].map((name) => `"${name}":null`).join()}}`) as Record<string, null>;
    known.set(key, empty);
  }
  return empty;
}

type ShownField = readonly [name: string, present: ((stored: unknown) => unknown) | null];

const shownOf = new Map<Resource, readonly ShownField[]>();

function listShownFields(resource: Resource): readonly ShownField[] {
  let fields = shownOf.get(resource);
  if (!fields) {
    fields = Object.entries(resource.fields)
      .filter(([, { hidden }]) => !hidden)
      .map(([name, field]) => [name, field.kind === 'object' ? objectForms[field.form].present : null]);
    shownOf.set(resource, fields);
  }
  return fields;
}

/** The translation of the country pack if there is one, else the label as typed. */
export function translateLabel(
  language: Language,
  label: string,
  labels: Readonly<Record<string, string>> | null,
): string {
  return labels?.[language] ?? label;
}
