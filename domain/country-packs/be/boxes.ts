/** The boxes of the Belgian periodic VAT return (form 625), in the order of the form. */
import { toLabels } from '../chart.ts';
import type { BoxEffect, BoxFormula, PackBox } from '../pack.ts';

type BoxRow = readonly [box: string, frame: string, fr: string, nl: string, en: string, de: string];

// oxfmt-ignore
const rows: readonly BoxRow[] = [
  ['00', 'II', 'Opérations soumises à un régime particulier ou au taux de 0 %', 'Handelingen onderworpen aan een bijzondere regeling of aan 0 %', 'Operations under a special scheme or at 0%', 'Umsätze unter einer Sonderregelung oder zum Satz von 0 %'],
  ['01', 'II', 'Opérations à 6 %', 'Handelingen tegen 6 %', 'Operations at 6%', 'Umsätze zu 6 %'],
  ['02', 'II', 'Opérations à 12 %', 'Handelingen tegen 12 %', 'Operations at 12%', 'Umsätze zu 12 %'],
  ['03', 'II', 'Opérations à 21 %', 'Handelingen tegen 21 %', 'Operations at 21%', 'Umsätze zu 21 %'],
  ['44', 'II', 'Services pour lesquels la TVA étrangère est due par le cocontractant', 'Diensten waarvoor de buitenlandse btw verschuldigd is door de medecontractant', 'Services on which the customer owes foreign VAT', 'Dienstleistungen, für die der Vertragspartner ausländische MwSt. schuldet'],
  ['45', 'II', 'Opérations pour lesquelles la TVA est due par le cocontractant', 'Handelingen waarvoor de btw verschuldigd is door de medecontractant', 'Operations on which the customer owes the VAT', 'Umsätze, für die der Vertragspartner die MwSt. schuldet'],
  ['46', 'II', 'Livraisons intracommunautaires exemptées et ventes ABC', 'Vrijgestelde intracommunautaire leveringen en ABC-verkopen', 'Exempt intra-Community supplies and triangular sales', 'Befreite innergemeinschaftliche Lieferungen und Dreiecksverkäufe'],
  ['47', 'II', "Autres opérations exemptées et opérations effectuées à l'étranger", 'Andere vrijgestelde handelingen en handelingen verricht in het buitenland', 'Other exempt operations and operations abroad', 'Sonstige befreite Umsätze und im Ausland getätigte Umsätze'],
  ['48', 'II', 'Notes de crédit émises relatives aux grilles 44 et 46', "Uitgereikte creditnota's voor de roosters 44 en 46", 'Credit notes issued for boxes 44 and 46', 'Ausgestellte Gutschriften zu den Feldern 44 und 46'],
  ['49', 'II', 'Notes de crédit émises relatives aux autres opérations du cadre II', "Uitgereikte creditnota's voor de andere handelingen van kader II", 'Credit notes issued for the other operations of frame II', 'Ausgestellte Gutschriften zu den übrigen Umsätzen des Rahmens II'],
  ['81', 'III', 'Achats de marchandises, matières premières et matières auxiliaires', 'Aankopen van handelsgoederen, grond- en hulpstoffen', 'Purchases of goods for resale, raw materials and consumables', 'Einkäufe von Handelswaren, Roh- und Hilfsstoffen'],
  ['82', 'III', 'Achats de services et biens divers', 'Aankopen van diensten en diverse goederen', 'Purchases of services and other goods', 'Einkäufe von Dienstleistungen und verschiedenen Gütern'],
  ['83', 'III', "Achats de biens d'investissement", 'Aankopen van bedrijfsmiddelen', 'Purchases of investment goods', 'Einkäufe von Investitionsgütern'],
  ['84', 'III', 'Notes de crédit reçues relatives aux grilles 86 et 88', "Ontvangen creditnota's voor de roosters 86 en 88", 'Credit notes received for boxes 86 and 88', 'Erhaltene Gutschriften zu den Feldern 86 und 88'],
  ['85', 'III', 'Notes de crédit reçues relatives aux autres opérations du cadre III', "Ontvangen creditnota's voor de andere handelingen van kader III", 'Credit notes received for the other operations of frame III', 'Erhaltene Gutschriften zu den übrigen Umsätzen des Rahmens III'],
  ['86', 'III', 'Acquisitions intracommunautaires effectuées en Belgique et ventes ABC', 'Intracommunautaire verwervingen verricht in België en ABC-verkopen', 'Intra-Community acquisitions made in Belgium and triangular sales (ABC)', 'In Belgien bewirkte innergemeinschaftliche Erwerbe und Dreiecksverkäufe (ABC)'],
  ['87', 'III', "Autres opérations à l'entrée pour lesquelles la TVA est due par le déclarant", 'Andere inkomende handelingen waarvoor de btw verschuldigd is door de aangever', 'Other incoming operations on which the declarant owes the VAT', 'Sonstige Eingangsumsätze, für die der Erklärungspflichtige die MwSt. schuldet'],
  ['88', 'III', 'Services intracommunautaires avec report de perception', 'Intracommunautaire diensten met verlegging van heffing', 'Intra-Community services under reverse charge', 'Innergemeinschaftliche Dienstleistungen mit Verlagerung der Erhebung'],
  ['54', 'IV', 'TVA due sur les opérations des grilles 01, 02 et 03', 'Verschuldigde btw op de handelingen van de roosters 01, 02 en 03', 'VAT due on boxes 01, 02 and 03', 'Geschuldete MwSt. auf die Umsätze der Felder 01, 02 und 03'],
  ['55', 'IV', 'TVA due sur les opérations des grilles 86 et 88', 'Verschuldigde btw op de handelingen van de roosters 86 en 88', 'VAT due on boxes 86 and 88', 'Geschuldete MwSt. auf die Umsätze der Felder 86 und 88'],
  ['56', 'IV', 'TVA due sur les opérations de la grille 87, hors importations', 'Verschuldigde btw op de handelingen van rooster 87, behalve invoer', 'VAT due on box 87, imports excepted', 'Geschuldete MwSt. auf die Umsätze des Feldes 87, außer Einfuhren'],
  ['57', 'IV', 'TVA due sur les importations avec report de perception', 'Verschuldigde btw op invoer met verlegging van heffing', 'VAT due on imports under reverse charge', 'Geschuldete MwSt. auf Einfuhren mit Verlagerung der Erhebung'],
  ['61', 'IV', "Régularisations de TVA en faveur de l'État", 'Btw-regularisaties in het voordeel van de Staat', 'VAT adjustments in favour of the State', 'MwSt.-Berichtigungen zugunsten des Staates'],
  ['63', 'IV', 'TVA à reverser mentionnée sur les notes de crédit reçues', "Terug te storten btw vermeld op ontvangen creditnota's", 'VAT to repay on credit notes received', 'Zurückzuzahlende MwSt. auf erhaltene Gutschriften'],
  ['XX', 'IV', 'Total de la TVA due', 'Totaal van de verschuldigde btw', 'Total VAT due', 'Summe der geschuldeten MwSt.'],
  ['59', 'V', 'TVA déductible', 'Aftrekbare btw', 'Deductible VAT', 'Abziehbare MwSt.'],
  ['62', 'V', 'Régularisations de TVA en faveur du déclarant', 'Btw-regularisaties in het voordeel van de aangever', 'VAT adjustments in favour of the declarant', 'MwSt.-Berichtigungen zugunsten des Erklärungspflichtigen'],
  ['64', 'V', 'TVA à récupérer mentionnée sur les notes de crédit émises', "Te recupereren btw vermeld op uitgereikte creditnota's", 'VAT to recover on credit notes issued', 'Zu erstattende MwSt. auf ausgestellte Gutschriften'],
  ['YY', 'V', 'Total de la TVA déductible', 'Totaal van de aftrekbare btw', 'Total deductible VAT', 'Summe der abziehbaren MwSt.'],
  ['71', 'VI', "Taxe due à l'État", 'Aan de Staat verschuldigde btw', 'Tax due to the State', 'Dem Staat geschuldete Steuer'],
  ['72', 'VI', "Sommes dues par l'État", 'Door de Staat verschuldigde sommen', 'Amounts due by the State', 'Vom Staat geschuldete Beträge'],
];

const formulas: Readonly<Record<string, BoxFormula>> = {
  XX: { terms: sumOf('54', '55', '56', '57', '61', '63'), atLeastZero: false },
  YY: { terms: sumOf('59', '62', '64'), atLeastZero: false },
  // Only one of the two is filed; when both are zero it is 71.
  '71': { terms: difference('XX', 'YY'), atLeastZero: true },
  '72': { terms: difference('YY', 'XX'), atLeastZero: true },
};

const notFiled: ReadonlySet<string> = new Set(['XX', 'YY']);

export const boxes: readonly PackBox[] = rows.map(([box, frame, fr, nl, en, de]) => ({
  box,
  frame,
  labels: toLabels(fr, nl, en, de),
  formula: formulas[box] ?? null,
  isFiled: !notFiled.has(box),
}));

function sumOf(...boxNumbers: readonly string[]): readonly BoxEffect[] {
  return boxNumbers.map((box) => ({ box, sign: 1 }));
}

function difference(plus: string, minus: string): readonly BoxEffect[] {
  return [
    { box: plus, sign: 1 },
    { box: minus, sign: -1 },
  ];
}
