import type { Messages } from '../i18n/messages.ts';

export const messages = {
  document_unknown: {
    fr: 'Ce document n’existe pas dans le dossier.',
    nl: 'Dit document bestaat niet in het dossier.',
    en: 'This document does not exist in the company file.',
    de: 'Diesen Beleg gibt es in der Akte nicht.',
  },
  peppol_validate_one: {
    fr: 'Indiquez soit le document, soit son XML.',
    nl: 'Geef ofwel het document ofwel zijn XML op.',
    en: 'Give either the document or its XML.',
    de: 'Geben Sie entweder den Beleg oder sein XML an.',
  },
  xml_malformed: {
    fr: '{line, plural, =0 {} other {Ligne # : }}Le fichier XML est mal formé.',
    nl: '{line, plural, =0 {} other {Regel #: }}Het XML-bestand is niet welgevormd.',
    en: '{line, plural, =0 {} other {Line #: }}The XML file is malformed.',
    de: '{line, plural, =0 {} other {Zeile #: }}Die XML-Datei ist fehlerhaft aufgebaut.',
  },
  xml_document_type: {
    fr: '{line, plural, =0 {} other {Ligne # : }}Un fichier XML avec une définition de type de document n’est pas accepté.',
    nl: '{line, plural, =0 {} other {Regel #: }}Een XML-bestand met een documenttypedefinitie wordt niet aanvaard.',
    en: '{line, plural, =0 {} other {Line #: }}An XML file with a document type definition is not accepted.',
    de: '{line, plural, =0 {} other {Zeile #: }}Eine XML-Datei mit Dokumenttypdefinition wird nicht angenommen.',
  },
  xml_too_large: {
    fr: '{line, plural, =0 {} other {Ligne # : }}Le fichier XML est trop grand ou trop profond.',
    nl: '{line, plural, =0 {} other {Regel #: }}Het XML-bestand is te groot of te diep genest.',
    en: '{line, plural, =0 {} other {Line #: }}The XML file is too large or too deep.',
    de: '{line, plural, =0 {} other {Zeile #: }}Die XML-Datei ist zu groß oder zu tief verschachtelt.',
  },
  xml_encoding: {
    fr: '{line, plural, =0 {} other {Ligne # : }}Le codage du fichier XML n’est pas lisible.',
    nl: '{line, plural, =0 {} other {Regel #: }}De codering van het XML-bestand is niet leesbaar.',
    en: '{line, plural, =0 {} other {Line #: }}The encoding of the XML file cannot be read.',
    de: '{line, plural, =0 {} other {Zeile #: }}Die Kodierung der XML-Datei ist nicht lesbar.',
  },
} as const satisfies Messages;
