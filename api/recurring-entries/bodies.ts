import { z } from 'zod';
import { MAX_LINES } from '../../domain/ledger/entry.ts';
import type { RecurringContent } from '../../domain/recurring-entries/content.ts';
import {
  FORMULA_YEARS,
  RECURRING_KINDS,
  RECURRING_MODES,
  SCHEDULE_SHIFTS,
  SCHEDULE_UNITS,
  type RecurringChanges,
  type Schedule,
  type Template,
  type TemplateLine,
} from '../../domain/recurring-entries/recurring-events.ts';
import { defaultsInput } from '../analytics/shares.ts';
import { amount, bool, choice, date, decimal, id, integer, list, text } from '../http/input/fields.ts';
import { documentFields, documentLineFields, toDocumentLine, toDocumentTemplate } from './document-fields.ts';
import { freeLine, givenTax, lineCurrency } from '../ledger/bodies.ts';

/** Request bodies of templates: the body of the posting route of their kind without dates, plus rules for changing amounts. */

export const STRICT =
  'Holds back an entry that is already posted, or a document that lacks what the law requires on it.';

const MOST_EVERY = 999;
const MOST_COUNT = 10_000;
const MOST_ACCOUNTS = 50;

const indexation = z
  .object({
    percent: decimal(4, '999.9999', { signed: true }).meta({ description: 'Increase of the amount in per cent.' }),
    from: date().meta({ description: 'First date with the increased amount.' }),
    every: integer({ min: 1, max: MOST_EVERY }).nullish().meta({
      description: 'Months until the next increase, on the increased amount; if absent, it is increased once.',
    }),
  })
  .meta({ description: 'Increases the amount of the line; each step is rounded to the cent.' });

const formula = z
  .object({
    accounts: list(text(20), { min: 1, max: MOST_ACCOUNTS }).meta({
      description: 'Account numbers or prefixes: all accounts that begin with them are added up.',
    }),
    fiscal_year: choice(FORMULA_YEARS).meta({
      description:
        'The year of the date up to that date, or the whole year before. Balances that a closing sets to zero count.',
    }),
    factor: text(24).meta({
      description:
        'A decimal, or a fraction such as `1/12`. A negative factor changes the side: debit is positive, credit negative.',
    }),
  })
  .meta({ description: 'Computes the amount as a part of account balances, instead of a fixed amount.' });

const templateLine = z.object({
  ...freeLine,
  debit: amount().nullish().meta({ description: 'Free entries only.' }),
  credit: amount().nullish().meta({ description: 'Free entries only.' }),
  amount: amount({ signed: true }).nullish().meta({ description: 'Invoices and credit notes only; excluding VAT.' }),
  third_party_id: id().nullish().meta({ description: 'Free entries only.' }),
  ...lineCurrency,
  ...documentLineFields,
  indexation: indexation.nullish(),
  formula: formula.nullish(),
  analytics: defaultsInput.nullish().meta({
    description:
      'Analytic codes by percentage, each axis in full; a single code takes all. If absent, the defaults of the day apply; an empty list means none.',
  }),
});

const template = z
  .object({
    journal_id: id(),
    label: text(200)
      .nullish()
      .meta({ description: '`{date}`, `{month}`, `{quarter}` and `{year}` are replaced for each date.' }),
    reference: text(100).nullish().meta({ description: 'Same placeholders as the label.' }),
    third_party_id: id().nullish().meta({ description: 'Invoices, credit notes and documents only.' }),
    lines: list(templateLine, { min: 1, max: MAX_LINES }),
    vat_amounts: list(givenTax, { max: MAX_LINES })
      .nullish()
      .meta({ description: 'Tax of a VAT code as printed on the document.' }),
    strict: bool().nullish().meta({ description: STRICT }),
    credited_entry_id: id().nullish().meta({ description: 'Credit notes only.' }),
    ...documentFields,
  })
  .meta({ description: 'The body of the route that posts an entry of this kind, without its dates.' });

const schedule = z.object({
  every: integer({ min: 1, max: MOST_EVERY }).nullish(),
  unit: choice(SCHEDULE_UNITS),
  starts_on: date(),
  until: date().nullish().meta({ description: 'The last possible date; if absent, there is no end.' }),
  count: integer({ min: 1, max: MOST_COUNT }).nullish(),
  month_end: bool().nullish(),
  shift: choice(SCHEDULE_SHIFTS).nullish(),
});

const content = {
  label: text(200),
  template,
  schedule,
  mode: choice(RECURRING_MODES).nullish(),
  reverses_next_period: bool().nullish(),
  is_active: bool().nullish(),
};

export const RecurringBody = z.object({ kind: choice(RECURRING_KINDS), ...content });

export const RecurringChangeBody = z.object({
  label: content.label.optional(),
  template: template.optional(),
  schedule: schedule.optional(),
  mode: choice(RECURRING_MODES).optional(),
  reverses_next_period: bool().optional(),
  is_active: bool().optional(),
});

export const toRecurringContent = (body: z.output<typeof RecurringBody>): RecurringContent => ({
  kind: body.kind,
  label: body.label,
  template: toTemplate(body.template),
  schedule: toSchedule(body.schedule),
  mode: body.mode ?? 'post',
  reverses_next_period: body.reverses_next_period ?? false,
  is_active: body.is_active ?? true,
});

/** Only the fields that are present in the body. */
export const toRecurringChanges = (body: z.output<typeof RecurringChangeBody>): RecurringChanges => ({
  ...(body.label !== undefined && { label: body.label }),
  ...(body.template !== undefined && { template: toTemplate(body.template) }),
  ...(body.schedule !== undefined && { schedule: toSchedule(body.schedule) }),
  ...(body.mode !== undefined && { mode: body.mode }),
  ...(body.reverses_next_period !== undefined && { reverses_next_period: body.reverses_next_period }),
  ...(body.is_active !== undefined && { is_active: body.is_active }),
});

const toSchedule = (body: z.output<typeof schedule>): Schedule => ({
  every: body.every ?? 1,
  unit: body.unit,
  starts_on: body.starts_on,
  until: body.until ?? null,
  count: body.count ?? null,
  month_end: body.month_end ?? false,
  shift: body.shift ?? 'none',
});

/** Omits absent fields: a field that a template may not have must not be present as null either. */
function toTemplate(body: z.output<typeof template>): Template {
  const { vat_amounts, strict, third_party_id, credited_entry_id } = body;
  return {
    journal_id: body.journal_id,
    label: body.label ?? null,
    reference: body.reference ?? null,
    lines: body.lines.map(toTemplateLine),
    ...(isPresent(third_party_id) && { third_party_id }),
    ...(vat_amounts &&
      vat_amounts.length > 0 && {
        vat_amounts: vat_amounts.map((tax) => ({ ...pickVatCode(tax), amount: tax.amount })),
      }),
    ...(strict === true && { strict }),
    ...(isPresent(credited_entry_id) && { credited_entry_id }),
    ...toDocumentTemplate(pickFields(body, documentFields)),
  };
}

function toTemplateLine(line: z.output<typeof templateLine>): TemplateLine {
  const { debit, credit, amount: net, tax_base, third_party_id, indexation: index, formula: part } = line;
  return {
    account: line.account ?? null,
    account_id: line.account_id ?? null,
    ...pickVatCode(line),
    label: line.label ?? null,
    ...(isPresent(debit) && { debit }),
    ...(isPresent(credit) && { credit }),
    ...(isPresent(net) && { amount: net }),
    ...(isPresent(tax_base) && { tax_base }),
    ...(isPresent(third_party_id) && { third_party_id }),
    ...(isPresent(line.currency) && { currency: line.currency }),
    ...(isPresent(line.currency_amount) && { currency_amount: line.currency_amount }),
    ...(isPresent(line.exchange_rate) && { exchange_rate: line.exchange_rate }),
    ...(isPresent(index) && { indexation: { ...index, every: index.every ?? null } }),
    ...(isPresent(part) && { formula: part }),
    ...toDocumentLine(pickFields(line, documentLineFields)),
    ...(isPresent(line.analytics) && { analytics: line.analytics.map(toTemplateShare) }),
  };
}

/** The members of a body that these fields describe. */
const pickFields = <Body extends object, Name extends keyof Body>(
  body: Body,
  fields: Readonly<Record<Name, unknown>>,
) => Object.fromEntries(Object.entries(body).filter(([name]) => name in fields)) as Pick<Body, Name>;

type TemplateShare = NonNullable<TemplateLine['analytics']>[number];

const toTemplateShare = ({ code, code_id, share }: z.output<typeof defaultsInput>[number]): TemplateShare => ({
  code: code ?? null,
  code_id: code_id ?? null,
  ...(isPresent(share) && { share }),
});

const isPresent = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined;

const pickVatCode = ({ vat_code, vat_code_id }: Pick<z.output<typeof templateLine>, 'vat_code' | 'vat_code_id'>) => ({
  vat_code: vat_code ?? null,
  vat_code_id: vat_code_id ?? null,
});
