import { runAllSteps, type Steps } from '../../steps.ts';
import type { XmlElement } from '../../xml.ts';
import { detectFacturXProfile, getFacturXProfile, type FacturXProfile } from '../factur-x/profiles.ts';
import { detectEInvoiceFormat } from '../read/read.ts';
import {
  createCheckedDocument,
  createElementLocator,
  createPathFinder,
  type CheckedDocument,
  type Located,
} from './checked-document.ts';
import { checkCiiElementsInSteps } from './cii-syntax.ts';
import { convertCii, type ConvertedInvoice } from './cii-tree.ts';
import { CODE_RULES } from './en16931-codes.ts';
import { CATEGORY_RULES } from './en16931-categories.ts';
import { CONTENT_RULES } from './en16931-content.ts';
import { DECIMAL_RULES, SUM_RULES } from './en16931-sums.ts';
import { findFieldPath } from './field-path.ts';
import { FRENCH_RULES } from './france/index.ts';
import { PEPPOL_DOCUMENT_RULES } from './peppol-document.ts';
import { IDENTIFIER_RULES } from './peppol-identifiers.ts';
import { PEPPOL_LINE_RULES } from './peppol-lines.ts';
import { NATIONAL_RULES } from './national/index.ts';
import { PLACES, type Place } from './places.ts';
import type { BrokenRule, Rule } from './rule.ts';
import { toLabels } from './texts.ts';
import { checkUblSyntaxInSteps } from './ubl-syntax.ts';

const EN16931_RULES: readonly Rule[] = [
  ...CONTENT_RULES,
  ...SUM_RULES,
  ...DECIMAL_RULES,
  ...CODE_RULES,
  ...CATEGORY_RULES,
];

/** EN 16931 and Peppol BIS Billing 3, in reporting order. */
export const RULES: readonly Rule[] = [
  ...EN16931_RULES,
  ...PEPPOL_DOCUMENT_RULES,
  ...PEPPOL_LINE_RULES,
  ...IDENTIFIER_RULES,
  ...NATIONAL_RULES,
];

export const INVOICE_PROFILES = ['peppol', 'fr'] as const;
/** The network a document is meant for: Peppol, or the approved platforms of France. */
export type InvoiceProfile = (typeof INVOICE_PROFILES)[number];

export const INVOICE_SYNTAXES = ['ubl', 'cii'] as const;
export type InvoiceSyntax = (typeof INVOICE_SYNTAXES)[number];

export interface CheckOptions {
  readonly profile?: InvoiceProfile;
  /** What the document is said to be; null or absent: whatever it is. */
  readonly syntax?: InvoiceSyntax | null;
}

/** Peppol has rules of its own for UBL alone; the other syntax is checked against EN 16931. */
const RULES_OF: Readonly<Record<InvoiceProfile, Readonly<Record<InvoiceSyntax, readonly Rule[]>>>> = {
  peppol: { ubl: RULES, cii: EN16931_RULES },
  fr: { ubl: [...EN16931_RULES, ...FRENCH_RULES], cii: [...EN16931_RULES, ...FRENCH_RULES] },
};

/** If a rule is broken in a thousand lines, only the first ones are reported. */
const MOST_PLACES = 20;

const NO_UBL: BrokenRule = {
  id: 'UBL-ROOT',
  severity: 'fatal',
  where: '/',
  path: null,
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

const NO_CII: BrokenRule = {
  id: 'CII-ROOT',
  severity: 'fatal',
  where: '/',
  path: null,
  message: toLabels(
    'Le fichier n’est pas une facture CII (Cross Industry Invoice).',
    'Het bestand is geen CII-factuur (Cross Industry Invoice).',
    'The file is not a CII invoice (Cross Industry Invoice).',
    'Die Datei ist keine CII-Rechnung (Cross Industry Invoice).',
  ),
  hint: toLabels(
    'Envoyez un document CII, ou laissez la syntaxe vide.',
    'Stuur een CII-document, of laat de syntaxis leeg.',
    'Send a CII document, or leave the syntax out.',
    'Senden Sie ein CII-Dokument oder lassen Sie die Syntax weg.',
  ),
};

/** Number of elements per step, so that other work can run in between. */
const PLACES_A_STEP = 500;

/** Rules broken by a document, each at its first places; empty if the network would accept it. */
export const checkEInvoice = (root: XmlElement, options: CheckOptions = {}): readonly BrokenRule[] =>
  runAllSteps(checkEInvoiceInSteps(root, options));

/** The syntax of a document; null if it cannot be checked. */
export function detectSyntax(root: XmlElement): InvoiceSyntax | null {
  const format = detectEInvoiceFormat(root);
  return format === 'ubl' || format === 'cii' ? format : null;
}

/** The same in steps, for documents of any length. */
export function* checkEInvoiceInSteps(
  root: XmlElement,
  { profile = 'peppol', syntax = null }: CheckOptions = {},
): Steps<readonly BrokenRule[]> {
  const found = detectSyntax(root);
  if (syntax !== null && found !== syntax) return [syntax === 'ubl' ? NO_UBL : NO_CII];
  if (found === null) return [NO_UBL];
  const converted = found === 'cii' ? convertCii(root) : null;
  const document = createCheckedDocument(converted?.root ?? root);
  const syntaxRules = yield* converted ? checkCiiElementsInSteps(root) : checkUblSyntaxInSteps(document);
  const applied = chooseRules(RULES_OF[profile][found], converted ? detectFacturXProfile(root) : null);
  const broken = yield* checkRules(applied, document, createLocator(root, converted));
  return [...syntaxRules, ...broken];
}

/** Profiles without lines, or with few totals, are not checked for what they do not state. */
function chooseRules(rules: readonly Rule[], profile: FacturXProfile | null): readonly Rule[] {
  if (profile === null) return rules;
  const { leavesOut } = getFacturXProfile(profile);
  return rules.filter(({ id }) => !leavesOut(id));
}

interface Locator {
  readonly whereIs: (at: Located) => string;
}

/** Paths in the file, also if the rules ran over a converted document. */
function createLocator(file: XmlElement, converted: ConvertedInvoice | null): Locator {
  const whereIs = createPathFinder();
  if (converted === null) return { whereIs };
  const locate = createElementLocator(file);
  return {
    whereIs(at) {
      const origin = converted.findOrigin(at.element);
      return whereIs((origin && locate(origin)) ?? { element: file, parent: null });
    },
  };
}

function* checkRules(
  rules: readonly Rule[],
  document: CheckedDocument,
  { whereIs }: Locator,
): Steps<readonly BrokenRule[]> {
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
  for (const { id, severity, place, category, field, applies, holds, message, hint } of rules) {
    if (applies && !applies(document)) continue;
    const concerned = category === undefined ? locatePlace(place) : locateTaxed(place, category);
    let broken = 0;
    for (let index = 0; index < concerned.length && broken < MOST_PLACES; index += 1) {
      if (index % PLACES_A_STEP === 0) yield;
      const at = concerned[index]!;
      if (holds(at, document)) continue;
      broken += 1;
      found.push({ id, severity, where: whereIs(at), path: field ?? findFieldPath(at), message, hint });
    }
  }
  return found;
}
