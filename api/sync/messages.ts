import type { Messages } from '../i18n/messages.ts';

/** What is said to clients that were offline. */
export const messages = {
  parent_failed: {
    fr: 'Cette action se rapporte à une autre (« {mutation} ») qui n’a pas abouti : elle n’a pas été exécutée.',
    nl: 'Deze actie verwijst naar een andere (“{mutation}”) die niet gelukt is: ze is niet uitgevoerd.',
    en: 'This action refers to another one (“{mutation}”) that did not succeed: it was not carried out.',
    de: 'Diese Aktion bezieht sich auf eine andere („{mutation}“), die nicht gelungen ist: Sie wurde nicht ausgeführt.',
  },
  parent_unknown: {
    fr: 'Cette action se rapporte à une autre (« {mutation} ») qui n’a créé aucun enregistrement avant elle.',
    nl: 'Deze actie verwijst naar een andere (“{mutation}”) die vooraf geen enkel gegeven heeft aangemaakt.',
    en: 'This action refers to another one (“{mutation}”) that has made no record before it.',
    de: 'Diese Aktion bezieht sich auf eine andere („{mutation}“), die zuvor keinen Datensatz angelegt hat.',
  },
  push_not_nested: {
    fr: 'Un envoi ne peut pas en contenir un autre.',
    nl: 'Een verzending kan geen andere verzending bevatten.',
    en: 'A push cannot contain another push.',
    de: 'Eine Übertragung kann keine weitere enthalten.',
  },
  page_token_invalid: {
    fr: 'Ce jeton de page n’est plus valable. Recommencez depuis la première page.',
    nl: 'Dit paginateken is niet meer geldig. Begin opnieuw bij de eerste pagina.',
    en: 'This page token is no longer valid. Start again from the first page.',
    de: 'Dieses Seitentoken ist nicht mehr gültig. Beginnen Sie wieder mit der ersten Seite.',
  },
  conflict_already_resolved: {
    fr: 'Ce conflit a déjà été résolu.',
    nl: 'Dit conflict is al opgelost.',
    en: 'This conflict has been resolved already.',
    de: 'Dieser Konflikt wurde bereits gelöst.',
  },
  merge_data_required: {
    fr: 'Indiquez les données fusionnées.',
    nl: 'Geef de samengevoegde gegevens op.',
    en: 'Give the merged data.',
    de: 'Geben Sie die zusammengeführten Daten an.',
  },
  merge_not_possible: {
    fr: 'Une suppression ne se fusionne pas : gardez la version du serveur ou celle de l’appareil.',
    nl: 'Een verwijdering kan niet worden samengevoegd: behoud de versie van de server of die van het toestel.',
    en: 'A deletion cannot be merged: keep the version of the server or that of the device.',
    de: 'Eine Löschung lässt sich nicht zusammenführen: Behalten Sie die Fassung des Servers oder die des Geräts.',
  },
  told_sync_conflict_kept: {
    fr: '{user} a envoyé une modification qui en rencontre une autre',
    nl: '{user} heeft een wijziging gestuurd die met een andere botst',
    en: '{user} sent a change that meets another one',
    de: '{user} hat eine Änderung gesendet, die auf eine andere trifft',
  },
  told_sync_conflict_resolved: {
    fr: '{user} a résolu un conflit de synchronisation',
    nl: '{user} heeft een synchronisatieconflict opgelost',
    en: '{user} resolved a conflict of synchronisation',
    de: '{user} hat einen Synchronisationskonflikt gelöst',
  },
  activity_sync_conflict_kept: {
    fr: 'Conflit de synchronisation conservé',
    nl: 'Synchronisatieconflict bewaard',
    en: 'Synchronisation conflict kept',
    de: 'Synchronisationskonflikt aufbewahrt',
  },
  activity_sync_conflict_resolved: {
    fr: 'Conflit de synchronisation résolu',
    nl: 'Synchronisatieconflict opgelost',
    en: 'Synchronisation conflict resolved',
    de: 'Synchronisationskonflikt gelöst',
  },
} as const satisfies Messages;
