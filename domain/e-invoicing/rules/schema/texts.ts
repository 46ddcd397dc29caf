import type { Labels } from '../../../language.ts';
import { toLabels } from '../texts.ts';

/** What is wrong with an element by its schema; the names are stable and follow `UBL-SCHEMA-` or `CII-SCHEMA-`. */
export const SCHEMA_PROBLEMS = ['UNKNOWN', 'ORDER', 'MISSING', 'REPEATED', 'VALUE', 'ATTRIBUTE', 'TEXT'] as const;
export type SchemaProblem = (typeof SCHEMA_PROBLEMS)[number];

export const SCHEMA_MESSAGES: Readonly<Record<SchemaProblem, Labels>> = {
  UNKNOWN: toLabels(
    'Cet élément n’existe pas à cet endroit : {name}.',
    'Dit element bestaat niet op deze plaats: {name}.',
    'This element does not exist here: {name}.',
    'Dieses Element gibt es an dieser Stelle nicht: {name}.',
  ),
  ORDER: toLabels(
    '{name} doit précéder {other}.',
    '{name} moet vóór {other} staan.',
    '{name} must come before {other}.',
    '{name} muss vor {other} stehen.',
  ),
  MISSING: toLabels(
    'Élément obligatoire absent : {name}.',
    'Verplicht element ontbreekt: {name}.',
    'Required element missing: {name}.',
    'Pflichtelement fehlt: {name}.',
  ),
  REPEATED: toLabels(
    'Ne peut figurer qu’une fois : {name}.',
    'Mag maar één keer voorkomen: {name}.',
    'Must not occur more than once: {name}.',
    'Darf nur einmal vorkommen: {name}.',
  ),
  VALUE: toLabels(
    'Valeur que le schéma n’admet pas : {name}.',
    'Waarde die het schema niet toelaat: {name}.',
    'Value that the schema does not allow: {name}.',
    'Wert, den das Schema nicht zulässt: {name}.',
  ),
  ATTRIBUTE: toLabels(
    'Attribut absent ou inconnu : {name}.',
    'Attribuut ontbreekt of is onbekend: {name}.',
    'Missing or unknown attribute: {name}.',
    'Attribut fehlt oder ist unbekannt: {name}.',
  ),
  TEXT: toLabels(
    'Cet élément ne peut pas contenir de texte : {name}.',
    'Dit element mag geen tekst bevatten: {name}.',
    'This element must not contain text: {name}.',
    'Dieses Element darf keinen Text enthalten: {name}.',
  ),
};

export const CORRECT_PROGRAM = toLabels(
  'Corrigez l’élément dans le programme qui a produit le fichier.',
  'Verbeter het element in het programma dat het bestand heeft gemaakt.',
  'Correct the element in the program that wrote the file.',
  'Korrigieren Sie das Element in dem Programm, das die Datei erstellt hat.',
);
