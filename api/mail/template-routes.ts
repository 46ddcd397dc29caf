import { z } from 'zod';
import { setMailTemplate } from '../../commands/mail/set-template.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { DEFAULT_TEMPLATES } from '../../domain/mail/default-templates.ts';
import { PLACEHOLDERS, TEMPLATE_KINDS, type TemplateKind } from '../../domain/mail/kinds.ts';
import { LONGEST_BODY, LONGEST_SUBJECT } from '../../domain/mail/templates.ts';
import { refuseInvalid, isRefusal } from '../../domain/refusal.ts';
import { listMailTemplates, type TemplateRow } from '../../projections/mail/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { choice, text } from '../http/input/fields.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';

const MailTemplate = z
  .object({
    id: recordId.nullable().meta({ description: 'Null: the company file uses the default text.' }),
    kind: z.enum(TEMPLATE_KINDS),
    language: z.enum(LANGUAGES),
    subject: z.string(),
    body: z.string(),
    placeholders: z.array(z.string()).meta({ description: 'Placeholders (in braces) allowed in the text.' }),
    is_default: z.boolean().meta({ description: 'Whether it has the default text.' }),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp.nullable(),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'MailTemplate' });

export const templateRoutes = [
  route({
    area: 'mail',
    demo: 'allowed',
    ability: 'read',
    role: 'any',
    method: 'get',
    path: '/v1/companies/{company}/mail-templates',
    summary: 'List mail templates by kind and language, with their placeholders',
    query: z.object({ kind: choice(TEMPLATE_KINDS).optional(), language: choice(LANGUAGES).optional() }),
    replies: { 200: z.object({ data: z.array(MailTemplate) }) },
    async handle({ query, services, company }) {
      const rows = await listMailTemplates(services.pool, company.id);
      const kinds = query.kind ? [query.kind] : TEMPLATE_KINDS;
      const languages = query.language ? [query.language] : LANGUAGES;
      return ok({ data: kinds.flatMap((kind) => languages.map((language) => findOrDefault(kind, language, rows))) });
    },
  }),
  route({
    area: 'mail',
    demo: 'blocked',
    ability: 'write',
    role: 'manager',
    method: 'put',
    path: '/v1/companies/{company}/mail-templates/{kind}',
    summary: 'Set the texts of a kind of mail in one language; without texts, the defaults apply again',
    params: z.object({ kind: choice(TEMPLATE_KINDS) }),
    body: z.object({
      language: choice(LANGUAGES),
      subject: text(LONGEST_SUBJECT).nullish(),
      body: text(LONGEST_BODY).nullish(),
    }),
    example: ({ next }) => ({
      params: { kind: 'reminder_1' as const },
      body: {
        language: 'fr' as const,
        subject: `Rappel ${next()} – {company}`,
        body: 'Il reste à payer {total_due}.\n\n{items}',
      },
    }),
    replies: { 200: MailTemplate },
    errorCodes: ['conflict'],
    async handle({ params, body, services, company, write }) {
      const { kind } = params;
      const { language, subject, body: words } = body;
      const missing = [...(subject ? [] : ['subject']), ...(words ? [] : ['body'])];
      if (missing.length === 1) return refuseInvalid(missing.map((field) => ({ code: 'required', field })));
      const requested = { kind, language, text: subject && words ? { subject, body: words } : null };
      const outcome = await setMailTemplate(
        services,
        company.id,
        { ...requested, baseVersion: write.baseVersion },
        write,
      );
      const readTemplate = async () =>
        findOrDefault(kind, language, await listMailTemplates(services.pool, company.id));
      if (isRefusal(outcome)) return withServerData(outcome, readTemplate);
      const now = await readTemplate();
      return ok(now, { version: now.version, recorded: outcome.isRecorded });
    },
  }),
];

function findOrDefault(
  kind: TemplateKind,
  language: Language,
  rows: readonly TemplateRow[],
): z.output<typeof MailTemplate> {
  const row = rows.find((one) => one.kind === kind && one.language === language);
  return row ? presentTemplateRow(row) : toTemplateAnswer(kind, language, null);
}

const presentTemplateRow = (row: TemplateRow) => toTemplateAnswer(row.kind, row.language, row);

/** The feed contains only the templates that the company file has written itself. */
export const FedTemplate = MailTemplate.extend({
  id: recordId,
  created_at: timestamp,
  updated_at: timestamp,
}).meta({ id: 'OwnMailTemplate' });

export const presentFedTemplate = (row: TemplateRow): z.output<typeof FedTemplate> => {
  const { id, created_at, updated_at } = row;
  return { ...presentTemplateRow(row), id, created_at, updated_at };
};

function toTemplateAnswer(
  kind: TemplateKind,
  language: Language,
  row: TemplateRow | null,
): z.output<typeof MailTemplate> {
  const usual = DEFAULT_TEMPLATES[kind][language];
  const version = row?.version ?? 0;
  return {
    id: row?.id ?? null,
    kind,
    language,
    subject: row?.subject ?? usual.subject,
    body: row?.body ?? usual.body,
    placeholders: [...PLACEHOLDERS[kind]],
    is_default: row?.subject === undefined || row.subject === null,
    version,
    lock_version: version,
    created_at: row?.created_at ?? null,
    updated_at: row?.updated_at ?? null,
  };
}
