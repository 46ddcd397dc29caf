import type { JsonRecord } from '../json.ts';
import {
  amount,
  date,
  flag,
  integer,
  moment,
  optionalAmount,
  optionalDate,
  optionalMoment,
  optionalText,
  reference,
  text,
  word,
  type AnnouncedEvent,
  type Field,
} from './announced-fields.ts';
import { LATER_ANNOUNCED_EVENTS } from './later-events.ts';

export type { AnnouncedEvent } from './announced-fields.ts';

/** Subscribes to the events of the first version of the API. */
export const EVERY_EVENT = '*';
/** Subscribes to all events, including future ones. */
export const EVERY_AND_LATER_EVENT = '**';

/** Whether an endpoint with these events gets this one. */
export function isSubscribed(events: readonly string[], event: string): boolean {
  if (events.includes(EVERY_AND_LATER_EVENT) || events.includes(event)) return true;
  return events.includes(EVERY_EVENT) && !LATER_EVENTS.has(event);
}

const buildDocumentFields = (status: string, entry: number | null): AnnouncedEvent['fields'] => ({
  id: integer(81),
  source: text('upload'),
  origin: optionalText('importer'),
  type: text('invoice'),
  direction: word('purchase', 'sale'),
  is_credit_note: flag(false),
  number: optionalText('2026-0412'),
  document_date: optionalDate('2026-01-05'),
  due_date: optionalDate('2026-02-04'),
  third_party_id: reference(12),
  third_party_name: optionalText('Imprimerie Lambert'),
  third_party_vat: optionalText('BE0417497106'),
  currency: text('EUR'),
  amount_net: amount('100.00'),
  amount_vat: amount('21.00'),
  amount_gross: amount('121.00'),
  status: word(status),
  journal_entry_id: entry === null ? reference(null) : integer(entry),
});

const buildEntryFields = (
  id: number,
  status: 'posted' | 'reversed',
  reversedBy: number | null,
): AnnouncedEvent['fields'] => ({
  id: integer(id),
  reference: text(`ACH-2026-${String(id).padStart(5, '0')}`),
  journal_code: text('ACH'),
  fiscal_year_code: text('2026'),
  number: integer(id),
  entry_date: date('2026-01-05'),
  due_date: optionalDate('2026-02-04'),
  label: optionalText('Printing'),
  document_reference: optionalText('2026-0412'),
  status: status === 'posted' ? word('posted', 'reversed') : word('reversed'),
  origin: text('manual'),
  third_party_id: reference(12),
  total_debit: amount('121.00'),
  total_credit: amount('121.00'),
  lines_count: integer(3),
  reversed_entry_id: reference(null),
  reversed_by_entry_id: reversedBy === null ? reference(null) : integer(reversedBy),
});

const thirdParty: AnnouncedEvent['fields'] = {
  id: integer(12),
  type: word('supplier', 'customer'),
  code: optionalText('LAMBERT'),
  name: text('Imprimerie Lambert'),
  vat_number: optionalText('BE0417497106'),
  enterprise_number: optionalText('0417497106'),
  country: optionalText('BE'),
  email: optionalText('info@lambert.example'),
  peppol_identifier: optionalText('0208:0417497106'),
  peppol_registered: flag(true),
};

const changed: Field = { schema: { type: 'array', items: { type: 'string' } }, example: ['email', 'name'] };

const company = { firm_level: false } as const;

export const ANNOUNCED_EVENTS: readonly AnnouncedEvent[] = [
  {
    ...company,
    event: 'document.imported',
    description: {
      fr: 'Un document entre dans le dossier : par l’importateur, la plateforme externe ou Peppol.',
      nl: 'Een document komt in het dossier binnen: via de import, het externe platform of Peppol.',
      en: 'A document enters the company file through the importer, the external platform or Peppol.',
      de: 'Ein Beleg kommt in die Akte: über den Import, die externe Plattform oder Peppol.',
    },
    fields: buildDocumentFields('pending', null),
  },
  {
    ...company,
    event: 'document.booked',
    description: {
      fr: 'Un document est comptabilisé.',
      nl: 'Een document wordt geboekt.',
      en: 'A document is booked.',
      de: 'Ein Beleg wird gebucht.',
    },
    fields: buildDocumentFields('booked', 214),
  },
  {
    ...company,
    event: 'entry.posted',
    description: {
      fr: 'Une écriture est comptabilisée ; une extourne l’annonce aussi.',
      nl: 'Een boeking wordt geregistreerd; ook een tegenboeking meldt dit.',
      en: 'An entry is posted. Reversals are announced too.',
      de: 'Eine Buchung wird erfasst; auch eine Stornobuchung meldet dies.',
    },
    fields: {
      ...buildEntryFields(214, 'posted', null),
      currency: optionalText('USD'),
      currency_total: optionalAmount('133.10'),
    },
  },
  {
    ...company,
    event: 'entry.reversed',
    description: {
      fr: 'Une écriture est extournée : l’annonce concerne l’écriture d’origine.',
      nl: 'Een boeking wordt tegengeboekt: de melding gaat over de oorspronkelijke boeking.',
      en: 'An entry is reversed. The data describes the original entry.',
      de: 'Eine Buchung wird storniert: gemeldet wird die ursprüngliche Buchung.',
    },
    fields: buildEntryFields(214, 'reversed', 219),
  },
  {
    ...company,
    event: 'bank.transaction_imported',
    description: {
      fr: 'Une opération bancaire est importée ; chacune est annoncée à part.',
      nl: 'Een banktransactie wordt geïmporteerd; elke transactie wordt apart gemeld.',
      en: 'A bank transaction is imported. Each one is announced separately.',
      de: 'Ein Bankumsatz wird importiert; jeder wird einzeln gemeldet.',
    },
    fields: {
      id: integer(3051),
      source: text('coda'),
      account_iban: text('BE68539007547034'),
      value_date: date('2026-01-05'),
      amount: amount('-121.00'),
      currency: text('EUR'),
      counterpart_name: optionalText('Imprimerie Lambert'),
      counterpart_iban: optionalText('BE71096123456769'),
      communication: optionalText('+++090/9337/55493+++'),
      status: word('pending'),
    },
  },
  {
    ...company,
    event: 'vat.declaration_validated',
    description: {
      fr: 'Une déclaration TVA est validée.',
      nl: 'Een btw-aangifte wordt gevalideerd.',
      en: 'A VAT return is validated.',
      de: 'Eine Mehrwertsteuererklärung wird validiert.',
    },
    fields: {
      id: integer(17),
      period_type: text('quarterly'),
      year: integer(2026),
      period: integer(1),
      label: text('2026 Q1'),
      starts_on: date('2026-01-01'),
      ends_on: date('2026-03-31'),
      amount_due: amount('1840.55'),
      amount_refund: amount('0.00'),
      status: word('validated'),
      validated_at: moment('2026-04-15T09:12:44.000000Z'),
      journal_entry_id: reference(402),
    },
  },
  {
    ...company,
    event: 'fiscal_year.closed',
    description: {
      fr: 'Un exercice est clôturé.',
      nl: 'Een boekjaar wordt afgesloten.',
      en: 'A fiscal year is closed.',
      de: 'Ein Geschäftsjahr wird abgeschlossen.',
    },
    fields: {
      id: integer(5),
      code: text('2026'),
      starts_on: date('2026-01-01'),
      ends_on: date('2026-12-31'),
      closed_at: moment('2027-03-02T14:05:10.000000Z'),
    },
  },
  {
    ...company,
    event: 'peppol.status_changed',
    description: {
      fr: 'Le statut Peppol de l’entreprise change.',
      nl: 'De Peppol-status van de onderneming verandert.',
      en: 'The Peppol status of the company changes.',
      de: 'Der Peppol-Status des Unternehmens ändert sich.',
    },
    fields: {
      id: integer(3),
      participant_id: text('0417497106'),
      full_id: text('iso6523-actorid-upis::0208:0417497106'),
      status: text('active'),
      previous_status: optionalText('pending'),
      incoming_enabled: flag(true),
      activated_at: optionalMoment('2026-01-05T10:00:00.000000Z'),
    },
  },
  {
    ...company,
    event: 'third_party.created',
    description: {
      fr: 'Un tiers est créé.',
      nl: 'Een derde wordt aangemaakt.',
      en: 'A third party is created.',
      de: 'Ein Geschäftspartner wird angelegt.',
    },
    fields: thirdParty,
  },
  {
    ...company,
    event: 'third_party.updated',
    description: {
      fr: 'Un tiers est modifié ; les seuls contrôles techniques n’annoncent rien.',
      nl: 'Een derde wordt gewijzigd; technische controles alleen melden niets.',
      en: 'A third party is changed. Technical checks are not announced.',
      de: 'Ein Geschäftspartner wird geändert; technische Prüfungen allein melden nichts.',
    },
    fields: { ...thirdParty, changed },
  },
  {
    event: 'webhook.test',
    firm_level: true,
    description: {
      fr: 'Un essai, envoyé à la demande.',
      nl: 'Een test, op verzoek verstuurd.',
      en: 'A test event, sent on demand.',
      de: 'Ein Test, auf Wunsch gesendet.',
    },
    fields: { message: text('ping'), webhook_id: integer(1) },
  },
  ...LATER_ANNOUNCED_EVENTS,
];

const byName = new Map(ANNOUNCED_EVENTS.map((announced) => [announced.event, announced]));

/** JSON Schema (draft 2020-12) of the `data` of an event; fields may be added at any time. */
export function buildDataSchema({ fields }: AnnouncedEvent): JsonRecord {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    required: Object.keys(fields),
  };
}

export function buildDataExample({ fields }: AnnouncedEvent): JsonRecord {
  return Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
}

/** Sorts the fields in catalogue order, followed by fields that the catalogue does not name. */
export function sortEventFields(event: string, data: JsonRecord): JsonRecord {
  const known = byName.get(event)?.fields ?? {};
  const first = Object.keys(known).filter((name) => name in data);
  return { ...Object.fromEntries(first.map((name) => [name, data[name]])), ...data };
}

const LATER_EVENTS: ReadonlySet<string> = new Set(LATER_ANNOUNCED_EVENTS.map(({ event }) => event));
