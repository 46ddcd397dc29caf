import type { Messages } from '../i18n/messages.ts';

/** Books of another program: whether they may come, and what was done. */
export const messages = {
  migration_running: {
    fr: 'Les livres d’un autre programme sont en cours de reprise dans ce dossier : il sera à nouveau accessible dès qu’ils y seront tous.',
    nl: 'De boeken van een ander programma worden in dit dossier overgenomen: het is weer toegankelijk zodra ze er allemaal in staan.',
    en: 'The books of another program are being brought into this company file: it can be used again as soon as all of them are there.',
    de: 'Die Bücher eines anderen Programms werden in diese Akte übernommen: Sie ist wieder zugänglich, sobald alle darin sind.',
  },
  migration_exists: {
    fr: 'Les livres d’un autre programme ont déjà été repris dans ce dossier.',
    nl: 'De boeken van een ander programma zijn al in dit dossier overgenomen.',
    en: 'The books of another program have already been brought into this company file.',
    de: 'Die Bücher eines anderen Programms wurden bereits in diese Akte übernommen.',
  },
  migration_not_empty: {
    fr: 'Le dossier n’est pas vide : des écritures, une période verrouillée ou un exercice clôturé s’y trouvent. Ouvrez un nouveau dossier pour la reprise.',
    nl: 'Het dossier is niet leeg: er zijn boekingen, een vergrendelde periode of een afgesloten boekjaar. Open een nieuw dossier voor de overname.',
    en: 'The company file is not empty: it has entries, a locked period or a closed fiscal year. Open a new company file for the migration.',
    de: 'Die Akte ist nicht leer: Sie enthält Buchungen, eine gesperrte Periode oder ein abgeschlossenes Geschäftsjahr. Legen Sie für die Übernahme eine neue Akte an.',
  },
  migration_under_way: {
    fr: 'Une reprise est déjà en cours pour ce dossier : attendez qu’elle soit terminée.',
    nl: 'Er loopt al een overname voor dit dossier: wacht tot die klaar is.',
    en: 'A migration of this company file is already under way: wait until it is finished.',
    de: 'Für diese Akte läuft bereits eine Übernahme: Warten Sie, bis sie beendet ist.',
  },
  migration_option_invalid: {
    fr: 'Cette indication n’est pas du JSON de la forme attendue.',
    nl: 'Deze opgave is geen JSON in de verwachte vorm.',
    en: 'This is not JSON of the form that is expected.',
    de: 'Diese Angabe ist kein JSON in der erwarteten Form.',
  },
  undo_migration: {
    fr: 'La reprise des livres d’un autre programme ne s’annule pas : contre-passez une écriture, ou supprimez le dossier.',
    nl: 'De overname van de boeken van een ander programma kan niet ongedaan worden gemaakt: boek een boeking tegen, of verwijder het dossier.',
    en: 'Bringing along the books of another program cannot be undone: reverse an entry, or delete the company file.',
    de: 'Die Übernahme der Bücher eines anderen Programms lässt sich nicht rückgängig machen: Stornieren Sie eine Buchung oder löschen Sie die Akte.',
  },
  undo_gone: {
    fr: 'Il n’y a plus rien à annuler : la reprise qui l’avait apporté a été abandonnée.',
    nl: 'Er valt niets meer ongedaan te maken: de overname die het had meegebracht, werd opgegeven.',
    en: 'There is nothing left to take back: the migration that brought it along was given up.',
    de: 'Es gibt nichts mehr rückgängig zu machen: Die Übernahme, mit der es kam, wurde aufgegeben.',
  },
  activity_migration_started: {
    fr: 'Reprise des livres d’un autre programme commencée',
    nl: 'Overname van de boeken van een ander programma begonnen',
    en: 'Migration of the books of another program started',
    de: 'Übernahme der Bücher eines anderen Programms begonnen',
  },
  told_migration_started: {
    fr: '{user} a commencé la reprise des livres d’un autre programme',
    nl: '{user} is begonnen met de overname van de boeken van een ander programma',
    en: '{user} started to bring along the books of another program',
    de: '{user} hat mit der Übernahme der Bücher eines anderen Programms begonnen',
  },
  activity_migration_advanced: {
    fr: 'Étape de la reprise terminée',
    nl: 'Stap van de overname voltooid',
    en: 'Step of the migration done',
    de: 'Schritt der Übernahme ausgeführt',
  },
  told_migration_advanced: {
    fr: '{user} a avancé dans la reprise des livres d’un autre programme',
    nl: '{user} is gevorderd met de overname van de boeken van een ander programma',
    en: '{user} went on bringing along the books of another program',
    de: '{user} hat die Übernahme der Bücher eines anderen Programms fortgesetzt',
  },
  activity_migration_completed: {
    fr: 'Livres d’un autre programme repris',
    nl: 'Boeken van een ander programma overgenomen',
    en: 'Books of another program brought along',
    de: 'Bücher eines anderen Programms übernommen',
  },
  told_migration_completed: {
    fr: '{user} a repris les livres d’un autre programme',
    nl: '{user} heeft de boeken van een ander programma overgenomen',
    en: '{user} brought along the books of another program',
    de: '{user} hat die Bücher eines anderen Programms übernommen',
  },
  activity_migrated_books_dropped: {
    fr: 'Écritures d’une reprise inachevée retirées',
    nl: 'Boekingen van een onvoltooide overname verwijderd',
    en: 'Entries of an unfinished migration dropped',
    de: 'Buchungen einer unvollendeten Übernahme entfernt',
  },
  told_migrated_books_dropped: {
    fr: 'Les écritures de la reprise de {user}, qui n’a pu aboutir, ont été retirées',
    nl: 'De boekingen van de overname van {user}, die niet kon slagen, werden verwijderd',
    en: 'The entries of the migration of {user}, which could not be completed, were dropped',
    de: 'Die Buchungen der Übernahme von {user}, die nicht gelingen konnte, wurden entfernt',
  },
  activity_migration_abandoned: {
    fr: 'Reprise des livres d’un autre programme abandonnée',
    nl: 'Overname van de boeken van een ander programma opgegeven',
    en: 'Migration of the books of another program given up',
    de: 'Übernahme der Bücher eines anderen Programms aufgegeben',
  },
  told_migration_abandoned: {
    fr: 'La reprise des livres d’un autre programme par {user} a été abandonnée',
    nl: 'De overname van de boeken van een ander programma door {user} werd opgegeven',
    en: 'The migration of the books of another program by {user} was given up',
    de: 'Die Übernahme der Bücher eines anderen Programms durch {user} wurde aufgegeben',
  },
} satisfies Messages;
