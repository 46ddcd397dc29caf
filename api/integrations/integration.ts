import { z } from 'zod';
import { CATALOGUE, findCatalogueEntry, INTEGRATION_KINDS, SCHEDULES } from '../../domain/integrations/catalogue.ts';
import type { Language } from '../../domain/language.ts';
import type { IntegrationRow, RunRow } from '../../projections/integrations/queries.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';

const CatalogueField = z
  .object({
    name: z.string().meta({ description: 'Name of the setting.' }),
    kind: z.enum(['text', 'host', 'url', 'integer', 'boolean', 'date', 'choice', 'mapping']).meta({
      description: 'Settings to fill in; `mapping` is a list of `{from, to, transform, default}`.',
    }),
    is_secret: z
      .boolean()
      .meta({ description: 'Stored encrypted and never returned in full: replies contain only its last characters.' }),
    is_required: z.boolean().meta({ description: 'Required to connect.' }),
    label: z.string().meta({ description: 'Label in the language of the caller.' }),
    default: z
      .union([z.string(), z.number(), z.boolean()])
      .nullable()
      .meta({ description: 'Value used when the setting is omitted.' }),
    choices: z.array(z.string()).nullable().meta({ description: 'Allowed values, if the setting is a choice.' }),
  })
  .meta({ id: 'IntegrationField' });

export const CatalogueIntegration = z
  .object({
    key: z
      .enum(INTEGRATION_KINDS)
      .meta({ description: 'Identifies the integration when a company file is connected.' }),
    name: z.string(),
    description: z.string().meta({ description: 'Description in the language of the caller.' }),
    direction: z.enum(['in']).meta({ description: '`in`: it fetches data and changes nothing at the source.' }),
    fields: z.array(CatalogueField).meta({ description: 'Settings of the integration.' }),
    schedules: z.array(z.enum(SCHEDULES)).meta({ description: 'Possible schedules; the first is the default.' }),
  })
  .meta({ id: 'CatalogueIntegration' });

export const presentCatalogue = (language: Language): z.output<typeof CatalogueIntegration>[] =>
  CATALOGUE.map(({ key, name, description, direction, fields, schedules }) => ({
    key,
    name: name[language],
    description: description[language],
    direction,
    fields: fields.map((field) => ({
      name: field.name,
      kind: field.kind,
      is_secret: field.is_secret,
      is_required: field.is_required,
      label: field.label[language],
      default: field.default ?? null,
      choices: field.choices ? [...field.choices] : null,
    })),
    schedules: [...schedules],
  }));

const RunError = z.object({
  code: z.string(),
  message: z.string(),
  item: z.string().nullable().meta({ description: 'The file, message or sale concerned; null for the run itself.' }),
});

export const IntegrationRun = z
  .object({
    id: recordId,
    trigger: z
      .enum(['schedule', 'request'])
      .meta({ description: 'Whether the run was scheduled or requested by a user.' }),
    status: z.enum(['queued', 'running', 'succeeded', 'partial', 'failed']).meta({
      description: '`partial`: some items could not be imported; `failed`: the source could not be read.',
    }),
    started_at: timestamp.nullable().meta({ description: 'Null while the run is queued.' }),
    finished_at: timestamp.nullable().meta({ description: 'Null until the run has finished.' }),
    counts: z.record(z.string(), z.int()).meta({
      description:
        'Number of items `found` at the source, `taken` (imported), `skipped` because they already exist or have another type, `failed`, and `left` for the next run; `rates` and `documents` for exchange rates.',
    }),
    errors: z.array(RunError).meta({ description: 'Errors of the run; at most the first fifty.' }),
    created_at: timestamp,
  })
  .meta({ id: 'IntegrationRun' });

export const presentRun = (row: RunRow, language: Language): z.output<typeof IntegrationRun> => ({
  id: row.id,
  trigger: row.trigger,
  status: row.status,
  started_at: row.started_at,
  finished_at: row.finished_at,
  counts: { ...row.counts },
  errors: row.errors.map(({ code, params, item }) => ({
    code,
    message: isMessageKey(code) ? translate(code, language, params) : code,
    item,
  })),
  created_at: row.queued_at,
});

export const Integration = z
  .object({
    id: recordId,
    key: z.enum(INTEGRATION_KINDS),
    name: z.string(),
    settings: z.record(z.string(), z.unknown()).meta({
      description:
        'By the field names of the catalogue. Only the end of a secret is shown; sent back like this, it stays unchanged.',
    }),
    schedule: z.enum(SCHEDULES),
    is_active: z.boolean().meta({ description: 'False: it runs only on request.' }),
    last_run: IntegrationRun.nullable().meta({ description: 'Null before the first run.' }),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Integration' });

/** As sent in the feed: runs are not part of the books and change without a new version. */
export const SyncedIntegration = Integration.omit({ last_run: true }).meta({ id: 'SyncedIntegration' });

export function presentSyncedIntegration(row: IntegrationRow): z.output<typeof SyncedIntegration> {
  const secrets = (findCatalogueEntry(row.kind)?.fields ?? []).filter(({ is_secret }) => is_secret);
  const hints = secrets.flatMap(({ name }) =>
    row.hints[name] === undefined ? [] : [[name, row.hints[name]] as const],
  );
  return {
    id: row.id,
    key: row.kind,
    name: row.name,
    settings: { ...row.settings, ...Object.fromEntries(hints) },
    schedule: row.schedule,
    is_active: row.is_active,
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export const presentIntegration = (
  row: IntegrationRow,
  run: RunRow | undefined,
  language: Language,
): z.output<typeof Integration> => ({
  ...presentSyncedIntegration(row),
  last_run: run ? presentRun(run, language) : null,
});
