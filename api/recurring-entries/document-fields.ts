import { z } from 'zod';
import { DOCUMENT_NATURES } from '../../domain/documents/terms.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import {
  DELIVERY_CHANNELS,
  type Template,
  type TemplateLine,
} from '../../domain/recurring-entries/recurring-events.ts';
import type { OccurrenceRow } from '../../projections/recurring-entries/queries.ts';
import { lineTermFields, trimDecimals } from '../documents/term-fields.ts';
import { amount, choice, decimal, id, integer, text } from '../http/input/fields.ts';
import { decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { translate } from '../i18n/translate.ts';

/** Fields of templates of the kind `document`, in requests and responses, and how their documents were sent. */

const LARGEST = '999999999999.99999999';
const MAX_DAYS = 366;
const PLACEHOLDERS = 'Documents only; same placeholders as the label.';
const NET = 'Documents only; excluding VAT. Default: quantity times price, less the discount of the line.';
const DAYS = 'Documents only; days until it is due. Default: those of the customer.';
const LANGUAGE = 'Documents only; of the mail and the printed document. Default: that of the customer.';
const DISCOUNT = 'Documents only; discount for payment within some days.';

export const documentLineFields = {
  description: text(500).nullish().meta({ description: PLACEHOLDERS }),
  quantity: decimal(8, LARGEST, { signed: true }).nullish(),
  unit_price: decimal(8, LARGEST, { signed: true }).nullish(),
  ...lineTermFields,
  amount_net: amount({ signed: true }).nullish().meta({ description: NET }),
};

export const documentFields = {
  number_series_id: id().nullish().meta({ description: 'Documents only. Default: the default series of invoices.' }),
  payment_days: integer({ min: 0, max: MAX_DAYS }).nullish().meta({ description: DAYS }),
  discount: z
    .object({ percent: decimal(4, '100'), days: integer({ min: 1, max: MAX_DAYS }) })
    .nullish()
    .meta({ description: DISCOUNT }),
  payment_terms_text: text(1000).nullish(),
  notes: text(2000).nullish().meta({ description: PLACEHOLDERS }),
  delivery_address: text(500).nullish(),
  order_reference: text(100).nullish().meta({ description: PLACEHOLDERS }),
  nature: choice(DOCUMENT_NATURES).nullish(),
  language: choice(LANGUAGES).nullish().meta({ description: LANGUAGE }),
};

type Fields = z.output<z.ZodObject<typeof documentFields>>;
type LineFields = z.output<z.ZodObject<typeof documentLineFields>>;

/** Without absent fields. */
export function toDocumentTemplate({ discount, ...plain }: Fields): Partial<Template> {
  const percent = trimDecimals(discount?.percent);
  return { ...omitAbsent(plain), ...(discount && percent && { discount: { percent, days: discount.days } }) };
}

export function toDocumentLine(line: LineFields): Partial<TemplateLine> {
  const { quantity, unit_price, discount_percent, ...plain } = line;
  const decimals = { quantity, unit_price, discount_percent };
  return omitAbsent({
    ...plain,
    ...Object.fromEntries(Object.entries(decimals).map(([name, value]) => [name, trimDecimals(value)])),
  });
}

const omitAbsent = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof Given]?: NonNullable<Given[Name]>;
  };

export const shownDocumentLine = {
  description: z.string().nullable().meta({ description: PLACEHOLDERS }),
  quantity: z.string().nullable(),
  unit_price: z.string().nullable().meta({ description: 'Without VAT.' }),
  unit: z.string().nullable(),
  discount_percent: z.string().nullable(),
  amount_net: decimalString.nullable().meta({ description: NET }),
};

export const presentDocumentLine = (line: TemplateLine) => ({
  description: line.description ?? null,
  quantity: line.quantity ?? null,
  unit_price: line.unit_price ?? null,
  unit: line.unit ?? null,
  discount_percent: line.discount_percent ?? null,
  amount_net: line.amount_net ?? null,
});

export const shownDocument = {
  number_series_id: recordId.nullable(),
  payment_days: z.int().nullable().meta({ description: DAYS }),
  discount: z.object({ percent: z.string(), days: z.int() }).nullable().meta({ description: DISCOUNT }),
  payment_terms_text: z.string().nullable(),
  notes: z.string().nullable().meta({ description: PLACEHOLDERS }),
  delivery_address: z.string().nullable(),
  order_reference: z.string().nullable().meta({ description: PLACEHOLDERS }),
  nature: z.enum(DOCUMENT_NATURES).nullable(),
  language: z.enum(LANGUAGES).nullable().meta({ description: LANGUAGE }),
};

export const presentDocument = (template: Template) => ({
  number_series_id: template.number_series_id ?? null,
  payment_days: template.payment_days ?? null,
  discount: template.discount ?? null,
  payment_terms_text: template.payment_terms_text ?? null,
  notes: template.notes ?? null,
  delivery_address: template.delivery_address ?? null,
  order_reference: template.order_reference ?? null,
  nature: template.nature ?? null,
  language: template.language ?? null,
});

export const shownDelivery = {
  document_id: recordId.nullable().meta({ description: 'The document that was issued.' }),
  delivery: z
    .object({
      channel: z.enum(DELIVERY_CHANNELS).meta({ description: 'As the customer preferred when it was issued.' }),
      status: z.string().meta({
        description:
          '`waiting`: to be sent soon; `failed`: not sent, tried again; afterwards the status of its mail or message.',
      }),
      mail_id: recordId.nullable(),
      message_id: recordId.nullable(),
      sent_at: timestamp.nullable().meta({ description: 'When it was handed over for sending.' }),
      code: z.string().nullable().meta({ description: 'Machine-readable reason why it was not sent.' }),
      reason: z.string().nullable().meta({ description: 'Reason why it was not sent, as text.' }),
    })
    .nullable()
    .meta({ id: 'RecurringDelivery', description: 'How the document is sent; null if it is not sent by the service.' }),
};

export function presentDelivery(row: OccurrenceRow, language: Language) {
  const { document_id, delivery: channel, delivered_at, mail_id, message_id, failure, status } = row;
  const problem = delivered_at === null ? failure : null;
  const delivery = channel && {
    channel,
    status: status ?? (delivered_at !== null ? 'sent' : problem ? 'failed' : 'waiting'),
    mail_id,
    message_id,
    sent_at: delivered_at,
    code: problem?.code ?? null,
    reason: problem ? translate(problem.code, language, problem.params) : null,
  };
  return { document_id, delivery };
}
