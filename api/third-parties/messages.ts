import type { Messages } from '../i18n/messages.ts';

/** Customers and suppliers: their numbers, their accounts, merging two that are one, and looking them up in VIES and Peppol. */
export const messages = {
  vat_number_shared: {
    fr: 'Le numéro de TVA {number} est aussi celui de {other} : s’agit-il du même tiers ?',
    nl: 'Het btw-nummer {number} is ook dat van {other}: gaat het om dezelfde relatie?',
    en: 'The VAT number {number} is also that of {other}: are they the same third party?',
    de: 'Die MwSt.-Nummer {number} ist auch die von {other}: Handelt es sich um denselben Geschäftspartner?',
  },
  vat_number_of_other_type: {
    fr: 'Le numéro de TVA {number} est aussi celui de {other}, qui est à la fois client et fournisseur.',
    nl: 'Het btw-nummer {number} is ook dat van {other}, die zowel klant als leverancier is.',
    en: 'The VAT number {number} is also that of {other}, who is both a customer and a supplier.',
    de: 'Die MwSt.-Nummer {number} ist auch die von {other}, der sowohl Kunde als auch Lieferant ist.',
  },
  vat_number_needs_country: {
    fr: 'Un numéro de TVA s’écrit avec le préfixe de son pays, par exemple BE0477472701, ou accompagné du pays.',
    nl: 'Een btw-nummer begint met de letters van het land, bijvoorbeeld BE0477472701, of het land wordt meegegeven.',
    en: 'A VAT number starts with the prefix of its country, such as BE0477472701, or comes with the country.',
    de: 'Eine MwSt.-Nummer beginnt mit dem Länderpräfix, zum Beispiel BE0477472701, oder das Land wird mit angegeben.',
  },
  numbers_contradict: {
    fr: 'Le numéro d’entreprise et le numéro de TVA désignent deux entreprises différentes.',
    nl: 'Het ondernemingsnummer en het btw-nummer verwijzen naar twee verschillende ondernemingen.',
    en: 'The enterprise number and the VAT number belong to two different enterprises.',
    de: 'Unternehmensnummer und MwSt.-Nummer gehören zu zwei verschiedenen Unternehmen.',
  },
  peppol_identifier_invalid: {
    fr: 'L’identifiant Peppol n’est pas valable. Exemple : 0208:0477472701.',
    nl: 'De Peppol-identificatie is ongeldig. Voorbeeld: 0208:0477472701.',
    en: 'The Peppol identifier is not valid. Example: 0208:0477472701.',
    de: 'Die Peppol-Kennung ist ungültig. Beispiel: 0208:0477472701.',
  },
  account_not_for_third_parties: {
    fr: 'Un tiers a besoin d’un compte collectif de la classe 4 qui ne sert ni à la TVA ni à l’autre type de tiers.',
    nl: 'Een relatie heeft een centralisatierekening van klasse 4 nodig die niet dient voor btw of voor het andere type relaties.',
    en: 'A third party needs a control account of class 4 that is kept neither for VAT nor for the other type of third party.',
    de: 'Ein Geschäftspartner braucht ein Sammelkonto der Klasse 4, das weder der MwSt. noch der anderen Art von Geschäftspartnern dient.',
  },
  vat_code_direction: {
    fr: 'Un fournisseur reçoit un code TVA d’achat, un client un code TVA de vente.',
    nl: 'Een leverancier krijgt een btw-code voor aankopen, een klant een btw-code voor verkopen.',
    en: 'A supplier takes a VAT code for purchases, a customer one for sales.',
    de: 'Ein Lieferant erhält einen MwSt.-Code für Einkäufe, ein Kunde einen für Verkäufe.',
  },
  merge_into_itself: {
    fr: 'Un tiers ne peut être fusionné avec lui-même.',
    nl: 'Een relatie kan niet met zichzelf worden samengevoegd.',
    en: 'A third party cannot be merged into itself.',
    de: 'Ein Geschäftspartner kann nicht mit sich selbst zusammengeführt werden.',
  },
  merge_types_differ: {
    fr: 'Un client et un fournisseur ne peuvent être fusionnés.',
    nl: 'Een klant en een leverancier kunnen niet worden samengevoegd.',
    en: 'A customer and a supplier cannot be merged.',
    de: 'Ein Kunde und ein Lieferant können nicht zusammengeführt werden.',
  },
  third_party_unknown: {
    fr: 'Ce tiers n’existe pas dans le dossier.',
    nl: 'Deze relatie bestaat niet in het dossier.',
    en: 'This third party does not exist in the company file.',
    de: 'Diesen Geschäftspartner gibt es in der Akte nicht.',
  },
  third_party_inactive: {
    fr: 'Ce tiers n’est plus actif.',
    nl: 'Deze relatie is niet meer actief.',
    en: 'This third party is no longer active.',
    de: 'Dieser Geschäftspartner ist nicht mehr aktiv.',
  },
  vat_number_missing: {
    fr: 'Ce tiers n’a pas de numéro de TVA à vérifier.',
    nl: 'Deze relatie heeft geen btw-nummer om te controleren.',
    en: 'This third party has no VAT number to check.',
    de: 'Dieser Geschäftspartner hat keine MwSt.-Nummer, die geprüft werden kann.',
  },
  vat_number_not_in_vies: {
    fr: 'VIES ne connaît que les numéros de TVA de l’Union européenne et d’Irlande du Nord.',
    nl: 'VIES kent alleen btw-nummers van de Europese Unie en van Noord-Ierland.',
    en: 'VIES knows only VAT numbers of the European Union and of Northern Ireland.',
    de: 'VIES kennt nur MwSt.-Nummern der Europäischen Union und Nordirlands.',
  },
  vies_not_configured: {
    fr: 'Ce serveur ne peut pas interroger VIES : VIES_URL n’y est pas configurée.',
    nl: 'Deze server kan VIES niet bevragen: VIES_URL is er niet ingesteld.',
    en: 'This server cannot ask VIES: VIES_URL is not configured.',
    de: 'Dieser Server kann VIES nicht abfragen: VIES_URL ist nicht konfiguriert.',
  },
  vies_unavailable: {
    fr: 'VIES ou l’État membre ne répond pas : rien ne peut être dit de ce numéro pour l’instant. Réessayez plus tard.',
    nl: 'VIES of de lidstaat antwoordt niet: over dit nummer kan nu niets worden gezegd. Probeer het later opnieuw.',
    en: 'VIES or the member state does not answer: nothing can be said of this number for now. Try again later.',
    de: 'VIES oder der Mitgliedstaat antwortet nicht: Über diese Nummer lässt sich derzeit nichts sagen. Versuchen Sie es später erneut.',
  },
  peppol_identifier_missing: {
    fr: 'Ce tiers n’a ni identifiant Peppol, ni numéro dont un identifiant pourrait être déduit.',
    nl: 'Deze relatie heeft geen Peppol-identificatie en geen nummer waaruit er een kan worden afgeleid.',
    en: 'This third party has neither a Peppol identifier nor a number that one could be derived from.',
    de: 'Dieser Geschäftspartner hat weder eine Peppol-Kennung noch eine Nummer, aus der sie sich ableiten ließe.',
  },
  peppol_not_configured: {
    fr: 'Ce serveur ne peut pas interroger le réseau Peppol : PEPPOL_SML_DOMAIN n’y est pas configuré.',
    nl: 'Deze server kan het Peppol-netwerk niet bevragen: PEPPOL_SML_DOMAIN is er niet ingesteld.',
    en: 'This server cannot ask the Peppol network: PEPPOL_SML_DOMAIN is not configured.',
    de: 'Dieser Server kann das Peppol-Netzwerk nicht abfragen: PEPPOL_SML_DOMAIN ist nicht konfiguriert.',
  },
  peppol_unavailable: {
    fr: 'Le réseau Peppol ne répond pas : on ne peut pas dire pour l’instant si ce tiers y est inscrit. Réessayez plus tard.',
    nl: 'Het Peppol-netwerk antwoordt niet: er kan nu niet worden gezegd of deze relatie er geregistreerd is. Probeer het later opnieuw.',
    en: 'The Peppol network does not answer: whether this third party is registered cannot be said for now. Try again later.',
    de: 'Das Peppol-Netzwerk antwortet nicht: Ob dieser Geschäftspartner registriert ist, lässt sich derzeit nicht sagen. Versuchen Sie es später erneut.',
  },
  activity_third_party_merged: {
    fr: 'Tiers fusionnés',
    nl: 'Relaties samengevoegd',
    en: 'Third parties merged',
    de: 'Geschäftspartner zusammengeführt',
  },
  told_third_party_merged: {
    fr: '{user} a fusionné le tiers {label} avec un autre',
    nl: '{user} heeft relatie {label} met een andere samengevoegd',
    en: '{user} merged the third party {label} into another',
    de: '{user} hat den Geschäftspartner {label} mit einem anderen zusammengeführt',
  },
  activity_third_party_checked: {
    fr: 'Tiers vérifié',
    nl: 'Relatie gecontroleerd',
    en: 'Third party checked',
    de: 'Geschäftspartner geprüft',
  },
  told_third_party_checked: {
    fr: '{user} a vérifié le tiers {label}',
    nl: '{user} heeft relatie {label} gecontroleerd',
    en: '{user} checked the third party {label}',
    de: '{user} hat den Geschäftspartner {label} geprüft',
  },
  activity_third_party_unmerged: {
    fr: 'Fusion de tiers annulée',
    nl: 'Samenvoeging van relaties ongedaan gemaakt',
    en: 'Merge of third parties undone',
    de: 'Zusammenführung von Geschäftspartnern aufgehoben',
  },
  told_third_party_unmerged: {
    fr: '{user} a rétabli le tiers {label}, qui avait été fusionné',
    nl: '{user} heeft de samengevoegde relatie {label} hersteld',
    en: '{user} restored the third party {label}, which had been merged',
    de: '{user} hat den zusammengeführten Geschäftspartner {label} wiederhergestellt',
  },
} as const satisfies Messages;
