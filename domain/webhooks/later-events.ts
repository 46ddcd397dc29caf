import {
  amount,
  date,
  integer,
  moment,
  optionalAmount,
  optionalText,
  reference,
  text,
  word,
  type AnnouncedEvent,
  type Field,
} from './announced-fields.ts';

/** Events added after the first version of the API: `*` does not include them, so that receivers get nothing unexpected. */

/** The first hundred lines of a matching. */
const paired: Field = {
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        entry_id: { type: 'integer' },
        line_id: { type: 'integer' },
        amount: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' },
      },
    },
  },
  example: [
    { entry_id: 214, line_id: 641, amount: '-121.00' },
    { entry_id: 230, line_id: 702, amount: '121.00' },
  ],
};

const names = (...example: readonly string[]): Field => ({
  schema: { type: 'array', items: { type: 'string' } },
  example: [...example],
});
const ids = (...example: readonly number[]): Field => ({
  schema: { type: 'array', items: { type: 'integer' } },
  example: [...example],
});

export const LATER_ANNOUNCED_EVENTS: readonly AnnouncedEvent[] = [
  {
    firm_level: false,
    event: 'document.lifecycle_changed',
    description: {
      fr: 'Le statut d’un document échangé change : plateforme agréée ou Peppol.',
      nl: 'De status van een uitgewisseld document wijzigt: goedgekeurd platform of Peppol.',
      en: 'The status of an exchanged document changes: approved platform or Peppol.',
      de: 'Der Status eines ausgetauschten Belegs ändert sich: zugelassene Plattform oder Peppol.',
    },
    fields: {
      id: integer(81),
      direction: word('sale', 'purchase'),
      number: optionalText('2026-0412'),
      network: word('platform', 'peppol'),
      status: text('210'),
      by: word('partner', 'us', 'platform'),
      reason_code: optionalText('TX_TVA_ERR'),
      reason: optionalText(null),
      amount: optionalAmount(null),
      at: moment('2026-10-05T09:12:44.000000Z'),
    },
  },
  {
    firm_level: false,
    event: 'lettering.changed',
    description: {
      fr: 'Des lignes sont lettrées ou délettrées ; chaque lettrage est annoncé à part.',
      nl: 'Lijnen worden afgepunt, of een afpunting wordt ongedaan gemaakt; elke afpunting wordt apart gemeld.',
      en: 'Lines are matched, or a matching is undone. Each one is announced separately.',
      de: 'Zeilen werden ausgeglichen, oder ein Ausgleich wird aufgehoben; jeder wird einzeln gemeldet.',
    },
    fields: {
      id: integer(55),
      code: text('AAB'),
      change: word('lettered', 'unlettered'),
      account_id: integer(31),
      settled_on: date('2026-02-03'),
      total: amount('121.00'),
      lines_count: integer(2),
      lines: paired,
    },
  },
  {
    firm_level: false,
    event: 'period.locked',
    description: {
      fr: 'Une période est verrouillée.',
      nl: 'Een periode wordt vergrendeld.',
      en: 'A period is locked.',
      de: 'Eine Periode wird gesperrt.',
    },
    fields: {
      id: integer(61),
      fiscal_year_id: integer(5),
      fiscal_year_code: text('2026'),
      number: integer(1),
      starts_on: date('2026-01-01'),
      ends_on: date('2026-01-31'),
      locked_at: moment('2026-02-20T16:40:02.000000Z'),
    },
  },
  {
    firm_level: false,
    event: 'document.import_failed',
    description: {
      fr: 'L’analyse d’un document importé échoue.',
      nl: 'De analyse van een geïmporteerd document mislukt.',
      en: 'The analysis of an imported document fails.',
      de: 'Die Analyse eines importierten Belegs schlägt fehl.',
    },
    fields: {
      id: integer(90),
      original_name: text('scan-0412.pdf'),
      kind: text('pdf'),
      status: word('error'),
      error_code: text('file_encrypted'),
    },
  },
  {
    firm_level: false,
    event: 'vat.filed',
    description: {
      fr: 'Une déclaration TVA est déposée.',
      nl: 'Een btw-aangifte wordt ingediend.',
      en: 'A VAT return is filed.',
      de: 'Eine Mehrwertsteuererklärung wird eingereicht.',
    },
    fields: {
      id: integer(17),
      form: text('be_625'),
      period_type: text('quarterly'),
      year: integer(2026),
      period: integer(1),
      starts_on: date('2026-01-01'),
      ends_on: date('2026-03-31'),
      amount_due: amount('1840.55'),
      amount_refund: amount('0.00'),
      filed_on: date('2026-04-18'),
      reference: optionalText('INT-2026-004711'),
    },
  },
  {
    firm_level: false,
    event: 'sepa.created',
    description: {
      fr: 'Un fichier SEPA est créé.',
      nl: 'Een SEPA-bestand wordt aangemaakt.',
      en: 'A SEPA file is created.',
      de: 'Eine SEPA-Datei wird erstellt.',
    },
    fields: {
      id: integer(8),
      type: word('credit_transfer', 'direct_debit'),
      format: text('pain.001.001.09'),
      message_id: text('GL-8-20260203'),
      execution_date: date('2026-02-03'),
      control_sum: amount('2420.00'),
      payments_count: integer(3),
    },
  },
  {
    firm_level: false,
    event: 'conflict.opened',
    description: {
      fr: 'Une modification faite hors ligne entre en conflit avec une autre.',
      nl: 'Een offline wijziging botst met een andere.',
      en: 'A change made offline conflicts with another one.',
      de: 'Eine offline vorgenommene Änderung steht im Konflikt mit einer anderen.',
    },
    fields: {
      id: integer(4),
      resource: text('third-parties'),
      record_id: integer(12),
      mutation_id: text('a2'),
      base_version: reference(3),
      server_version: integer(4),
      overlap: names('city'),
    },
  },
  {
    firm_level: false,
    event: 'document.credited',
    description: {
      fr: 'Une note de crédit sur un document est comptabilisée : l’annonce concerne ce document.',
      nl: 'Een creditnota op een document wordt geboekt: de melding gaat over dat document.',
      en: 'A credit note on a document is booked. The data describes that document.',
      de: 'Eine Gutschrift zu einem Beleg wird gebucht: gemeldet wird dieser Beleg.',
    },
    fields: {
      id: integer(81),
      number: optionalText('2026-0412'),
      credit_note_id: integer(95),
      credit_note_number: optionalText('NC-2026-0007'),
      credit_note_date: date('2026-02-10'),
      currency: text('EUR'),
      amount_gross: amount('60.50'),
    },
  },
  {
    firm_level: false,
    event: 'revaluation.posted',
    description: {
      fr: 'Les devises sont réévaluées.',
      nl: 'De vreemde valuta worden geherwaardeerd.',
      en: 'Foreign currencies are revalued.',
      de: 'Fremdwährungen werden neu bewertet.',
    },
    fields: {
      id: integer(2),
      fiscal_year_id: integer(5),
      on: date('2026-12-31'),
      method: text('net'),
      currencies: names('USD', 'GBP'),
      entry_ids: ids(512, 513),
    },
  },
  {
    firm_level: false,
    event: 'filing.filed',
    description: {
      fr: 'Les comptes annuels sont déposés.',
      nl: 'De jaarrekening wordt neergelegd.',
      en: 'Annual accounts are filed.',
      de: 'Der Jahresabschluss wird eingereicht.',
    },
    fields: {
      fiscal_year_id: integer(5),
      version: integer(3),
      form: text('m87'),
      filed_on: date('2027-06-12'),
      reference: optionalText('2027-00123456'),
      fingerprint: text('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
    },
  },
];
