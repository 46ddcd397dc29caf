import { runAllSteps, type Steps } from '../../steps.ts';
import type { XmlElement } from '../../xml.ts';
import { detectEInvoiceFormat } from '../read/read.ts';
import { createCheckedDocument, createPathFinder, type Located } from './checked-document.ts';
import { CODE_RULES } from './en16931-codes.ts';
import { CATEGORY_RULES } from './en16931-categories.ts';
import { CONTENT_RULES } from './en16931-content.ts';
import { DECIMAL_RULES, SUM_RULES } from './en16931-sums.ts';
import { PEPPOL_DOCUMENT_RULES } from './peppol-document.ts';
import { IDENTIFIER_RULES } from './peppol-identifiers.ts';
import { PEPPOL_LINE_RULES } from './peppol-lines.ts';
import { NATIONAL_RULES } from './national/index.ts';
import { PLACES, type Place } from './places.ts';
import type { BrokenRule, Rule } from './rule.ts';
import { toLabels } from './texts.ts';

/** EN 16931 and Peppol BIS Billing 3, in reporting order. */
export const RULES: readonly Rule[] = [
  ...CONTENT_RULES,
  ...SUM_RULES,
  ...DECIMAL_RULES,
  ...CODE_RULES,
  ...CATEGORY_RULES,
  ...PEPPOL_DOCUMENT_RULES,
  ...PEPPOL_LINE_RULES,
  ...IDENTIFIER_RULES,
  ...NATIONAL_RULES,
];

/** If a rule is broken in a thousand lines, only the first ones are reported. */
const MOST_PLACES = 20;

const NO_UBL: BrokenRule = {
  id: 'UBL-ROOT',
  severity: 'fatal',
  where: '/',
  message: toLabels(
    'Le fichier n’est ni une facture ni une note de crédit UBL 2.1.',
    'Het bestand is geen factuur of creditnota in UBL 2.1.',
    'The file is neither a UBL 2.1 invoice nor a UBL 2.1 credit note.',
    'Die Datei ist weder eine Rechnung noch eine Gutschrift nach UBL 2.1.',
  ),
  hint: toLabels(
    'Envoyez un document UBL 2.1 (Invoice ou CreditNote).',
    'Stuur een document in UBL 2.1 (Invoice of CreditNote).',
    'Send a UBL 2.1 document (Invoice or CreditNote).',
    'Senden Sie ein Dokument nach UBL 2.1 (Invoice oder CreditNote).',
  ),
};

/** Number of elements per step, so that other work can run in between. */
const PLACES_A_STEP = 500;

/** Rules broken by a document, each at its first places; empty if the network would accept it. */
export const checkEInvoice = (root: XmlElement): readonly BrokenRule[] => runAllSteps(checkEInvoiceInSteps(root));

/** The same in steps, for documents of any length. */
export function* checkEInvoiceInSteps(root: XmlElement): Steps<readonly BrokenRule[]> {
  if (detectEInvoiceFormat(root) !== 'ubl') return [NO_UBL];
  const document = createCheckedDocument(root);
  const whereIs = createPathFinder();
  const places = new Map<Place, readonly Located[]>();
  const locatePlace = (place: Place): readonly Located[] => {
    const known = places.get(place) ?? PLACES[place](document);
    places.set(place, known);
    return known;
  };
  const taxed = new Map<string, readonly Located[]>();
  const locateTaxed = (place: Place, category: string): readonly Located[] => {
    const key = `${place} ${category}`;
    const { of } = document.collectCategories();
    const known = taxed.get(key) ?? locatePlace(place).filter(({ element }) => of.get(element) === category);
    taxed.set(key, known);
    return known;
  };
  const found: BrokenRule[] = [];
  for (const { id, severity, place, category, holds, message, hint } of RULES) {
    const concerned = category === undefined ? locatePlace(place) : locateTaxed(place, category);
    let broken = 0;
    for (let index = 0; index < concerned.length && broken < MOST_PLACES; index += 1) {
      if (index % PLACES_A_STEP === 0) yield;
      const at = concerned[index]!;
      if (holds(at, document)) continue;
      broken += 1;
      found.push({ id, severity, where: whereIs(at), message, hint });
    }
  }
  return found;
}
