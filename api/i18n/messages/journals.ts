import type { Messages } from '../messages.ts';

/** Why a routing rule takes a document or not. */
export const journals = {
  rule_takes_document: {
    fr: 'La règle {position} envoie ce document au journal {journal}.',
    nl: 'Regel {position} stuurt dit document naar dagboek {journal}.',
    en: 'Rule {position} sends this document to journal {journal}.',
    de: 'Regel {position} leitet diesen Beleg an das Journal {journal}.',
  },
  default_journal_takes_document: {
    fr: 'Aucune règle ne s’applique : le document va au journal par défaut {journal}.',
    nl: 'Geen enkele regel is van toepassing: het document gaat naar het standaarddagboek {journal}.',
    en: 'No rule applies: the document goes to the default journal {journal}.',
    de: 'Keine Regel trifft zu: Der Beleg geht an das Standardjournal {journal}.',
  },
  no_journal_takes_document: {
    fr: 'Aucune règle ne s’applique et aucun journal actif ne reçoit ce type de document.',
    nl: 'Geen enkele regel is van toepassing en geen enkel actief dagboek neemt dit type document op.',
    en: 'No rule applies, and no active journal takes this type of document.',
    de: 'Keine Regel trifft zu, und kein aktives Journal nimmt diese Belegart auf.',
  },
  rule_is_active: {
    fr: 'La règle et son journal sont actifs.',
    nl: 'De regel en het dagboek zijn actief.',
    en: 'The rule and its journal are active.',
    de: 'Die Regel und ihr Journal sind aktiv.',
  },
  rule_is_inactive: {
    fr: 'La règle ou son journal est inactif.',
    nl: 'De regel of het dagboek is niet actief.',
    en: 'The rule or its journal is inactive.',
    de: 'Die Regel oder ihr Journal ist inaktiv.',
  },
  rule_direction_fits: {
    fr: 'Le sens du document est celui du journal.',
    nl: 'De richting van het document is die van het dagboek.',
    en: 'The direction of the document is that of the journal.',
    de: 'Die Richtung des Belegs ist die des Journals.',
  },
  rule_direction_differs: {
    fr: 'Le journal de la règle est d’un autre sens.',
    nl: 'Het dagboek van de regel heeft een andere richting.',
    en: 'The journal of the rule is of the other direction.',
    de: 'Das Journal der Regel hat die andere Richtung.',
  },
  rule_document_type_fits: {
    fr: 'Le journal reçoit ce type de document.',
    nl: 'Het dagboek neemt dit type document op.',
    en: 'The journal takes this type of document.',
    de: 'Das Journal nimmt diese Belegart auf.',
  },
  rule_document_type_differs: {
    fr: 'Le journal de la règle reçoit un autre type de document.',
    nl: 'Het dagboek van de regel neemt een ander type document op.',
    en: 'The journal of the rule takes another type of document.',
    de: 'Das Journal der Regel nimmt eine andere Belegart auf.',
  },
  rule_third_party_fits: {
    fr: 'Le tiers est celui de la règle.',
    nl: 'De relatie is die van de regel.',
    en: 'The third party is that of the rule.',
    de: 'Der Dritte ist der der Regel.',
  },
  rule_third_party_differs: {
    fr: 'Le tiers n’est pas celui de la règle.',
    nl: 'De relatie is niet die van de regel.',
    en: 'The third party is not that of the rule.',
    de: 'Der Dritte ist nicht der der Regel.',
  },
  rule_amount_large_enough: {
    fr: 'Le montant atteint {least}.',
    nl: 'Het bedrag bereikt {least}.',
    en: 'The amount reaches {least}.',
    de: 'Der Betrag erreicht {least}.',
  },
  rule_amount_too_small: {
    fr: 'Le montant n’atteint pas {least}.',
    nl: 'Het bedrag bereikt {least} niet.',
    en: 'The amount does not reach {least}.',
    de: 'Der Betrag erreicht {least} nicht.',
  },
  rule_amount_small_enough: {
    fr: 'Le montant ne dépasse pas {most}.',
    nl: 'Het bedrag overschrijdt {most} niet.',
    en: 'The amount does not exceed {most}.',
    de: 'Der Betrag übersteigt {most} nicht.',
  },
  rule_amount_too_large: {
    fr: 'Le montant dépasse {most} ou n’est pas connu.',
    nl: 'Het bedrag overschrijdt {most} of is niet bekend.',
    en: 'The amount exceeds {most} or is not known.',
    de: 'Der Betrag übersteigt {most} oder ist nicht bekannt.',
  },
  rule_keyword_found: {
    fr: 'Le document contient « {keyword} ».',
    nl: 'Het document bevat “{keyword}”.',
    en: 'The document contains “{keyword}”.',
    de: 'Der Beleg enthält „{keyword}“.',
  },
  rule_keyword_missing: {
    fr: 'Le document ne contient pas « {keyword} ».',
    nl: 'Het document bevat “{keyword}” niet.',
    en: 'The document does not contain “{keyword}”.',
    de: 'Der Beleg enthält „{keyword}“ nicht.',
  },
} as const satisfies Messages;
