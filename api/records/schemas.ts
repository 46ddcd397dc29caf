import { z } from 'zod';
import { LANGUAGES } from '../../domain/language.ts';
import type { Field } from '../../domain/records/field.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { bool, choice, date, decimal, id, instant, integer, list, sort, text } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { warningsMember } from '../http/reply/warnings.ts';
import { formats } from './formats.ts';
import { objectForms } from './object-forms.ts';

/** Body, filters and reply of a resource, derived from its declaration. */

/** The part of a record API that is needed here; independent of how records are written. */
interface Answered {
  readonly resource: Resource;
  readonly answer: z.ZodObject;
  readonly warnings?: unknown;
}

export function buildCreateBody(resource: Resource): z.ZodObject {
  return z.object(
    mapFields(resource, (field) =>
      field.editable === 'internal'
        ? null
        : field.required
          ? buildInputSchema(field)
          : buildInputSchema(field).nullish(),
    ),
  );
}

/** Every field is optional; a field that is required or has an initial value may be omitted but not emptied. */
export function buildPatchBody(resource: Resource): z.ZodObject {
  return z.object(
    mapFields(resource, (field) =>
      field.editable === 'internal'
        ? null
        : isNeverEmpty(field)
          ? buildInputSchema(field).optional()
          : buildInputSchema(field).nullish(),
    ),
  );
}

const isNeverEmpty = ({ required, initial, isGenerated }: Field): boolean =>
  required === true || initial !== undefined || isGenerated === true;

/** Maximum value of `limit`. */
const MAX_LIMIT = 1_000;

/** Lists are filtered by choices, flags, numbers and references, searched with `q`, and cut off with `limit`. */
export function buildFilterQuery(resource: Resource): z.ZodObject {
  const narrowing = mapFields(resource, (field, name) =>
    ['choice', 'boolean', 'integer', 'reference'].includes(field.kind) || resource.narrowedBy?.includes(name)
      ? field.hidden || field.isDerived
        ? null
        : buildInputSchema(field).optional()
      : null,
  );
  return z.object({
    ...narrowing,
    q: text(200)
      .optional()
      .meta({ description: 'Words that the record must all contain, in any order; accents and case are ignored.' }),
    sort: sort(
      listSortableFields(resource),
      `by ${(resource.listedBy ?? resource.unique[0] ?? ['id']).join(', ')}`,
    ).optional(),
    limit: integer({ min: 1, max: MAX_LIMIT })
      .optional()
      .meta({ description: 'Maximum number of records, from the start of the list; by default all.' }),
  });
}

/** Comparable fields: no lists, translations or objects, and no ids of other records, whose order means nothing. */
function listSortableFields({ fields }: Resource): readonly string[] {
  const own = Object.entries(fields).filter(
    ([, { kind, hidden, isDerived }]) =>
      !hidden && !isDerived && !['list', 'labels', 'object', 'reference'].includes(kind),
  );
  return ['id', ...own.map(([name]) => name), 'created_at', 'updated_at'];
}

export function buildRecordSchema(resource: Resource, extras: Readonly<Record<string, z.ZodType>> = {}): z.ZodObject {
  const fields = mapFields(resource, (field) => (field.hidden ? null : buildOutputSchema(field)));
  return z
    .object({
      id: recordId,
      company_id: recordId,
      ...fields,
      ...extras,
      version: z.int(),
      lock_version: z.int(),
      created_at: timestamp,
      updated_at: timestamp,
      deleted_at: timestamp.nullable(),
    })
    .meta({ id: toSchemaName(resource.name) });
}

/** Schema of a record as returned when it was written. */
export const buildWrittenSchema = ({ resource, answer, warnings }: Answered): z.ZodObject =>
  warnings ? answer.extend({ warnings: warningsMember }).meta({ id: `Written${toSchemaName(resource.name)}` }) : answer;

/** `vat-codes` → `VatCode` */
function toSchemaName(resource: string): string {
  const singular = resource.endsWith('series') ? resource : resource.replace(/ies$/, 'y').replace(/s$/, '');
  return singular.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function mapFields(
  resource: Resource,
  schemaOf: (field: Field, name: string) => z.ZodType | null,
): Record<string, z.ZodType> {
  const schemas: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const schema = schemaOf(field, name);
    if (schema) schemas[name] = schema;
  }
  return schemas;
}

export function buildInputSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return field.format ? formattedText(field.max, field.format) : text(field.max);
    case 'integer':
      return integer({ min: field.min, max: field.max });
    case 'boolean':
      return bool();
    case 'choice':
      return choice(field.values);
    case 'date':
      return date();
    case 'timestamp':
      return instant();
    case 'decimal':
      return decimal(2, field.max);
    case 'reference':
      return id();
    case 'list':
      return list(formattedText(50, field.format), { max: field.max });
    case 'labels':
      return z.record(z.enum(LANGUAGES), text(200));
    case 'object':
      return objectForms[field.form].input;
  }
}

/** Separators are allowed when typing, but the length limit applies to the stored form. */
export function formattedText(max: number, format: keyof typeof formats) {
  const { read, problem } = formats[format];
  return text(max + 20).transform((value, context) => {
    const stored = read(value);
    if (stored !== null && stored.length <= max) return stored;
    context.issues.push({
      code: 'custom',
      input: value,
      params: stored === null ? { key: problem } : { key: 'text_too_long', params: { max } },
    });
    return z.NEVER;
  });
}

export function buildOutputSchema(field: Field): z.ZodType {
  const schema = selectOutputSchema(field);
  return isNeverEmpty(field) ? schema : schema.nullable();
}

function selectOutputSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return z.string();
    case 'integer':
      return z.int();
    case 'boolean':
      return z.boolean();
    case 'choice':
      return z.enum(field.values as [string, ...string[]]);
    case 'date':
      return plainDate;
    case 'timestamp':
      return timestamp;
    case 'decimal':
      return decimalString;
    case 'reference':
      return recordId;
    case 'list':
      return z.array(z.string());
    case 'labels':
      return z.partialRecord(z.enum(LANGUAGES), z.string());
    case 'object':
      return objectForms[field.form].output;
  }
}
