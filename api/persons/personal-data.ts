import { z } from 'zod';
import type { KnownPerson } from '../../commands/persons/personal-data.ts';
import type { Language } from '../../domain/language.ts';
import { CONTACT_FIELDS } from '../../domain/persons/personal-field-names.ts';
import { ERASED_PARTS } from '../../domain/persons/person-events.ts';
import { plainDate, recordId, timestamp } from '../http/reply/output.ts';
import { createTimestamp } from '../../commands/support/timestamp.ts';
import { translate } from '../i18n/translate.ts';
import { explainRetention } from './kept.ts';

/** The export of what is known of a third party. */

const Datum = z
  .object({
    field: z.string(),
    value: z.unknown().meta({ description: 'The value as it is stored.' }),
    kept_until: plainDate
      .nullable()
      .meta({ description: 'Last day on which it must be kept. Null: it can be erased.' }),
    reason: z.string().meta({ description: 'Why it is kept until then, or why it can be erased.' }),
  })
  .meta({ id: 'PersonalDatum' });

const Use = z
  .object({
    resource: z.string().meta({ description: 'Collection in which the person appears, as in paths.' }),
    count: z.int().meta({ description: 'Number of records with the person.' }),
    first_date: plainDate.nullable(),
    last_date: plainDate.nullable(),
  })
  .meta({ id: 'PersonUse' });

export const PersonFile = z
  .object({
    path: z.string().meta({ description: 'Path in the ZIP.' }),
    name: z.string(),
    mime: z.string(),
    sha256: z.string(),
    resource: z.string().meta({ description: 'Collection of the record that has the file.' }),
    id: recordId,
  })
  .meta({ id: 'PersonFile' });

export const PersonalData = z
  .object({
    generated_at: timestamp,
    third_party_id: recordId,
    name: z.string(),
    is_natural_person: z.boolean(),
    erased_at: timestamp.nullable(),
    kept_until: plainDate.nullable().meta({ description: 'Last day on which accounting data must be kept.' }),
    data: z.array(Datum).meta({ description: 'Present values. Empty once everything was erased.' }),
    earlier_values: z.array(z.object({ field: z.string(), value: z.unknown(), until: timestamp })).meta({
      description: 'Values that were replaced later.',
    }),
    used_in: z.array(Use).meta({ description: 'Where the data are used.' }),
    files: z.array(PersonFile),
    erasures: z.array(
      z.object({ erased_at: timestamp, part: z.enum(ERASED_PARTS), fields: z.array(z.string()), reason: z.string() }),
    ),
  })
  .meta({ id: 'PersonalData' });

export function presentPersonalData(known: KnownPerson, id: number, language: Language): z.output<typeof PersonalData> {
  const { retention } = known;
  const isKept = (field: string): boolean => !(CONTACT_FIELDS as readonly string[]).includes(field);
  const explain = (field: string): string =>
    retention && isKept(field) ? explainRetention(retention, language) : translate('person_kept_never', language);
  return {
    generated_at: createTimestamp(),
    third_party_id: id,
    name: known.name,
    is_natural_person: known.isNaturalPerson,
    erased_at: known.erasedAt,
    kept_until: retention?.until ?? null,
    data: known.fields.map(({ name, value }) => ({
      field: name,
      value,
      kept_until: isKept(name) ? (retention?.until ?? null) : null,
      reason: explain(name),
    })),
    earlier_values: [...known.earlier],
    used_in: [...known.uses],
    files: known.files.map((file) => ({ path: buildFilePath(file), ...file })),
    erasures: known.erasures.map(({ created_at, part, fields, reason }) => ({
      erased_at: created_at,
      part,
      fields: [...fields],
      reason,
    })),
  };
}

/** Equal names of different files differ by their hash. */
const buildFilePath = ({ resource, id, name, sha256 }: KnownPerson['files'][number]): string =>
  `files/${resource}/${id}-${sha256.slice(0, 8)}-${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}`;
