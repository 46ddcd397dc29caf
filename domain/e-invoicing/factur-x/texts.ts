import type { Labels } from '../../language.ts';
import { toLabels } from '../rules/texts.ts';

/** Rules about a PDF with an invoice in it. They are ours: the standard has no ids for them. */
export const FACTUR_X_RULES = [
  'FX-XML-MISSING',
  'FX-FILE-NAME',
  'FX-RELATIONSHIP-MISSING',
  'FX-RELATIONSHIP',
  'FX-PROFILE',
  'FX-LINES',
  'FX-XMP-MISSING',
  'FX-XMP-PROFILE',
  'FX-XMP-FILE-NAME',
  'FX-XMP-TYPE',
  'FX-PDFA',
] as const;
export type FacturXRule = (typeof FACTUR_X_RULES)[number];

export const FACTUR_X_MESSAGES: Readonly<Record<FacturXRule, Labels>> = {
  'FX-XML-MISSING': toLabels(
    'Le PDF ne contient pas de facture structurée.',
    'De pdf bevat geen gestructureerde factuur.',
    'The PDF contains no structured invoice.',
    'Das PDF enthält keine strukturierte Rechnung.',
  ),
  'FX-FILE-NAME': toLabels(
    'La pièce jointe doit s’appeler factur-x.xml et non {name}.',
    'De bijlage moet factur-x.xml heten, niet {name}.',
    'The attachment must be called factur-x.xml, not {name}.',
    'Die Anlage muss factur-x.xml heißen, nicht {name}.',
  ),
  'FX-RELATIONSHIP-MISSING': toLabels(
    'La relation de la pièce jointe (AFRelationship) n’est pas indiquée.',
    'De relatie van de bijlage (AFRelationship) is niet vermeld.',
    'The relationship of the attachment (AFRelationship) is not stated.',
    'Die Beziehung der Anlage (AFRelationship) ist nicht angegeben.',
  ),
  'FX-RELATIONSHIP': toLabels(
    'La relation de la pièce jointe est {found} ; ce profil demande {wanted}.',
    'De relatie van de bijlage is {found}; dit profiel vraagt {wanted}.',
    'The relationship of the attachment is {found}; this profile asks for {wanted}.',
    'Die Beziehung der Anlage ist {found}; dieses Profil verlangt {wanted}.',
  ),
  'FX-PROFILE': toLabels(
    'L’identifiant de spécification (BT-24) ne désigne aucun profil Factur-X connu.',
    'De specificatie (BT-24) noemt geen bekend profiel van Factur-X.',
    'The specification identifier (BT-24) names no known profile of Factur-X.',
    'Die Spezifikationskennung (BT-24) nennt kein bekanntes Profil von Factur-X.',
  ),
  'FX-LINES': toLabels(
    'Le profil {level} n’a pas de lignes, mais la facture en contient.',
    'Het profiel {level} heeft geen regels, maar de factuur bevat er.',
    'The profile {level} has no lines, but the invoice contains some.',
    'Das Profil {level} hat keine Positionen, aber die Rechnung enthält welche.',
  ),
  'FX-XMP-MISSING': toLabels(
    'Les métadonnées du PDF ne décrivent pas la facture.',
    'De metadata van de pdf beschrijven de factuur niet.',
    'The metadata of the PDF do not describe the invoice.',
    'Die Metadaten des PDF beschreiben die Rechnung nicht.',
  ),
  'FX-XMP-PROFILE': toLabels(
    'Les métadonnées annoncent le profil {found}, la facture le profil {wanted}.',
    'De metadata noemen het profiel {found}, de factuur het profiel {wanted}.',
    'The metadata state the profile {found}, the invoice the profile {wanted}.',
    'Die Metadaten nennen das Profil {found}, die Rechnung das Profil {wanted}.',
  ),
  'FX-XMP-FILE-NAME': toLabels(
    'Les métadonnées désignent {found}, la pièce jointe s’appelle {wanted}.',
    'De metadata noemen {found}, de bijlage heet {wanted}.',
    'The metadata name {found}, the attachment is called {wanted}.',
    'Die Metadaten nennen {found}, die Anlage heißt {wanted}.',
  ),
  'FX-XMP-TYPE': toLabels(
    'Les métadonnées annoncent {found} et non une facture (INVOICE).',
    'De metadata noemen {found} in plaats van een factuur (INVOICE).',
    'The metadata state {found} instead of an invoice (INVOICE).',
    'Die Metadaten nennen {found} statt einer Rechnung (INVOICE).',
  ),
  'FX-PDFA': toLabels(
    'Le PDF ne se déclare pas conforme à PDF/A-3.',
    'De pdf vermeldt niet dat hij PDF/A-3 is.',
    'The PDF does not state that it is PDF/A-3.',
    'Das PDF gibt sich nicht als PDF/A-3 aus.',
  ),
};

const WRITE_AGAIN = toLabels(
  'Créez le PDF à nouveau avec un programme qui écrit Factur-X.',
  'Maak de pdf opnieuw met een programma dat Factur-X schrijft.',
  'Create the PDF again with a program that writes Factur-X.',
  'Erstellen Sie das PDF neu mit einem Programm, das Factur-X schreibt.',
);
const CHOOSE_PROFILE = toLabels(
  'Choisissez un profil et indiquez le même dans la facture et dans les métadonnées.',
  'Kies een profiel en vermeld hetzelfde in de factuur en in de metadata.',
  'Choose a profile and state the same in the invoice and in the metadata.',
  'Wählen Sie ein Profil und nennen Sie dasselbe in der Rechnung und in den Metadaten.',
);

export const FACTUR_X_HINTS: Readonly<Record<FacturXRule, Labels>> = {
  'FX-XML-MISSING': WRITE_AGAIN,
  'FX-FILE-NAME': WRITE_AGAIN,
  'FX-RELATIONSHIP-MISSING': WRITE_AGAIN,
  'FX-RELATIONSHIP': WRITE_AGAIN,
  'FX-PROFILE': CHOOSE_PROFILE,
  'FX-LINES': CHOOSE_PROFILE,
  'FX-XMP-MISSING': WRITE_AGAIN,
  'FX-XMP-PROFILE': CHOOSE_PROFILE,
  'FX-XMP-FILE-NAME': WRITE_AGAIN,
  'FX-XMP-TYPE': WRITE_AGAIN,
  'FX-PDFA': WRITE_AGAIN,
};
