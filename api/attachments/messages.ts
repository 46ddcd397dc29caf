import type { Messages } from '../i18n/messages.ts';

/** Files that prove an entry. */
export const messages = {
  storage_limit_reached: {
    fr: 'La place prévue par la licence pour les fichiers ({max} Go) est épuisée : supprimez des fichiers ou changez de formule.',
    nl: 'De opslagruimte van de licentie ({max} GB) is opgebruikt: verwijder bestanden of kies een andere formule.',
    en: 'The room that the licence gives for files ({max} GB) is used up: remove files or choose another plan.',
    de: 'Der Speicherplatz der Lizenz ({max} GB) ist erschöpft: Löschen Sie Dateien oder wählen Sie einen anderen Tarif.',
  },
  file_empty: {
    fr: 'Le fichier est vide.',
    nl: 'Het bestand is leeg.',
    en: 'The file is empty.',
    de: 'Die Datei ist leer.',
  },
  file_type_unsupported: {
    fr: 'Ce type de fichier n’est pas accepté. Types acceptés : {types}.',
    nl: 'Dit bestandstype wordt niet aanvaard. Aanvaarde types: {types}.',
    en: 'This type of file is not accepted. Accepted types: {types}.',
    de: 'Dieser Dateityp wird nicht angenommen. Zulässige Typen: {types}.',
  },
  file_type_mismatch: {
    fr: 'Le contenu du fichier ne correspond pas à son extension, ou le fichier est endommagé.',
    nl: 'De inhoud van het bestand komt niet overeen met de extensie, of het bestand is beschadigd.',
    en: 'The content of the file does not match its extension, or the file is damaged.',
    de: 'Der Inhalt der Datei passt nicht zu ihrer Endung, oder die Datei ist beschädigt.',
  },
  file_already_attached: {
    fr: 'Ce fichier est déjà joint à l’écriture.',
    nl: 'Dit bestand is al bij de boeking gevoegd.',
    en: 'This file is already attached to the entry.',
    de: 'Diese Datei ist der Buchung bereits beigefügt.',
  },
  attachments_too_many: {
    fr: 'Une écriture peut avoir {max} pièces jointes au plus.',
    nl: 'Een boeking kan hoogstens {max} bijlagen hebben.',
    en: 'An entry can have {max} attachments at most.',
    de: 'Eine Buchung kann höchstens {max} Anlagen haben.',
  },
  activity_entry_files_attached: {
    fr: 'Pièces jointes à une écriture',
    nl: 'Bijlagen bij een boeking gevoegd',
    en: 'Files attached to an entry',
    de: 'Dateien einer Buchung beigefügt',
  },
  told_entry_files_attached: {
    fr: '{user} a joint {count, plural, one {le fichier {label}} other {# fichiers}} à une écriture',
    nl: '{user} heeft {count, plural, one {het bestand {label}} other {# bestanden}} aan een boeking toegevoegd',
    en: '{user} attached {count, plural, one {the file {label}} other {# files}} to an entry',
    de: '{user} hat {count, plural, one {die Datei {label}} other {# Dateien}} einer Buchung hinzugefügt',
  },
  activity_entry_file_detached: {
    fr: 'Pièce jointe retirée d’une écriture',
    nl: 'Bijlage van een boeking verwijderd',
    en: 'File taken off an entry',
    de: 'Anlage von einer Buchung entfernt',
  },
  told_entry_file_detached: {
    fr: '{user} a retiré le fichier {label} d’une écriture',
    nl: '{user} heeft het bestand {label} van een boeking gehaald',
    en: '{user} took the file {label} off an entry',
    de: '{user} hat die Datei {label} von einer Buchung entfernt',
  },
} as const satisfies Messages;
