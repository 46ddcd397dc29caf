import type { Messages } from '../messages.ts';

/** Look-ups outside: VAT numbers in VIES, participants of the Peppol network, enterprises in the public register. */
export const checks = {
  vat_number_missing: {
    fr: 'Ce tiers n’a pas de numéro de TVA à vérifier.',
    nl: 'Deze relatie heeft geen btw-nummer om te controleren.',
    en: 'This third party has no VAT number to check.',
    de: 'Dieser Geschäftspartner hat keine USt-IdNr., die geprüft werden kann.',
  },
  vat_number_not_in_vies: {
    fr: 'VIES ne connaît que les numéros de TVA de l’Union européenne et d’Irlande du Nord.',
    nl: 'VIES kent alleen btw-nummers van de Europese Unie en van Noord-Ierland.',
    en: 'VIES knows only VAT numbers of the European Union and of Northern Ireland.',
    de: 'VIES kennt nur USt-IdNrn. der Europäischen Union und Nordirlands.',
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
  enterprise_number_missing: {
    fr: 'Ce dossier n’a pas de numéro d’entreprise sous lequel interroger le registre.',
    nl: 'Dit dossier heeft geen ondernemingsnummer om in het register op te zoeken.',
    en: 'This company file has no enterprise number to look up in the register.',
    de: 'Diese Akte hat keine Unternehmensnummer, die im Register nachgeschlagen werden kann.',
  },
  enterprise_unknown: {
    fr: 'Le registre public ne connaît pas ce numéro d’entreprise.',
    nl: 'Het openbare register kent dit ondernemingsnummer niet.',
    en: 'The public register does not know this enterprise number.',
    de: 'Das öffentliche Register kennt diese Unternehmensnummer nicht.',
  },
  register_not_configured: {
    fr: 'Ce serveur ne peut pas interroger le registre public : REGISTER_URL n’y est pas configurée.',
    nl: 'Deze server kan het openbare register niet bevragen: REGISTER_URL is er niet ingesteld.',
    en: 'This server cannot ask the public register: REGISTER_URL is not configured.',
    de: 'Dieser Server kann das öffentliche Register nicht abfragen: REGISTER_URL ist nicht konfiguriert.',
  },
  register_unavailable: {
    fr: 'Le registre public ne répond pas comme attendu. Rien n’a été modifié ; réessayez plus tard.',
    nl: 'Het openbare register antwoordt niet zoals verwacht. Er is niets gewijzigd; probeer het later opnieuw.',
    en: 'The public register does not answer as expected. Nothing was changed; try again later.',
    de: 'Das öffentliche Register antwortet nicht wie erwartet. Es wurde nichts geändert; versuchen Sie es später erneut.',
  },
} as const satisfies Messages;
