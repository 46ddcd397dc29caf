import type { Messages } from '../messages.ts';

/** Invoices and credit notes, their VAT, and entries posted in batches. */
export const invoices = {
  vat_code_contradicts: {
    fr: 'Le code TVA et l’identifiant désignent deux codes différents.',
    nl: 'De btw-code en de id verwijzen naar twee verschillende codes.',
    en: 'The VAT code and the id name two different codes.',
    de: 'MwSt.-Code und ID bezeichnen zwei verschiedene Codes.',
  },
  third_party_without_account: {
    fr: 'Ce tiers n’a pas de compte collectif qui puisse être mouvementé.',
    nl: 'Deze relatie heeft geen centralisatierekening waarop geboekt kan worden.',
    en: 'This third party has no control account that can be posted to.',
    de: 'Dieser Geschäftspartner hat kein Sammelkonto, das bebucht werden kann.',
  },
  vat_code_without_due_account: {
    fr: 'Le code TVA {code} n’a pas de compte de TVA due qui puisse être mouvementé.',
    nl: 'De btw-code {code} heeft geen rekening voor de verschuldigde btw waarop geboekt kan worden.',
    en: 'The VAT code {code} has no account for the VAT due that can be posted to.',
    de: 'Der MwSt.-Code {code} hat kein Konto für die geschuldete MwSt., das bebucht werden kann.',
  },
  vat_code_without_deductible_account: {
    fr: 'Le code TVA {code} n’a pas de compte de TVA déductible qui puisse être mouvementé.',
    nl: 'De btw-code {code} heeft geen rekening voor de aftrekbare btw waarop geboekt kan worden.',
    en: 'The VAT code {code} has no account for the deductible VAT that can be posted to.',
    de: 'Der MwSt.-Code {code} hat kein Konto für die abziehbare MwSt., das bebucht werden kann.',
  },
  document_is_zero: {
    fr: 'Tous les montants du document sont nuls : il n’y a rien à comptabiliser.',
    nl: 'Alle bedragen van het document zijn nul: er valt niets te boeken.',
    en: 'All amounts of the document are zero: there is nothing to post.',
    de: 'Alle Beträge des Belegs sind null: Es gibt nichts zu buchen.',
  },
  invoice_negative: {
    fr: 'Le total de la facture est négatif ({total}). Saisissez une note de crédit.',
    nl: 'Het totaal van de factuur is negatief ({total}). Boek een creditnota.',
    en: 'The total of the invoice is negative ({total}). Post a credit note.',
    de: 'Der Gesamtbetrag der Rechnung ist negativ ({total}). Buchen Sie eine Gutschrift.',
  },
  credit_note_negative: {
    fr: 'Le total de la note de crédit est négatif ({total}). Ses montants se saisissent en positif ; sinon, saisissez une facture.',
    nl: 'Het totaal van de creditnota is negatief ({total}). De bedragen ervan zijn positief; boek anders een factuur.',
    en: 'The total of the credit note is negative ({total}). Its amounts are entered as positive ones; otherwise, post an invoice.',
    de: 'Der Gesamtbetrag der Gutschrift ist negativ ({total}). Ihre Beträge werden positiv erfasst; sonst buchen Sie eine Rechnung.',
  },
  vat_amount_of_no_line: {
    fr: 'Aucune ligne du document n’a ce code TVA.',
    nl: 'Geen enkele lijn van het document heeft deze btw-code.',
    en: 'No line of the document has this VAT code.',
    de: 'Keine Zeile des Belegs hat diesen MwSt.-Code.',
  },
  vat_amount_repeated: {
    fr: 'Le montant de TVA de ce code est déjà donné.',
    nl: 'Het btw-bedrag van deze code is al opgegeven.',
    en: 'The VAT amount of this code is given already.',
    de: 'Der MwSt.-Betrag dieses Codes ist bereits angegeben.',
  },
  vat_amount_untaxed: {
    fr: 'Le code {code} ne donne lieu à aucune TVA.',
    nl: 'De code {code} geeft geen aanleiding tot btw.',
    en: 'The code {code} gives rise to no VAT.',
    de: 'Der Code {code} führt zu keiner MwSt.',
  },
  vat_amount_too_different: {
    fr: 'La TVA du code {code} s’élève à {computed} ; elle ne peut être corrigée de plus de {max}.',
    nl: 'De btw van de code {code} bedraagt {computed}; ze kan met hoogstens {max} worden verbeterd.',
    en: 'The VAT of the code {code} comes to {computed}; it can be corrected by at most {max}.',
    de: 'Die MwSt. des Codes {code} beträgt {computed}; sie kann um höchstens {max} berichtigt werden.',
  },
  credited_entry_unknown: {
    fr: 'Cette écriture n’existe pas dans le dossier.',
    nl: 'Deze boeking bestaat niet in het dossier.',
    en: 'This entry does not exist in the company file.',
    de: 'Diese Buchung gibt es in der Akte nicht.',
  },
  credited_entry_not_invoice: {
    fr: 'Cette écriture n’est pas une facture du même sens que la note de crédit.',
    nl: 'Deze boeking is geen factuur in dezelfde richting als de creditnota.',
    en: 'This entry is not an invoice of the same direction as the credit note.',
    de: 'Diese Buchung ist keine Rechnung derselben Richtung wie die Gutschrift.',
  },
  credited_entry_reversed: {
    fr: 'Cette facture est extournée : il n’y a plus rien à créditer.',
    nl: 'Deze factuur is tegengeboekt: er valt niets meer te crediteren.',
    en: 'This invoice is reversed: there is nothing left to credit.',
    de: 'Diese Rechnung ist storniert: Es gibt nichts mehr gutzuschreiben.',
  },
  credited_entry_of_another: {
    fr: 'Cette facture est celle d’un autre tiers.',
    nl: 'Deze factuur is van een andere relatie.',
    en: 'This invoice is that of another third party.',
    de: 'Diese Rechnung ist die eines anderen Geschäftspartners.',
  },
  batch_too_many_lines: {
    fr: 'Les écritures d’un lot ne peuvent compter plus de {max, number} lignes ensemble. Scindez le lot.',
    nl: 'De boekingen van een reeks mogen samen niet meer dan {max, number} lijnen tellen. Splits de reeks op.',
    en: 'The entries of a batch must not have more than {max, number} lines together. Split the batch.',
    de: 'Die Buchungen eines Stapels dürfen zusammen höchstens {max, number} Zeilen haben. Teilen Sie den Stapel auf.',
  },
  batch_too_large: {
    fr: 'Ces écritures sont trop volumineuses pour être comptabilisées en une seule opération. Scindez le lot.',
    nl: 'Deze boekingen zijn te groot om in één bewerking te boeken. Splits de reeks op.',
    en: 'These entries are too large to be posted in one operation. Split the batch.',
    de: 'Diese Buchungen sind zu umfangreich, um in einem Vorgang gebucht zu werden. Teilen Sie den Stapel auf.',
  },
} as const satisfies Messages;
