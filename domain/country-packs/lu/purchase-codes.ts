/** The VAT codes of purchases; what they do in the return is reported in `vat-codes.ts`. */
import { toLabels } from '../chart.ts';
import type { Labels, PackVatCode, VatKind, VatNature } from '../pack.ts';
import {
  acquisitions,
  businessImports,
  domesticGoods,
  domesticServices,
  privateImports,
  servicesFromOutside,
  servicesFromUnion,
  type TaxedOperation,
} from './taxed-operations.ts';
import {
  DEDUCTIBLE_ACCOUNT,
  DUE_ACCOUNT,
  parseBoxEffects,
  withCreditNote,
  buildVatCodeBase,
  type Boxes,
} from './vat-code.ts';

const RATES_IN_FORCE: readonly number[] = [17, 14, 8, 3];

/** Purchases of one nature under one regime: a code for every rate that the regime knows. */
interface PurchaseFamily {
  /** Beginning of the codes, in front of the rate. */
  readonly code: string;
  readonly kind: VatKind;
  readonly nature: VatNature;
  /** What is declared as owed; null where the supplier charges the tax. */
  readonly operation: TaxedOperation | null;
  /** The field of the input tax; null where the law excludes its deduction. */
  readonly inputTax: string | null;
  /** Whether purchases without tax belong to it. */
  readonly hasZeroRate: boolean;
  readonly labels: Labels;
}

// oxfmt-ignore
const families: readonly PurchaseFamily[] = [
  family('P-M', 'standard', 'goods', null, '458', 'Achats de marchandises', 'Aankopen van handelsgoederen', 'Purchases of goods', 'Wareneinkäufe'),
  family('P-S', 'standard', 'services', null, '458', 'Frais généraux et services', 'Algemene kosten en diensten', 'Overheads and services', 'Gemeinkosten und Dienstleistungen'),
  family('P-I', 'standard', 'investment', null, '458', "Biens d'investissement", 'Bedrijfsmiddelen', 'Investment goods', 'Investitionsgüter'),
  family('P-M-ICG', 'intracom', 'goods', acquisitions, '459', 'Acquisitions intracommunautaires de marchandises', 'Intracommunautaire verwervingen van handelsgoederen', 'Intra-Community acquisitions of goods', 'Innergemeinschaftliche Warenerwerbe'),
  family('P-S-ICG', 'intracom', 'services', acquisitions, '459', 'Acquisitions intracommunautaires de biens pour frais généraux', 'Intracommunautaire verwervingen van goederen voor algemene kosten', 'Intra-Community acquisitions of goods for overheads', 'Innergemeinschaftliche Erwerbe von Gegenständen für Gemeinkosten'),
  family('P-I-ICG', 'intracom', 'investment', acquisitions, '459', "Acquisitions intracommunautaires de biens d'investissement", 'Intracommunautaire verwervingen van bedrijfsmiddelen', 'Intra-Community acquisitions of investment goods', 'Innergemeinschaftliche Erwerbe von Investitionsgütern'),
  family('P-S-ICS', 'intracom', 'services', servicesFromUnion, '461', 'Services intracommunautaires reçus', 'Ontvangen intracommunautaire diensten', 'Intra-Community services received', 'Erhaltene innergemeinschaftliche Dienstleistungen'),
  family('P-I-ICS', 'intracom', 'investment', servicesFromUnion, '461', 'Services intracommunautaires reçus pour investissements', 'Ontvangen intracommunautaire diensten voor investeringen', 'Intra-Community services received for investments', 'Erhaltene innergemeinschaftliche Dienstleistungen für Investitionen'),
  family('P-M-IMP', 'import', 'goods', businessImports, '460', 'Importations de marchandises', 'Invoer van handelsgoederen', 'Imports of goods', 'Wareneinfuhren'),
  family('P-S-IMP', 'import', 'services', businessImports, '460', 'Importations de biens pour frais généraux', 'Invoer van goederen voor algemene kosten', 'Imports of goods for overheads', 'Einfuhren von Gegenständen für Gemeinkosten'),
  family('P-I-IMP', 'import', 'investment', businessImports, '460', "Importations de biens d'investissement", 'Invoer van bedrijfsmiddelen', 'Imports of investment goods', 'Einfuhren von Investitionsgütern'),
  customs('P-M-IMPC', 'goods', 'Importations de marchandises avec TVA payée à la douane', 'Invoer van handelsgoederen met btw betaald aan de douane', 'Imports of goods with VAT paid to customs', 'Wareneinfuhren mit an den Zoll gezahlter MwSt.'),
  customs('P-S-IMPC', 'services', 'Importations de biens pour frais généraux avec TVA payée à la douane', 'Invoer van goederen voor algemene kosten met btw betaald aan de douane', 'Imports of goods for overheads with VAT paid to customs', 'Einfuhren von Gegenständen für Gemeinkosten mit an den Zoll gezahlter MwSt.'),
  customs('P-I-IMPC', 'investment', "Importations de biens d'investissement avec TVA payée à la douane", 'Invoer van bedrijfsmiddelen met btw betaald aan de douane', 'Imports of investment goods with VAT paid to customs', 'Einfuhren von Investitionsgütern mit an den Zoll gezahlter MwSt.'),
  family('P-PRIV-IMP', 'import', 'goods', privateImports, null, "Importations à des fins étrangères à l'entreprise", 'Invoer voor andere dan bedrijfsdoeleinden', 'Imports for non-business purposes', 'Einfuhren für unternehmensfremde Zwecke'),
  family('P-S-EXS', 'reverse_charge', 'services', servicesFromOutside, '461', "Services reçus de prestataires hors de l'Union européenne", 'Diensten ontvangen van dienstverrichters buiten de Europese Unie', 'Services received from suppliers outside the European Union', 'Dienstleistungen von Anbietern außerhalb der Europäischen Union'),
  family('P-I-EXS', 'reverse_charge', 'investment', servicesFromOutside, '461', "Services reçus de prestataires hors de l'Union européenne pour investissements", 'Diensten van dienstverrichters buiten de Europese Unie voor investeringen', 'Services from suppliers outside the European Union for investments', 'Dienstleistungen von Anbietern außerhalb der Europäischen Union für Investitionen'),
  family('P-S-CCS', 'reverse_charge', 'services', domesticServices, '461', 'Services luxembourgeois - TVA due par le preneur', 'Diensten uit Luxemburg - Btw verlegd naar de afnemer', 'Domestic services - VAT owed by the customer', 'Inländische Dienstleistungen - Steuerschuld des Empfängers'),
  family('P-M-CCG', 'reverse_charge', 'goods', domesticGoods, '461', "Marchandises luxembourgeoises - TVA due par l'acquéreur", 'Handelsgoederen uit Luxemburg - Btw verlegd naar de koper', 'Domestic goods - VAT owed by the purchaser', 'Inländische Waren - Steuerschuld des Erwerbers'),
  family('P-S-CCG', 'reverse_charge', 'services', domesticGoods, '461', "Biens luxembourgeois pour frais généraux - TVA due par l'acquéreur", 'Goederen uit Luxemburg voor algemene kosten - Btw verlegd naar de koper', 'Domestic goods for overheads - VAT owed by the purchaser', 'Inländische Gegenstände für Gemeinkosten - Steuerschuld des Erwerbers'),
];

/** Codes whose input tax is not deducted at all, since it serves exempt operations. */
// oxfmt-ignore
const forExemptOperations: ReadonlySet<string> = new Set([
  'P-S-17', 'P-S-14', 'P-S-8', 'P-S-3', 'P-I-17', 'P-S-ICG-17', 'P-S-IMP-17',
  'P-S-ICS-17', 'P-S-ICS-14', 'P-S-ICS-8', 'P-S-ICS-3', 'P-S-EXS-17', 'P-S-EXS-14', 'P-S-EXS-8', 'P-S-EXS-3',
]);

/** Codes with a model for the proportion of article 50: a company puts its own percentage in the place of 50. */
const byProportion: ReadonlySet<string> = new Set([
  'P-S-17',
  'P-I-17',
  'P-S-ICG-17',
  'P-S-IMP-17',
  'P-S-ICS-17',
  'P-S-EXS-17',
]);

const excludedExpenses = toLabels(
  'Frais exclus du droit à déduction (article 54)',
  'Kosten uitgesloten van het recht op aftrek (artikel 54)',
  'Expenses excluded from deduction (article 54)',
  'Vom Vorsteuerabzug ausgeschlossene Kosten (Artikel 54)',
);

const marginGoods = toLabels(
  'Biens revendus sous le régime de la marge',
  'Goederen doorverkocht onder de margeregeling',
  'Goods resold under the margin scheme',
  'Unter der Differenzbesteuerung weiterverkaufte Gegenstände',
);

type Deduction = 'whole' | 'proportion' | 'exempt_operations' | 'excluded';

const endings: Readonly<Record<Deduction, string>> = {
  whole: '',
  proportion: '-D50',
  exempt_operations: '-D0',
  excluded: '',
};

export const purchaseCodes: readonly PackVatCode[] = [
  ...families.flatMap(purchases),
  ...RATES_IN_FORCE.map(excluded),
  ...RATES_IN_FORCE.map(forMargin),
  untaxed('P-M-MG', 'margin', 'goods', '', marginGoods),
  untaxed(
    'P-M-IC-T',
    'intracom',
    'goods',
    '152',
    toLabels('Achats triangulaires', 'Driehoeksaankopen', 'Triangular purchases', 'Dreieckskäufe'),
  ),
  untaxed(
    'P-M-ICG-TAB',
    'intracom',
    'goods',
    '719',
    toLabels(
      'Acquisitions intracommunautaires de tabacs sous accises',
      'Intracommunautaire verwervingen van tabak onder accijns',
      'Intra-Community acquisitions of tobacco under excise',
      'Innergemeinschaftliche Erwerbe von Tabakwaren unter Verbrauchsteuer',
    ),
  ),
  untaxed(
    'P-M-IMP-TAB',
    'import',
    'goods',
    '729',
    toLabels(
      'Importations de tabacs sous accises',
      'Invoer van tabak onder accijns',
      'Imports of tobacco under excise',
      'Einfuhren von Tabakwaren unter Verbrauchsteuer',
    ),
  ),
  untaxed(
    'P-S-EX',
    'exempt',
    'services',
    '',
    toLabels(
      'Achats exonérés (article 44)',
      'Vrijgestelde aankopen (artikel 44)',
      'Exempt purchases (article 44)',
      'Befreite Einkäufe (Artikel 44)',
    ),
  ),
  untaxed(
    'P-NA',
    'outside_scope',
    null,
    '',
    toLabels(
      "Dépenses hors champ d'application de la TVA",
      'Uitgaven buiten de werkingssfeer van de btw',
      'Expenses outside the scope of VAT',
      'Ausgaben außerhalb des Anwendungsbereichs der MwSt.',
    ),
  ),
];

function purchases(one: PurchaseFamily): readonly PackVatCode[] {
  const { operation } = one;
  const rates = operation === null ? RATES_IN_FORCE : RATES_IN_FORCE.filter((rate) => boxesAt(operation, rate));
  const taxed = rates.flatMap((rate) => {
    const code = `${one.code}-${rate}`;
    return [
      purchase(one, rate, one.inputTax === null ? 'excluded' : 'whole'),
      ...(forExemptOperations.has(code) ? [purchase(one, rate, 'exempt_operations')] : []),
      ...(byProportion.has(code) ? [purchase(one, rate, 'proportion')] : []),
    ];
  });
  if (!one.hasZeroRate) return taxed;
  return [...taxed, untaxed(`${one.code}-0`, one.kind, one.nature, operation?.untaxed ?? '', atRate(one.labels, 0))];
}

function purchase(one: PurchaseFamily, rate: number, deduction: Deduction): PackVatCode {
  const { code, kind, nature, operation, inputTax } = one;
  const isDeducted = deduction === 'whole' || deduction === 'proportion';
  const [base = '', due = ''] = (operation && boxesAt(operation, rate)) ?? [];
  return {
    ...buildVatCodeBase(
      `${code}-${rate}${endings[deduction]}`,
      kind === 'standard' && !isDeducted ? 'non_deductible' : kind,
      nature,
      rate,
      inWords(atRate(one.labels, rate), deduction),
    ),
    deductibleRate: { whole: '100.00', proportion: '50.00', exempt_operations: '0.00', excluded: '0.00' }[deduction],
    dueAccount: operation === null ? null : DUE_ACCOUNT,
    deductibleAccount: isDeducted ? DEDUCTIBLE_ACCOUNT : null,
    boxes: withCreditNote({
      base: parseBoxEffects(base),
      due: parseBoxEffects(due),
      deductible: isDeducted ? parseBoxEffects(inputTax ?? '') : [],
      nonDeductible: inputTax === null ? [] : parseBoxEffects(`${inputTax} ${isDeducted ? '095' : '094'}`),
    }),
  };
}

function excluded(rate: number): PackVatCode {
  return {
    ...buildVatCodeBase(`P-S-${rate}-ND`, 'non_deductible', 'services', rate, atRate(excludedExpenses, rate)),
    deductibleRate: '0.00',
    boxes: withCreditNote({ base: [], due: [], deductible: [], nonDeductible: [] }),
  };
}

/** Tax on goods that are resold by their margin is input tax, and taken off again. */
function forMargin(rate: number): PackVatCode {
  return {
    ...buildVatCodeBase(`P-M-MG-${rate}`, 'margin', 'goods', rate, atRate(marginGoods, rate)),
    deductibleRate: '0.00',
    boxes: withCreditNote({ base: [], due: [], deductible: [], nonDeductible: parseBoxEffects('458 096') }),
  };
}

function untaxed(code: string, kind: VatKind, nature: VatNature | null, base: Boxes, labels: Labels): PackVatCode {
  return {
    ...buildVatCodeBase(code, kind, nature, 0, labels),
    boxes: withCreditNote({ base: parseBoxEffects(base), due: [], deductible: [], nonDeductible: [] }),
  };
}

function family(
  code: string,
  kind: VatKind,
  nature: VatNature,
  operation: TaxedOperation | null,
  inputTax: string | null,
  ...[fr, nl, en, de]: readonly [fr: string, nl: string, en: string, de: string]
): PurchaseFamily {
  const hasZeroRate = operation === null || operation.untaxed !== null;
  return { code, kind, nature, operation, inputTax, hasZeroRate, labels: toLabels(fr, nl, en, de) };
}

/** Imports whose tax customs has taken already: input tax, which is not owed once more. */
function customs(
  code: string,
  nature: VatNature,
  ...names: readonly [fr: string, nl: string, en: string, de: string]
): PurchaseFamily {
  return { ...family(code, 'import', nature, null, '460', ...names), hasZeroRate: false };
}

function boxesAt({ rates }: TaxedOperation, rate: number): readonly [base: string, due: string] | undefined {
  const found = rates.find(([candidate]) => candidate === rate);
  return found && [found[1], found[2]];
}

function atRate({ fr, nl, en, de }: Labels, rate: number): Labels {
  return toLabels(`${fr} ${rate} %`, `${nl} ${rate} %`, `${en} ${rate}%`, `${de} ${rate} %`);
}

function inWords({ fr, nl, en, de }: Labels, deduction: Deduction): Labels {
  if (deduction === 'proportion') {
    return toLabels(
      `${fr} (prorata de 50 %)`,
      `${nl} (prorata van 50 %)`,
      `${en} (50% deductible proportion)`,
      `${de} (Pro-rata-Satz von 50 %)`,
    );
  }
  if (deduction === 'exempt_operations') {
    return toLabels(
      `${fr} (pour opérations exonérées)`,
      `${nl} (voor vrijgestelde handelingen)`,
      `${en} (for exempt operations)`,
      `${de} (für befreite Umsätze)`,
    );
  }
  return toLabels(fr, nl, en, de);
}
