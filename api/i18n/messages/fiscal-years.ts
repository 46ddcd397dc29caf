import type { Messages } from '../messages.ts';

/** Fiscal years and their periods. */
export const fiscalYears = {
  fiscal_year_overlaps: {
    fr: 'Cet exercice chevauche l’exercice {other}.',
    nl: 'Dit boekjaar overlapt met boekjaar {other}.',
    en: 'This fiscal year overlaps fiscal year {other}.',
    de: 'Dieses Geschäftsjahr überschneidet sich mit dem Geschäftsjahr {other}.',
  },
  fiscal_year_not_adjacent: {
    fr: 'Les exercices doivent se suivre sans interruption.',
    nl: 'Boekjaren moeten ononderbroken op elkaar volgen.',
    en: 'Fiscal years must follow one another without a gap.',
    de: 'Geschäftsjahre müssen lückenlos aufeinander folgen.',
  },
  fiscal_year_has_locked_periods: {
    fr: 'Une période de cet exercice est verrouillée : déverrouillez-la d’abord.',
    nl: 'Een periode van dit boekjaar is vergrendeld: ontgrendel die eerst.',
    en: 'A period of this fiscal year is locked: unlock it first.',
    de: 'Eine Periode dieses Geschäftsjahres ist gesperrt: Entsperren Sie sie zuerst.',
  },
  fiscal_year_not_empty: {
    fr: 'Cet exercice contient des écritures et ne peut être supprimé.',
    nl: 'Dit boekjaar bevat boekingen en kan niet worden verwijderd.',
    en: 'This fiscal year holds entries and cannot be deleted.',
    de: 'Dieses Geschäftsjahr enthält Buchungen und kann nicht gelöscht werden.',
  },
  fiscal_year_between_others: {
    fr: 'Seul le premier ou le dernier exercice peut être supprimé.',
    nl: 'Alleen het eerste of het laatste boekjaar kan worden verwijderd.',
    en: 'Only the first or the last fiscal year can be deleted.',
    de: 'Nur das erste oder das letzte Geschäftsjahr kann gelöscht werden.',
  },
  fiscal_year_is_the_only_one: {
    fr: 'Un dossier garde au moins un exercice.',
    nl: 'Een dossier behoudt minstens één boekjaar.',
    en: 'A company file keeps at least one fiscal year.',
    de: 'Eine Akte behält mindestens ein Geschäftsjahr.',
  },
} as const satisfies Messages;
