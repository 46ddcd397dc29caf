import type { Messages } from '../messages.ts';

/** Customers and suppliers: their numbers, their accounts, and merging two that are one. */
export const thirdParties = {
  vat_number_needs_country: {
    fr: 'Un numéro de TVA s’écrit avec le préfixe de son pays, par exemple BE0477472701, ou accompagné du pays.',
    nl: 'Een btw-nummer begint met de letters van het land, bijvoorbeeld BE0477472701, of het land wordt meegegeven.',
    en: 'A VAT number starts with the prefix of its country, such as BE0477472701, or comes with the country.',
    de: 'Eine USt-IdNr. beginnt mit dem Länderpräfix, zum Beispiel BE0477472701, oder das Land wird mit angegeben.',
  },
  numbers_contradict: {
    fr: 'Le numéro d’entreprise et le numéro de TVA désignent deux entreprises différentes.',
    nl: 'Het ondernemingsnummer en het btw-nummer verwijzen naar twee verschillende ondernemingen.',
    en: 'The enterprise number and the VAT number belong to two different enterprises.',
    de: 'Unternehmensnummer und USt-IdNr. gehören zu zwei verschiedenen Unternehmen.',
  },
  peppol_identifier_invalid: {
    fr: 'L’identifiant Peppol n’est pas valable. Exemple : 0208:0477472701.',
    nl: 'De Peppol-identificatie is ongeldig. Voorbeeld: 0208:0477472701.',
    en: 'The Peppol identifier is not valid. Example: 0208:0477472701.',
    de: 'Die Peppol-Kennung ist ungültig. Beispiel: 0208:0477472701.',
  },
  account_not_for_third_parties: {
    fr: 'Un tiers se centralise sur un compte de la classe 4 qui ne sert ni à la TVA ni à l’autre type de tiers.',
    nl: 'Een derde wordt gecentraliseerd op een rekening van klasse 4 die niet dient voor btw of voor het andere type derden.',
    en: 'A third party needs a control account of class 4 that is kept neither for VAT nor for the other type of third party.',
    de: 'Ein Geschäftspartner braucht ein Sammelkonto der Klasse 4, das weder der MwSt. noch der anderen Art von Partnern dient.',
  },
  vat_code_direction: {
    fr: 'Un fournisseur reçoit un code TVA d’achat, un client un code TVA de vente.',
    nl: 'Een leverancier krijgt een btw-code voor aankopen, een klant een btw-code voor verkopen.',
    en: 'A supplier takes a VAT code for purchases, a customer one for sales.',
    de: 'Ein Lieferant erhält einen Steuerschlüssel für Einkäufe, ein Kunde einen für Verkäufe.',
  },
  merge_into_itself: {
    fr: 'Un tiers ne peut être fusionné avec lui-même.',
    nl: 'Een derde kan niet met zichzelf worden samengevoegd.',
    en: 'A third party cannot be merged into itself.',
    de: 'Ein Geschäftspartner kann nicht mit sich selbst zusammengeführt werden.',
  },
  merge_types_differ: {
    fr: 'Un client et un fournisseur ne peuvent être fusionnés.',
    nl: 'Een klant en een leverancier kunnen niet worden samengevoegd.',
    en: 'A customer and a supplier cannot be merged.',
    de: 'Ein Kunde und ein Lieferant können nicht zusammengeführt werden.',
  },
} as const satisfies Messages;
