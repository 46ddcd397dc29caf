/**
 * The Belgian VAT codes. A sale is told by its regime and rate; a purchase also by its nature, which decides the box
 * of its base: 81 goods for resale and raw materials (M), 82 services and other goods (S), 83 investment goods (I).
 *
 * - Credit notes on sales never reduce the boxes of the invoices: they go to 48 or 49, their tax to 64.
 * - Credit notes on purchases do reduce 81 to 83, and are shown in 84 or 85 as well.
 * - 86, 87 and 88 are net of credit notes, as the controls of the administration on 55, 56 and 57 suppose.
 * - The tax of a reverse-charge credit note is not netted away: what was owed returns in 62, what was deducted in 63.
 * - The tax on services from outside the Union goes to 56, since 57 is for goods that customs releases.
 */
import { labelled } from '../chart.ts';
import type { BoxEffect, PackVatCode, VatKind, VatNature } from '../pack.ts';

/** Boxes as they are read on the form: `'-81 +85'` takes the amount off box 81 and adds it to box 85. */
type Boxes = string;

type SaleRow = readonly [
  code: string,
  kind: VatKind,
  nature: VatNature | null,
  rate: string,
  base: Boxes,
  due: Boxes,
  creditNoteBase: Boxes,
  creditNoteDue: Boxes,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

type PurchaseRow = readonly [
  code: string,
  kind: VatKind,
  nature: VatNature,
  rate: string,
  base: Boxes,
  due: Boxes,
  deductible: Boxes,
  creditNoteBase: Boxes,
  creditNoteDue: Boxes,
  creditNoteDeductible: Boxes,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

// prettier-ignore
const sales: readonly SaleRow[] = [
  ['S-21', 'standard', null, '21.00', '+03', '+54', '+49', '+64', 'Ventes en Belgique 21 %', 'Verkopen in België 21 %', 'Domestic sales 21%', 'Inlandsverkäufe 21 %'],
  ['S-12', 'standard', null, '12.00', '+02', '+54', '+49', '+64', 'Ventes en Belgique 12 %', 'Verkopen in België 12 %', 'Domestic sales 12%', 'Inlandsverkäufe 12 %'],
  ['S-6', 'standard', null, '6.00', '+01', '+54', '+49', '+64', 'Ventes en Belgique 6 %', 'Verkopen in België 6 %', 'Domestic sales 6%', 'Inlandsverkäufe 6 %'],
  ['S-0', 'standard', null, '0.00', '+00', '', '+49', '', 'Ventes à 0 % ou sous régime particulier', 'Verkopen tegen 0 % of onder bijzondere regeling', 'Sales at 0% or under a special scheme', 'Verkäufe zu 0 % oder unter Sonderregelung'],
  ['S-CC', 'reverse_charge', null, '0.00', '+45', '', '+49', '', 'Ventes - TVA due par le cocontractant', 'Verkopen - Btw verlegd naar de medecontractant', 'Sales - VAT owed by the customer (domestic reverse charge)', 'Verkäufe - Steuerschuld des Vertragspartners'],
  ['S-IC-S', 'intracom', 'services', '0.00', '+44', '', '+48', '', 'Prestations de services intracommunautaires', 'Intracommunautaire diensten', 'Intra-Community services', 'Innergemeinschaftliche Dienstleistungen'],
  ['S-IC-G', 'intracom', 'goods', '0.00', '+46', '', '+48', '', 'Livraisons intracommunautaires de biens', 'Intracommunautaire leveringen van goederen', 'Intra-Community supplies of goods', 'Innergemeinschaftliche Lieferungen von Gütern'],
  ['S-IC-T', 'intracom', 'goods', '0.00', '+46', '', '+48', '', 'Ventes triangulaires (ABC)', 'Driehoeksverkopen (ABC)', 'Triangular sales (ABC)', 'Dreiecksverkäufe (ABC)'],
  ['S-EX', 'export', null, '0.00', '+47', '', '+49', '', "Exportations et opérations à l'étranger", 'Uitvoer en handelingen in het buitenland', 'Exports and operations abroad', 'Ausfuhren und Umsätze im Ausland'],
];

// prettier-ignore
const purchases: readonly PurchaseRow[] = [
  ['P-M-0', 'standard', 'goods', '0.00', '+81', '', '', '-81 +85', '', '', 'Achats de marchandises 0 %', 'Aankopen van handelsgoederen 0 %', 'Purchases of goods 0%', 'Wareneinkäufe 0 %'],
  ['P-M-6', 'standard', 'goods', '6.00', '+81', '', '+59', '-81 +85', '', '+63', 'Achats de marchandises 6 %', 'Aankopen van handelsgoederen 6 %', 'Purchases of goods 6%', 'Wareneinkäufe 6 %'],
  ['P-M-12', 'standard', 'goods', '12.00', '+81', '', '+59', '-81 +85', '', '+63', 'Achats de marchandises 12 %', 'Aankopen van handelsgoederen 12 %', 'Purchases of goods 12%', 'Wareneinkäufe 12 %'],
  ['P-M-21', 'standard', 'goods', '21.00', '+81', '', '+59', '-81 +85', '', '+63', 'Achats de marchandises 21 %', 'Aankopen van handelsgoederen 21 %', 'Purchases of goods 21%', 'Wareneinkäufe 21 %'],
  ['P-M-CC-0', 'reverse_charge', 'goods', '0.00', '+81 +87', '', '', '-81 -87 +85', '', '', 'Achats de marchandises - cocontractant 0 %', 'Aankopen van handelsgoederen - medecontractant 0 %', 'Purchases of goods - domestic reverse charge 0%', 'Wareneinkäufe - Steuerschuld des Vertragspartners 0 %'],
  ['P-M-CC-6', 'reverse_charge', 'goods', '6.00', '+81 +87', '+56', '+59', '-81 -87 +85', '+62', '+63', 'Achats de marchandises - cocontractant 6 %', 'Aankopen van handelsgoederen - medecontractant 6 %', 'Purchases of goods - domestic reverse charge 6%', 'Wareneinkäufe - Steuerschuld des Vertragspartners 6 %'],
  ['P-M-CC-12', 'reverse_charge', 'goods', '12.00', '+81 +87', '+56', '+59', '-81 -87 +85', '+62', '+63', 'Achats de marchandises - cocontractant 12 %', 'Aankopen van handelsgoederen - medecontractant 12 %', 'Purchases of goods - domestic reverse charge 12%', 'Wareneinkäufe - Steuerschuld des Vertragspartners 12 %'],
  ['P-M-CC-21', 'reverse_charge', 'goods', '21.00', '+81 +87', '+56', '+59', '-81 -87 +85', '+62', '+63', 'Achats de marchandises - cocontractant 21 %', 'Aankopen van handelsgoederen - medecontractant 21 %', 'Purchases of goods - domestic reverse charge 21%', 'Wareneinkäufe - Steuerschuld des Vertragspartners 21 %'],
  ['P-M-IC-0', 'intracom', 'goods', '0.00', '+81 +86', '', '', '-81 -86 +84', '', '', 'Acquisitions intracommunautaires de marchandises 0 %', 'Intracommunautaire verwervingen van handelsgoederen 0 %', 'Intra-Community acquisitions of goods 0%', 'Innergemeinschaftliche Warenerwerbe 0 %'],
  ['P-M-IC-6', 'intracom', 'goods', '6.00', '+81 +86', '+55', '+59', '-81 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de marchandises 6 %', 'Intracommunautaire verwervingen van handelsgoederen 6 %', 'Intra-Community acquisitions of goods 6%', 'Innergemeinschaftliche Warenerwerbe 6 %'],
  ['P-M-IC-12', 'intracom', 'goods', '12.00', '+81 +86', '+55', '+59', '-81 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de marchandises 12 %', 'Intracommunautaire verwervingen van handelsgoederen 12 %', 'Intra-Community acquisitions of goods 12%', 'Innergemeinschaftliche Warenerwerbe 12 %'],
  ['P-M-IC-21', 'intracom', 'goods', '21.00', '+81 +86', '+55', '+59', '-81 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de marchandises 21 %', 'Intracommunautaire verwervingen van handelsgoederen 21 %', 'Intra-Community acquisitions of goods 21%', 'Innergemeinschaftliche Warenerwerbe 21 %'],
  ['P-M-IMP-0', 'import', 'goods', '0.00', '+81 +87', '', '', '-81 -87 +85', '', '', 'Importations de marchandises avec report de perception 0 %', 'Invoer van handelsgoederen met verlegging van heffing 0 %', 'Imports of goods under reverse charge 0%', 'Wareneinfuhren mit Verlagerung der Erhebung 0 %'],
  ['P-M-IMP-6', 'import', 'goods', '6.00', '+81 +87', '+57', '+59', '-81 -87 +85', '+62', '+63', 'Importations de marchandises avec report de perception 6 %', 'Invoer van handelsgoederen met verlegging van heffing 6 %', 'Imports of goods under reverse charge 6%', 'Wareneinfuhren mit Verlagerung der Erhebung 6 %'],
  ['P-M-IMP-12', 'import', 'goods', '12.00', '+81 +87', '+57', '+59', '-81 -87 +85', '+62', '+63', 'Importations de marchandises avec report de perception 12 %', 'Invoer van handelsgoederen met verlegging van heffing 12 %', 'Imports of goods under reverse charge 12%', 'Wareneinfuhren mit Verlagerung der Erhebung 12 %'],
  ['P-M-IMP-21', 'import', 'goods', '21.00', '+81 +87', '+57', '+59', '-81 -87 +85', '+62', '+63', 'Importations de marchandises avec report de perception 21 %', 'Invoer van handelsgoederen met verlegging van heffing 21 %', 'Imports of goods under reverse charge 21%', 'Wareneinfuhren mit Verlagerung der Erhebung 21 %'],
  ['P-S-0', 'standard', 'services', '0.00', '+82', '', '', '-82 +85', '', '', 'Services et biens divers 0 %', 'Diensten en diverse goederen 0 %', 'Services and other goods 0%', 'Dienstleistungen und verschiedene Güter 0 %'],
  ['P-S-6', 'standard', 'services', '6.00', '+82', '', '+59', '-82 +85', '', '+63', 'Services et biens divers 6 %', 'Diensten en diverse goederen 6 %', 'Services and other goods 6%', 'Dienstleistungen und verschiedene Güter 6 %'],
  ['P-S-12', 'standard', 'services', '12.00', '+82', '', '+59', '-82 +85', '', '+63', 'Services et biens divers 12 %', 'Diensten en diverse goederen 12 %', 'Services and other goods 12%', 'Dienstleistungen und verschiedene Güter 12 %'],
  ['P-S-21', 'standard', 'services', '21.00', '+82', '', '+59', '-82 +85', '', '+63', 'Services et biens divers 21 %', 'Diensten en diverse goederen 21 %', 'Services and other goods 21%', 'Dienstleistungen und verschiedene Güter 21 %'],
  ['P-S-CC-0', 'reverse_charge', 'services', '0.00', '+82 +87', '', '', '-82 -87 +85', '', '', 'Services et biens divers - cocontractant 0 %', 'Diensten en diverse goederen - medecontractant 0 %', 'Services and other goods - domestic reverse charge 0%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners 0 %'],
  ['P-S-CC-6', 'reverse_charge', 'services', '6.00', '+82 +87', '+56', '+59', '-82 -87 +85', '+62', '+63', 'Services et biens divers - cocontractant 6 %', 'Diensten en diverse goederen - medecontractant 6 %', 'Services and other goods - domestic reverse charge 6%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners 6 %'],
  ['P-S-CC-12', 'reverse_charge', 'services', '12.00', '+82 +87', '+56', '+59', '-82 -87 +85', '+62', '+63', 'Services et biens divers - cocontractant 12 %', 'Diensten en diverse goederen - medecontractant 12 %', 'Services and other goods - domestic reverse charge 12%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners 12 %'],
  ['P-S-CC-21', 'reverse_charge', 'services', '21.00', '+82 +87', '+56', '+59', '-82 -87 +85', '+62', '+63', 'Services et biens divers - cocontractant 21 %', 'Diensten en diverse goederen - medecontractant 21 %', 'Services and other goods - domestic reverse charge 21%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners 21 %'],
  ['P-S-IC-0', 'intracom', 'services', '0.00', '+82 +88', '', '', '-82 -88 +84', '', '', 'Services intracommunautaires reçus 0 %', 'Ontvangen intracommunautaire diensten 0 %', 'Intra-Community services received 0%', 'Erhaltene innergemeinschaftliche Dienstleistungen 0 %'],
  ['P-S-IC-6', 'intracom', 'services', '6.00', '+82 +88', '+55', '+59', '-82 -88 +84', '+62', '+63', 'Services intracommunautaires reçus 6 %', 'Ontvangen intracommunautaire diensten 6 %', 'Intra-Community services received 6%', 'Erhaltene innergemeinschaftliche Dienstleistungen 6 %'],
  ['P-S-IC-12', 'intracom', 'services', '12.00', '+82 +88', '+55', '+59', '-82 -88 +84', '+62', '+63', 'Services intracommunautaires reçus 12 %', 'Ontvangen intracommunautaire diensten 12 %', 'Intra-Community services received 12%', 'Erhaltene innergemeinschaftliche Dienstleistungen 12 %'],
  ['P-S-IC-21', 'intracom', 'services', '21.00', '+82 +88', '+55', '+59', '-82 -88 +84', '+62', '+63', 'Services intracommunautaires reçus 21 %', 'Ontvangen intracommunautaire diensten 21 %', 'Intra-Community services received 21%', 'Erhaltene innergemeinschaftliche Dienstleistungen 21 %'],
  ['P-S-IMP-0', 'import', 'services', '0.00', '+82 +87', '', '', '-82 -87 +85', '', '', 'Importations de biens divers avec report de perception 0 %', 'Invoer van diverse goederen met verlegging van heffing 0 %', 'Imports of other goods under reverse charge 0%', 'Einfuhren verschiedener Güter mit Verlagerung der Erhebung 0 %'],
  ['P-S-IMP-6', 'import', 'services', '6.00', '+82 +87', '+57', '+59', '-82 -87 +85', '+62', '+63', 'Importations de biens divers avec report de perception 6 %', 'Invoer van diverse goederen met verlegging van heffing 6 %', 'Imports of other goods under reverse charge 6%', 'Einfuhren verschiedener Güter mit Verlagerung der Erhebung 6 %'],
  ['P-S-IMP-12', 'import', 'services', '12.00', '+82 +87', '+57', '+59', '-82 -87 +85', '+62', '+63', 'Importations de biens divers avec report de perception 12 %', 'Invoer van diverse goederen met verlegging van heffing 12 %', 'Imports of other goods under reverse charge 12%', 'Einfuhren verschiedener Güter mit Verlagerung der Erhebung 12 %'],
  ['P-S-IMP-21', 'import', 'services', '21.00', '+82 +87', '+57', '+59', '-82 -87 +85', '+62', '+63', 'Importations de biens divers avec report de perception 21 %', 'Invoer van diverse goederen met verlegging van heffing 21 %', 'Imports of other goods under reverse charge 21%', 'Einfuhren verschiedener Güter mit Verlagerung der Erhebung 21 %'],
  ['P-S-EXS-21', 'reverse_charge', 'services', '21.00', '+82 +87', '+56', '+59', '-82 -87 +85', '+62', '+63', 'Services reçus de prestataires hors Union européenne 21 %', 'Diensten ontvangen van dienstverrichters buiten de Europese Unie 21 %', 'Services received from suppliers outside the European Union 21%', 'Dienstleistungen von Anbietern außerhalb der Europäischen Union 21 %'],
  ['P-S-21-D50', 'standard', 'services', '21.00', '+82', '', '+59', '-82 +85', '', '+63', 'Frais de voiture (TVA déductible à 50 %) 21 %', 'Autokosten (btw 50 % aftrekbaar) 21 %', 'Car expenses (VAT 50% deductible) 21%', 'Fahrzeugkosten (MwSt. zu 50 % abziehbar) 21 %'],
  ['P-I-0', 'standard', 'investment', '0.00', '+83', '', '', '-83 +85', '', '', "Biens d'investissement 0 %", 'Bedrijfsmiddelen 0 %', 'Investment goods 0%', 'Investitionsgüter 0 %'],
  ['P-I-6', 'standard', 'investment', '6.00', '+83', '', '+59', '-83 +85', '', '+63', "Biens d'investissement 6 %", 'Bedrijfsmiddelen 6 %', 'Investment goods 6%', 'Investitionsgüter 6 %'],
  ['P-I-12', 'standard', 'investment', '12.00', '+83', '', '+59', '-83 +85', '', '+63', "Biens d'investissement 12 %", 'Bedrijfsmiddelen 12 %', 'Investment goods 12%', 'Investitionsgüter 12 %'],
  ['P-I-21', 'standard', 'investment', '21.00', '+83', '', '+59', '-83 +85', '', '+63', "Biens d'investissement 21 %", 'Bedrijfsmiddelen 21 %', 'Investment goods 21%', 'Investitionsgüter 21 %'],
  ['P-I-CC-0', 'reverse_charge', 'investment', '0.00', '+83 +87', '', '', '-83 -87 +85', '', '', "Biens d'investissement - cocontractant 0 %", 'Bedrijfsmiddelen - medecontractant 0 %', 'Investment goods - domestic reverse charge 0%', 'Investitionsgüter - Steuerschuld des Vertragspartners 0 %'],
  ['P-I-CC-6', 'reverse_charge', 'investment', '6.00', '+83 +87', '+56', '+59', '-83 -87 +85', '+62', '+63', "Biens d'investissement - cocontractant 6 %", 'Bedrijfsmiddelen - medecontractant 6 %', 'Investment goods - domestic reverse charge 6%', 'Investitionsgüter - Steuerschuld des Vertragspartners 6 %'],
  ['P-I-CC-12', 'reverse_charge', 'investment', '12.00', '+83 +87', '+56', '+59', '-83 -87 +85', '+62', '+63', "Biens d'investissement - cocontractant 12 %", 'Bedrijfsmiddelen - medecontractant 12 %', 'Investment goods - domestic reverse charge 12%', 'Investitionsgüter - Steuerschuld des Vertragspartners 12 %'],
  ['P-I-CC-21', 'reverse_charge', 'investment', '21.00', '+83 +87', '+56', '+59', '-83 -87 +85', '+62', '+63', "Biens d'investissement - cocontractant 21 %", 'Bedrijfsmiddelen - medecontractant 21 %', 'Investment goods - domestic reverse charge 21%', 'Investitionsgüter - Steuerschuld des Vertragspartners 21 %'],
  ['P-I-IC-0', 'intracom', 'investment', '0.00', '+83 +86', '', '', '-83 -86 +84', '', '', "Acquisitions intracommunautaires de biens d'investissement 0 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen 0 %', 'Intra-Community acquisitions of investment goods 0%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern 0 %'],
  ['P-I-IC-6', 'intracom', 'investment', '6.00', '+83 +86', '+55', '+59', '-83 -86 +84', '+62', '+63', "Acquisitions intracommunautaires de biens d'investissement 6 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen 6 %', 'Intra-Community acquisitions of investment goods 6%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern 6 %'],
  ['P-I-IC-12', 'intracom', 'investment', '12.00', '+83 +86', '+55', '+59', '-83 -86 +84', '+62', '+63', "Acquisitions intracommunautaires de biens d'investissement 12 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen 12 %', 'Intra-Community acquisitions of investment goods 12%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern 12 %'],
  ['P-I-IC-21', 'intracom', 'investment', '21.00', '+83 +86', '+55', '+59', '-83 -86 +84', '+62', '+63', "Acquisitions intracommunautaires de biens d'investissement 21 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen 21 %', 'Intra-Community acquisitions of investment goods 21%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern 21 %'],
  ['P-I-IMP-0', 'import', 'investment', '0.00', '+83 +87', '', '', '-83 -87 +85', '', '', "Importations de biens d'investissement avec report de perception 0 %", 'Invoer van bedrijfsmiddelen met verlegging van heffing 0 %', 'Imports of investment goods under reverse charge 0%', 'Einfuhren von Investitionsgütern mit Verlagerung der Erhebung 0 %'],
  ['P-I-IMP-6', 'import', 'investment', '6.00', '+83 +87', '+57', '+59', '-83 -87 +85', '+62', '+63', "Importations de biens d'investissement avec report de perception 6 %", 'Invoer van bedrijfsmiddelen met verlegging van heffing 6 %', 'Imports of investment goods under reverse charge 6%', 'Einfuhren von Investitionsgütern mit Verlagerung der Erhebung 6 %'],
  ['P-I-IMP-12', 'import', 'investment', '12.00', '+83 +87', '+57', '+59', '-83 -87 +85', '+62', '+63', "Importations de biens d'investissement avec report de perception 12 %", 'Invoer van bedrijfsmiddelen met verlegging van heffing 12 %', 'Imports of investment goods under reverse charge 12%', 'Einfuhren von Investitionsgütern mit Verlagerung der Erhebung 12 %'],
  ['P-I-IMP-21', 'import', 'investment', '21.00', '+83 +87', '+57', '+59', '-83 -87 +85', '+62', '+63', "Importations de biens d'investissement avec report de perception 21 %", 'Invoer van bedrijfsmiddelen met verlegging van heffing 21 %', 'Imports of investment goods under reverse charge 21%', 'Einfuhren von Investitionsgütern mit Verlagerung der Erhebung 21 %'],
];

/** The account that the tax owed is booked on, by the box that it is declared in. */
const dueAccounts: Readonly<Record<string, string>> = {
  '54': '451000',
  '55': '451055',
  '56': '451056',
  '57': '451057',
};

const DEDUCTIBLE_ACCOUNT = '411000';

const intraListing: Readonly<Record<string, PackVatCode['intraListing']>> = {
  'S-IC-G': 'L',
  'S-IC-T': 'T',
  'S-IC-S': 'S',
};

const deductibleRates: Readonly<Record<string, string>> = { 'P-S-21-D50': '50.00' };

export const vatCodes: readonly PackVatCode[] = [...sales.map(sale), ...purchases.map(purchase)];

function sale(row: SaleRow): PackVatCode {
  const [code, kind, nature, rate, base, due, creditNoteBase, creditNoteDue, fr, nl, en, de] = row;
  const dueEffects = effects(due);
  return {
    code,
    labels: labelled(fr, nl, en, de),
    direction: 'sale',
    kind,
    nature,
    rate,
    deductibleRate: '100.00',
    exigibility: 'invoice',
    dueAccount: dueAccountOf(dueEffects),
    deductibleAccount: null,
    intraListing: intraListing[code] ?? null,
    boxes: {
      invoice: { base: effects(base), due: dueEffects, deductible: [], nonDeductible: [] },
      creditNote: { base: effects(creditNoteBase), due: effects(creditNoteDue), deductible: [], nonDeductible: [] },
    },
  };
}

function purchase(row: PurchaseRow): PackVatCode {
  const [code, kind, nature, rate, base, due, deductible, ...rest] = row;
  const [creditNoteBase, creditNoteDue, creditNoteDeductible, fr, nl, en, de] = rest;
  const dueEffects = effects(due);
  const deductibleEffects = effects(deductible);
  return {
    code,
    labels: labelled(fr, nl, en, de),
    direction: 'purchase',
    kind,
    nature,
    rate,
    deductibleRate: deductibleRates[code] ?? '100.00',
    exigibility: 'invoice',
    dueAccount: dueAccountOf(dueEffects),
    deductibleAccount: deductibleEffects.length > 0 ? DEDUCTIBLE_ACCOUNT : null,
    intraListing: null,
    boxes: {
      invoice: {
        base: effects(base),
        due: dueEffects,
        deductible: deductibleEffects,
        nonDeductible: costOf(base, deductible, kind),
      },
      creditNote: {
        base: effects(creditNoteBase),
        due: effects(creditNoteDue),
        deductible: effects(creditNoteDeductible),
        nonDeductible: costOf(creditNoteBase, creditNoteDeductible, kind),
      },
    },
  };
}

function effects(boxes: Boxes): readonly BoxEffect[] {
  if (boxes === '') return [];
  return boxes.split(' ').map((effect) => ({ box: effect.slice(1), sign: effect.startsWith('-') ? -1 : 1 }));
}

function dueAccountOf(due: readonly BoxEffect[]): string | null {
  return due[0] === undefined ? null : (dueAccounts[due[0].box] ?? null);
}

/**
 * Tax that is not deducted is a cost, so it joins the base in 81 to 83, and in 85 when it stood on the credit note: the
 * tax of a reverse charge never does.
 */
function costOf(base: Boxes, deductible: Boxes, kind: VatKind): readonly BoxEffect[] {
  if (deductible === '') return [];
  const boxes = kind === 'standard' ? ['81', '82', '83', '85'] : ['81', '82', '83'];
  return effects(base).filter(({ box }) => boxes.includes(box));
}
