import type { Messages } from '../i18n/messages.ts';

/** Files for VAT and tax administrations: what they would be refused for. */
export const messages = {
  filing_vat_number: {
    fr: 'Le numéro de TVA de {company} manque ou n’est pas un numéro valable du pays ({country}).',
    nl: 'Het btw-nummer van {company} ontbreekt of is geen geldig nummer van het land ({country}).',
    en: 'The VAT number of {company} is missing, or no valid number of the country ({country}).',
    de: 'Die MwSt.-Nummer von {company} fehlt oder ist keine gültige Nummer des Landes ({country}).',
  },
  filing_enterprise_number: {
    fr: 'Le numéro d’entreprise de {company} manque ou n’est pas valable.',
    nl: 'Het ondernemingsnummer van {company} ontbreekt of is ongeldig.',
    en: 'The enterprise number of {company} is missing or not valid.',
    de: 'Die Unternehmensnummer von {company} fehlt oder ist ungültig.',
  },
  filing_address: {
    fr: 'L’adresse de {company} est incomplète : « {field} » manque.',
    nl: 'Het adres van {company} is onvolledig: “{field}” ontbreekt.',
    en: 'The address of {company} is incomplete: “{field}” is missing.',
    de: 'Die Anschrift von {company} ist unvollständig: „{field}“ fehlt.',
  },
  filing_form_without_file: {
    fr: 'Le formulaire {form} ne se dépose pas par fichier : introduisez-le sur le portail de l’administration ({company}).',
    nl: 'Formulier {form} wordt niet met een bestand ingediend: voer het in op de portaalsite van de administratie ({company}).',
    en: 'Form {form} is not filed as a file: enter it on the portal of the administration ({company}).',
    de: 'Formular {form} wird nicht als Datei eingereicht: Erfassen Sie es im Portal der Verwaltung ({company}).',
  },
  filing_amount: {
    fr: 'La case {box} de {company} porte un montant que le fichier n’admet pas : {amount, number, amount}.',
    nl: 'Vak {box} van {company} bevat een bedrag dat het bestand niet toelaat: {amount, number, amount}.',
    en: 'Box {box} of {company} has an amount that the file does not take: {amount, number, amount}.',
    de: 'Feld {box} von {company} enthält einen Betrag, den die Datei nicht zulässt: {amount, number, amount}.',
  },
  filing_justification_missing: {
    fr: 'L’administration demandera une justification (cases {boxes}) : ajoutez un commentaire à la déclaration de {company}.',
    nl: 'De administratie zal een verantwoording vragen (vakken {boxes}): voeg een commentaar toe aan de aangifte van {company}.',
    en: 'The administration will ask for a justification (boxes {boxes}): add a comment to the return of {company}.',
    de: 'Die Verwaltung wird eine Begründung verlangen (Felder {boxes}): Fügen Sie der Erklärung von {company} eine Bemerkung hinzu.',
  },
  filer_incomplete: {
    fr: 'Pour que le représentant dépose pour {company}, complétez « {field} » dans les paramètres.',
    nl: 'Vul “{field}” aan in de instellingen zodat de vertegenwoordiger voor {company} kan indienen.',
    en: 'For the representative to file for {company}, complete “{field}” in the settings.',
    de: 'Damit der Vertreter für {company} einreichen kann, ergänzen Sie „{field}“ in den Einstellungen.',
  },
  ecdf_incomplete: {
    fr: 'Pour déposer par eCDF pour {company}, complétez « {field} » dans les paramètres.',
    nl: 'Vul “{field}” aan in de instellingen om via eCDF in te dienen voor {company}.',
    en: 'To file through eCDF for {company}, complete “{field}” in the settings.',
    de: 'Um über eCDF für {company} einzureichen, ergänzen Sie „{field}“ in den Einstellungen.',
  },
  consignment_filers_differ: {
    fr: '{company} a un autre représentant que la première déclaration : un envoi n’en a qu’un.',
    nl: '{company} heeft een andere vertegenwoordiger dan de eerste aangifte: een zending heeft er maar één.',
    en: '{company} has another representative than the first return: a consignment has one alone.',
    de: '{company} hat einen anderen Vertreter als die erste Erklärung: Eine Sendung hat nur einen.',
  },
  consignment_repeated: {
    fr: 'Cette déclaration est déjà dans l’envoi.',
    nl: 'Deze aangifte zit al in de zending.',
    en: 'This return is in the consignment already.',
    de: 'Diese Erklärung ist bereits in der Sendung.',
  },
  consignment_not_belgian: {
    fr: 'Intervat ne prend que des déclarations belges : {company} n’en est pas une.',
    nl: 'Intervat neemt alleen Belgische aangiften: {company} is er geen.',
    en: 'Intervat takes Belgian returns alone: {company} has none.',
    de: 'Intervat nimmt nur belgische Erklärungen: {company} ist keine.',
  },
  listing_not_in_country: {
    fr: 'Cette liste n’existe qu’en Belgique.',
    nl: 'Deze lijst bestaat alleen in België.',
    en: 'There is such a listing in Belgium alone.',
    de: 'Diese Liste gibt es nur in Belgien.',
  },
  listing_without_file: {
    fr: 'L’administration de ce pays ne prend pas ce relevé sous forme de fichier XML.',
    nl: 'De administratie van dit land neemt deze opgave niet als XML-bestand.',
    en: 'The administration of this country does not take this listing as an XML file.',
    de: 'Die Verwaltung dieses Landes nimmt diese Aufstellung nicht als XML-Datei.',
  },
  listing_empty: {
    fr: 'Il n’y a rien à déclarer : un relevé vide ne se dépose pas.',
    nl: 'Er is niets aan te geven: een lege opgave wordt niet ingediend.',
    en: 'There is nothing to list: an empty file is not filed.',
    de: 'Es gibt nichts zu melden: Eine leere Aufstellung wird nicht eingereicht.',
  },
  listed_vat_number: {
    fr: 'Le numéro de TVA de {name} n’est pas valable pour ce relevé : {number}.',
    nl: 'Het btw-nummer van {name} is niet geldig voor deze opgave: {number}.',
    en: 'The VAT number of {name} is not valid for this listing: {number}.',
    de: 'Die MwSt.-Nummer von {name} ist für diese Aufstellung nicht gültig: {number}.',
  },
  fees_not_in_country: {
    fr: 'Les fiches 281.50 n’existent qu’en Belgique.',
    nl: 'Fiches 281.50 bestaan alleen in België.',
    en: 'There are slips 281.50 in Belgium alone.',
    de: 'Karten 281.50 gibt es nur in Belgien.',
  },
  fees_paid_more: {
    fr: 'Le montant payé ne peut dépasser le montant de la fiche.',
    nl: 'Het betaalde bedrag kan niet hoger zijn dan het bedrag van de fiche.',
    en: 'What was paid cannot be more than the amount of the slip.',
    de: 'Der gezahlte Betrag darf den Betrag der Karte nicht übersteigen.',
  },
  fees_country_unknown: {
    fr: 'Le pays de {name} n’est pas connu de ce fichier : introduisez cette fiche sur le portail.',
    nl: 'Het land van {name} is niet bekend in dit bestand: voer deze fiche in op de portaalsite.',
    en: 'The country of {name} is not known to this file: enter this slip on the portal.',
    de: 'Das Land von {name} ist in dieser Datei nicht bekannt: Erfassen Sie diese Karte im Portal.',
  },
  fees_beneficiary_incomplete: {
    fr: 'L’adresse de {name} est incomplète : « {field} » manque.',
    nl: 'Het adres van {name} is onvolledig: “{field}” ontbreekt.',
    en: 'The address of {name} is incomplete: “{field}” is missing.',
    de: 'Die Anschrift von {name} ist unvollständig: „{field}“ fehlt.',
  },
  fees_number_missing: {
    fr: '{name} n’a ni numéro d’entreprise ni numéro de registre national.',
    nl: '{name} heeft geen ondernemingsnummer en geen rijksregisternummer.',
    en: '{name} has neither an enterprise number nor a national register number.',
    de: '{name} hat weder eine Unternehmensnummer noch eine Nationalregisternummer.',
  },
  fees_sender_incomplete: {
    fr: 'Complétez l’expéditeur des fiches de {company} dans les paramètres : « {field} ».',
    nl: 'Vul de afzender van de fiches van {company} aan in de instellingen: “{field}”.',
    en: 'Complete the sender of the slips of {company} in the settings: “{field}”.',
    de: 'Ergänzen Sie den Absender der Karten von {company} in den Einstellungen: „{field}“.',
  },
  undo_fees_slip_set_again: {
    fr: 'La fiche a été modifiée à nouveau depuis.',
    nl: 'De fiche is intussen opnieuw gewijzigd.',
    en: 'The slip has been changed again since.',
    de: 'Die Karte wurde seither erneut geändert.',
  },
  activity_fees_slip_set: {
    fr: 'Fiche 281.50 modifiée',
    nl: 'Fiche 281.50 gewijzigd',
    en: 'Slip 281.50 changed',
    de: 'Karte 281.50 geändert',
  },
  told_fees_slip_set: {
    fr: '{user} a modifié la fiche 281.50 {label}',
    nl: '{user} heeft de fiche 281.50 {label} gewijzigd',
    en: '{user} changed the slip 281.50 {label}',
    de: '{user} hat die Karte 281.50 {label} geändert',
  },
} as const satisfies Messages;
