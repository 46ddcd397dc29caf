import type { Messages } from '../i18n/messages.ts';

/** What can be wrong with the log of a company file. */
export const messages = {
  chain_revision_out_of_order: {
    fr: 'L’événement {number} ne suit pas celui qui le précède : un événement manque ou a changé de place.',
    nl: 'Gebeurtenis {number} volgt niet op de vorige: er ontbreekt een gebeurtenis of ze staat op een andere plaats.',
    en: 'Event {number} does not follow the one before it: an event is missing or stands in another place.',
    de: 'Ereignis {number} folgt nicht auf das vorherige: Ein Ereignis fehlt oder steht an anderer Stelle.',
  },
  chain_foreign_stream: {
    fr: 'L’événement {number} provient d’un autre dossier.',
    nl: 'Gebeurtenis {number} komt uit een ander dossier.',
    en: 'Event {number} comes from another company file.',
    de: 'Ereignis {number} stammt aus einer anderen Akte.',
  },
  chain_hash_mismatch: {
    fr: 'L’événement {number} a été modifié après son enregistrement.',
    nl: 'Gebeurtenis {number} is na de registratie gewijzigd.',
    en: 'Event {number} was changed after it had been recorded.',
    de: 'Ereignis {number} wurde nach der Aufzeichnung verändert.',
  },
  chain_previous_hash_mismatch: {
    fr: 'L’événement {number} ne prolonge pas celui qui le précède : l’un des deux a été remplacé.',
    nl: 'Gebeurtenis {number} sluit niet aan op de vorige: een van beide is vervangen.',
    en: 'Event {number} does not continue the one before it: one of the two was replaced.',
    de: 'Ereignis {number} schließt nicht an das vorherige an: Eines der beiden wurde ersetzt.',
  },
  chain_head_mismatch: {
    fr: 'L’événement {number} n’est plus celui dont l’empreinte avait été signée.',
    nl: 'Gebeurtenis {number} is niet meer die waarvan de vingerafdruk werd ondertekend.',
    en: 'Event {number} is no longer the one whose fingerprint was signed.',
    de: 'Ereignis {number} ist nicht mehr das, dessen Fingerabdruck signiert wurde.',
  },
  chain_truncated: {
    fr: 'L’historique s’arrête avant l’événement {number}, dont la présence avait été attestée par une empreinte signée.',
    nl: 'De historiek stopt vóór gebeurtenis {number}, waarvan het bestaan door een ondertekende vingerafdruk is bevestigd.',
    en: 'The history ends before event {number}, whose existence a signed fingerprint attests.',
    de: 'Die Historie endet vor Ereignis {number}, dessen Vorhandensein ein signierter Fingerabdruck belegt.',
  },
  chain_position_gap: {
    fr: 'Il manque un événement avant l’événement {number}.',
    nl: 'Vóór gebeurtenis {number} ontbreekt een gebeurtenis.',
    en: 'An event is missing before event {number}.',
    de: 'Vor Ereignis {number} fehlt ein Ereignis.',
  },
} satisfies Messages;
