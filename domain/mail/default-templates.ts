import type { Language } from '../language.ts';
import type { TemplateKind } from './kinds.ts';

/** The words that every company file starts with. */
export const DEFAULT_TEMPLATES: Readonly<
  Record<TemplateKind, Readonly<Record<Language, { readonly subject: string; readonly body: string }>>>
> = {
  document: {
    fr: {
      subject: '{number} – {company}',
      body: `Madame, Monsieur,

Vous trouverez en annexe le document {number} du {document_date}.

Montant : {amount}
Échéance : {due_date}
Compte : {iban}
Communication : {communication}

Bien à vous,
{sender}
{company}`,
    },
    nl: {
      subject: '{number} – {company}',
      body: `Geachte mevrouw, geachte heer,

In bijlage vindt u document {number} van {document_date}.

Bedrag: {amount}
Vervaldag: {due_date}
Rekening: {iban}
Mededeling: {communication}

Met vriendelijke groeten
{sender}
{company}`,
    },
    en: {
      subject: '{number} – {company}',
      body: `Dear Sir or Madam,

Please find attached document {number} of {document_date}.

Amount: {amount}
Due date: {due_date}
Account: {iban}
Communication: {communication}

Kind regards,
{sender}
{company}`,
    },
    de: {
      subject: '{number} – {company}',
      body: `Sehr geehrte Damen und Herren,

anbei erhalten Sie das Dokument {number} vom {document_date}.

Betrag: {amount}
Fällig am: {due_date}
Konto: {iban}
Verwendungszweck: {communication}

Mit freundlichen Grüßen
{sender}
{company}`,
    },
  },
  statement: {
    fr: {
      subject: 'Extrait de compte au {as_of} – {company}',
      body: `Madame, Monsieur,

Vous trouverez en annexe votre extrait de compte au {as_of}.

Solde : {balance}
Dont échu : {overdue}

Si vos comptes indiquent autre chose, merci de nous le signaler.

Bien à vous,
{sender}
{company}`,
    },
    nl: {
      subject: 'Rekeningoverzicht op {as_of} – {company}',
      body: `Geachte mevrouw, geachte heer,

In bijlage vindt u uw rekeningoverzicht op {as_of}.

Saldo: {balance}
Waarvan vervallen: {overdue}

Stemt dit niet overeen met uw boekhouding, laat het ons dan weten.

Met vriendelijke groeten
{sender}
{company}`,
    },
    en: {
      subject: 'Statement of account on {as_of} – {company}',
      body: `Dear Sir or Madam,

Please find attached your statement of account on {as_of}.

Balance: {balance}
Of which overdue: {overdue}

If this does not agree with your books, please let us know.

Kind regards,
{sender}
{company}`,
    },
    de: {
      subject: 'Kontoauszug zum {as_of} – {company}',
      body: `Sehr geehrte Damen und Herren,

anbei erhalten Sie Ihren Kontoauszug zum {as_of}.

Saldo: {balance}
Davon überfällig: {overdue}

Weichen Ihre Bücher davon ab, so geben Sie uns bitte Bescheid.

Mit freundlichen Grüßen
{sender}
{company}`,
    },
  },
  report: {
    fr: {
      subject: '{report} – {company}',
      body: `Madame, Monsieur,

Vous trouverez en annexe : {report}.

Bien à vous,
{sender}`,
    },
    nl: {
      subject: '{report} – {company}',
      body: `Geachte mevrouw, geachte heer,

In bijlage vindt u: {report}.

Met vriendelijke groeten
{sender}`,
    },
    en: {
      subject: '{report} – {company}',
      body: `Dear Sir or Madam,

Please find attached: {report}.

Kind regards,
{sender}`,
    },
    de: {
      subject: '{report} – {company}',
      body: `Sehr geehrte Damen und Herren,

anbei erhalten Sie: {report}.

Mit freundlichen Grüßen
{sender}`,
    },
  },
  reminder_1: {
    fr: {
      subject: 'Rappel de paiement – {company}',
      body: `Madame, Monsieur,

Sauf erreur de notre part, nous n’avons pas encore reçu le paiement de :

{items}

Total dû : {total_due}
Intérêts de retard : {interest}
Indemnité forfaitaire : {lump_sum}
À payer : {total}

Nous vous prions de payer au plus tard le {pay_by}.
Compte : {iban}
Communication : {communication}

Si votre paiement a croisé ce rappel, ne tenez pas compte de celui-ci.

Bien à vous,
{sender}
{company}`,
    },
    nl: {
      subject: 'Betalingsherinnering – {company}',
      body: `Geachte mevrouw, geachte heer,

Behoudens vergissing hebben wij de betaling nog niet ontvangen van:

{items}

Totaal verschuldigd: {total_due}
Verwijlinteresten: {interest}
Forfaitaire vergoeding: {lump_sum}
Te betalen: {total}

Wij verzoeken u te betalen tegen uiterlijk {pay_by}.
Rekening: {iban}
Mededeling: {communication}

Heeft uw betaling deze herinnering gekruist, dan mag u ze als zonder voorwerp beschouwen.

Met vriendelijke groeten
{sender}
{company}`,
    },
    en: {
      subject: 'Payment reminder – {company}',
      body: `Dear Sir or Madam,

According to our books we have not yet received payment of:

{items}

Total due: {total_due}
Late payment interest: {interest}
Fixed compensation: {lump_sum}
To pay: {total}

Please pay by {pay_by} at the latest.
Account: {iban}
Communication: {communication}

If you have already paid, please disregard this reminder.

Kind regards,
{sender}
{company}`,
    },
    de: {
      subject: 'Zahlungserinnerung – {company}',
      body: `Sehr geehrte Damen und Herren,

nach unseren Büchern ist die Zahlung folgender Posten noch nicht eingegangen:

{items}

Offener Betrag: {total_due}
Verzugszinsen: {interest}
Pauschale: {lump_sum}
Zu zahlen: {total}

Wir bitten Sie, bis spätestens {pay_by} zu zahlen.
Konto: {iban}
Verwendungszweck: {communication}

Hat sich Ihre Zahlung mit diesem Schreiben gekreuzt, so betrachten Sie es bitte als gegenstandslos.

Mit freundlichen Grüßen
{sender}
{company}`,
    },
  },
  reminder_2: {
    fr: {
      subject: 'Deuxième rappel de paiement – {company}',
      body: `Madame, Monsieur,

Malgré notre rappel, nous n’avons pas reçu le paiement de :

{items}

Total dû : {total_due}
Intérêts de retard : {interest}
Indemnité forfaitaire : {lump_sum}
À payer : {total}

Nous vous demandons de payer au plus tard le {pay_by}, ou de nous indiquer ce qui empêche le paiement.
Compte : {iban}
Communication : {communication}

Bien à vous,
{sender}
{company}`,
    },
    nl: {
      subject: 'Tweede betalingsherinnering – {company}',
      body: `Geachte mevrouw, geachte heer,

Ondanks onze herinnering hebben wij de betaling niet ontvangen van:

{items}

Totaal verschuldigd: {total_due}
Verwijlinteresten: {interest}
Forfaitaire vergoeding: {lump_sum}
Te betalen: {total}

Wij vragen u te betalen tegen uiterlijk {pay_by}, of ons te laten weten wat de betaling verhindert.
Rekening: {iban}
Mededeling: {communication}

Met vriendelijke groeten
{sender}
{company}`,
    },
    en: {
      subject: 'Second payment reminder – {company}',
      body: `Dear Sir or Madam,

Despite our reminder, we have not received payment of:

{items}

Total due: {total_due}
Late payment interest: {interest}
Fixed compensation: {lump_sum}
To pay: {total}

Please pay by {pay_by} at the latest, or tell us why you cannot pay.
Account: {iban}
Communication: {communication}

Kind regards,
{sender}
{company}`,
    },
    de: {
      subject: 'Zweite Mahnung – {company}',
      body: `Sehr geehrte Damen und Herren,

trotz unserer Erinnerung ist die Zahlung folgender Posten nicht eingegangen:

{items}

Offener Betrag: {total_due}
Verzugszinsen: {interest}
Pauschale: {lump_sum}
Zu zahlen: {total}

Bitte zahlen Sie bis spätestens {pay_by}, oder teilen Sie uns mit, was dem entgegensteht.
Konto: {iban}
Verwendungszweck: {communication}

Mit freundlichen Grüßen
{sender}
{company}`,
    },
  },
  reminder_3: {
    fr: {
      subject: 'Mise en demeure – {company}',
      body: `Madame, Monsieur,

Nos rappels sont restés sans suite. Nous vous mettons en demeure de payer :

{items}

Total dû : {total_due}
Intérêts de retard : {interest}
Indemnité forfaitaire : {lump_sum}
À payer : {total}

À défaut de paiement au plus tard le {pay_by}, nous nous réservons d’entreprendre le recouvrement sans autre avis.
Compte : {iban}
Communication : {communication}

Bien à vous,
{sender}
{company}`,
    },
    nl: {
      subject: 'Ingebrekestelling – {company}',
      body: `Geachte mevrouw, geachte heer,

Onze herinneringen bleven zonder gevolg. Wij stellen u in gebreke voor de betaling van:

{items}

Totaal verschuldigd: {total_due}
Verwijlinteresten: {interest}
Forfaitaire vergoeding: {lump_sum}
Te betalen: {total}

Zonder betaling tegen uiterlijk {pay_by} behouden wij ons het recht voor om zonder verdere aankondiging tot invordering over te gaan.
Rekening: {iban}
Mededeling: {communication}

Met vriendelijke groeten
{sender}
{company}`,
    },
    en: {
      subject: 'Formal notice – {company}',
      body: `Dear Sir or Madam,

Our reminders have remained unanswered. We hereby give you formal notice to pay:

{items}

Total due: {total_due}
Late payment interest: {interest}
Fixed compensation: {lump_sum}
To pay: {total}

If we do not receive payment by {pay_by}, we reserve the right to collect the debt without further notice.
Account: {iban}
Communication: {communication}

Kind regards,
{sender}
{company}`,
    },
    de: {
      subject: 'Letzte Mahnung – {company}',
      body: `Sehr geehrte Damen und Herren,

unsere Mahnungen sind ohne Wirkung geblieben. Wir setzen Sie hiermit in Verzug und fordern Sie auf zu zahlen:

{items}

Offener Betrag: {total_due}
Verzugszinsen: {interest}
Pauschale: {lump_sum}
Zu zahlen: {total}

Geht Ihre Zahlung nicht bis spätestens {pay_by} ein, behalten wir uns vor, die Forderung ohne weitere Ankündigung einzutreiben.
Konto: {iban}
Verwendungszweck: {communication}

Mit freundlichen Grüßen
{sender}
{company}`,
    },
  },
};
