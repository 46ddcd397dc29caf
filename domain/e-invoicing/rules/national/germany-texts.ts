import { toLabels } from '../texts.ts';

/** Texts of the rules between German parties. */

export const CONTACT = toLabels(
  'personne de contact du vendeur (BG-6)',
  'contactpersoon van de verkoper (BG-6)',
  'contact of the seller (BG-6)',
  'Ansprechpartner des Verkäufers (BG-6)',
);
export const CONTACT_NAME = toLabels(
  'nom de la personne de contact (BT-41)',
  'naam van de contactpersoon (BT-41)',
  'name of the contact (BT-41)',
  'Name des Ansprechpartners (BT-41)',
);
export const PHONE = toLabels(
  'téléphone de la personne de contact (BT-42)',
  'telefoonnummer van de contactpersoon (BT-42)',
  'telephone of the contact (BT-42)',
  'Telefonnummer des Ansprechpartners (BT-42)',
);
export const EMAIL = toLabels(
  'adresse e-mail de la personne de contact (BT-43)',
  'e-mailadres van de contactpersoon (BT-43)',
  'e-mail address of the contact (BT-43)',
  'E-Mail-Adresse des Ansprechpartners (BT-43)',
);
export const BUYER_REFERENCE = toLabels(
  'référence de l’acheteur (BT-10)',
  'referentie van de koper (BT-10)',
  'buyer reference (BT-10)',
  'Käuferreferenz (BT-10)',
);
export const TAX_NUMBER = toLabels(
  'numéro de TVA ou numéro fiscal du vendeur, ou son représentant fiscal (BT-31, BT-32, BG-11)',
  'btw-nummer of fiscaal nummer van de verkoper, of zijn fiscaal vertegenwoordiger (BT-31, BT-32, BG-11)',
  'VAT number or tax number of the seller, or the tax representative (BT-31, BT-32, BG-11)',
  'MwSt.-Nummer oder Steuernummer des Verkäufers oder sein Fiskalvertreter (BT-31, BT-32, BG-11)',
);
export const TYPE = toLabels(
  'type de document entre parties allemandes (BT-3)',
  'documenttype tussen Duitse partijen (BT-3)',
  'document type between German parties (BT-3)',
  'Belegart zwischen deutschen Parteien (BT-3)',
);
export const TYPE_HINT = toLabels(
  'Utilisez 326, 380, 381, 384, 389, 875, 876 ou 877.',
  'Gebruik 326, 380, 381, 384, 389, 875, 876 of 877.',
  'Use 326, 380, 381, 384, 389, 875, 876 or 877.',
  'Verwenden Sie 326, 380, 381, 384, 389, 875, 876 oder 877.',
);
export const DISCOUNT = toLabels(
  'escompte dans les conditions de paiement (BT-20)',
  'korting voor contante betaling in de betalingsvoorwaarden (BT-20)',
  'discount in the payment terms (BT-20)',
  'Skonto in den Zahlungsbedingungen (BT-20)',
);
export const DISCOUNT_HINT = toLabels(
  'Écrivez #SKONTO#TAGE=14#PROZENT=2.00#, une ligne par escompte.',
  'Schrijf #SKONTO#TAGE=14#PROZENT=2.00#, één regel per korting.',
  'Write #SKONTO#TAGE=14#PROZENT=2.00#, one line per discount.',
  'Schreiben Sie #SKONTO#TAGE=14#PROZENT=2.00#, eine Zeile je Skonto.',
);
export const SAME_FILE_NAME = toLabels(
  'Deux pièces jointes portent le même nom de fichier.',
  'Twee bijlagen hebben dezelfde bestandsnaam.',
  'Two attachments have the same file name.',
  'Zwei Anlagen haben denselben Dateinamen.',
);
export const RENAME_FILE = toLabels(
  'Donnez un autre nom à l’une d’elles.',
  'Geef een ervan een andere naam.',
  'Rename one of them.',
  'Benennen Sie eine davon um.',
);
export const ADDRESS_OF_FILE = toLabels(
  'adresse web du document externe (BT-124)',
  'webadres van het externe document (BT-124)',
  'web address of the external document (BT-124)',
  'Internetadresse des externen Dokuments (BT-124)',
);
export const ACCOUNT = toLabels(
  'IBAN du bénéficiaire (BT-84)',
  'IBAN van de begunstigde (BT-84)',
  'IBAN of the payee (BT-84)',
  'IBAN des Zahlungsempfängers (BT-84)',
);
export const DEBITED_ACCOUNT = toLabels(
  'IBAN du compte débité (BT-91)',
  'IBAN van de gedebiteerde rekening (BT-91)',
  'IBAN of the debited account (BT-91)',
  'IBAN des belasteten Kontos (BT-91)',
);
export const CREDITOR = toLabels(
  'identifiant créancier SEPA (BT-90)',
  'SEPA-identificatie van de schuldeiser (BT-90)',
  'SEPA creditor identifier (BT-90)',
  'SEPA-Gläubiger-ID (BT-90)',
);
export const MEANS_PARTS = {
  transfer: toLabels(
    'compte du virement (BG-17)',
    'rekening van de overschrijving (BG-17)',
    'account of the transfer (BG-17)',
    'Konto der Überweisung (BG-17)',
  ),
  card: toLabels('carte de paiement (BG-18)', 'betaalkaart (BG-18)', 'payment card (BG-18)', 'Zahlungskarte (BG-18)'),
  debit: toLabels('prélèvement (BG-19)', 'domiciliëring (BG-19)', 'direct debit (BG-19)', 'Lastschrift (BG-19)'),
} as const;
export const OTHER_MEANS = toLabels(
  'Les données d’un autre moyen de paiement sont indiquées.',
  'Er staan gegevens van een ander betaalmiddel.',
  'The document has details of another means of payment.',
  'Es sind Angaben einer anderen Zahlungsart vorhanden.',
);
export const DROP_OTHER_MEANS = toLabels(
  'Ne gardez que les données du moyen de paiement choisi (BT-81).',
  'Behoud alleen de gegevens van het gekozen betaalmiddel (BT-81).',
  'Keep only the details of the chosen means of payment (BT-81).',
  'Behalten Sie nur die Angaben der gewählten Zahlungsart (BT-81).',
);
