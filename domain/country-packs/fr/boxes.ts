/**
 * The lines of the French VAT return (form 3310-CA3), in the order of the form. A line of gross tax has two columns: its
 * number alone is the tax, its number with `-HT` the amount that the tax is reckoned on. Amounts are filed in whole
 * euros and never below zero. The detail of the excise on energy (lines X1 to M9) is not kept, only its totals.
 */
import { toLabels } from '../chart.ts';
import type { BoxEffect, BoxFormula, PackBox } from '../pack.ts';

type BoxRow = readonly [box: string, fr: string, nl: string, en: string, de: string];

// oxfmt-ignore
const taxedOperations: readonly BoxRow[] = [
  ['A1', 'Ventes, prestations de services', 'Verkopen, dienstverleningen', 'Sales, supplies of services', 'Verkäufe, Dienstleistungen'],
  ['A2', 'Autres opérations imposables', 'Andere belastbare handelingen', 'Other taxable operations', 'Sonstige steuerpflichtige Umsätze'],
  ['A3', "Achats de prestations de services auprès d'un assujetti non établi en France (article 283-2)", 'Aankopen van diensten bij een niet in Frankrijk gevestigde belastingplichtige (artikel 283-2)', 'Services purchased from a taxable person not established in France (article 283-2)', 'Einkäufe von Dienstleistungen bei einem nicht in Frankreich ansässigen Steuerpflichtigen (Artikel 283-2)'],
  ['A4', 'Importations (autres que les produits pétroliers)', 'Invoer (andere dan aardolieproducten)', 'Imports (other than petroleum products)', 'Einfuhren (außer Mineralölerzeugnisse)'],
  ['A5', 'Sorties de régime fiscal suspensif (autres que les produits pétroliers)', 'Onttrekkingen aan een schorsingsregeling (andere dan aardolieproducten)', 'Goods leaving a suspension scheme (other than petroleum products)', 'Entnahmen aus einem Steueraussetzungsverfahren (außer Mineralölerzeugnisse)'],
  ['B1', 'Mises à la consommation de produits pétroliers', 'Uitslag tot verbruik van aardolieproducten', 'Petroleum products released for consumption', 'Überführung von Mineralölerzeugnissen in den freien Verkehr'],
  ['B2', 'Acquisitions intracommunautaires', 'Intracommunautaire verwervingen', 'Intra-Community acquisitions', 'Innergemeinschaftliche Erwerbe'],
  ['B3', "Achats d'électricité, de gaz naturel, de chaleur ou de froid imposables en France", 'In Frankrijk belastbare aankopen van elektriciteit, aardgas, warmte of koude', 'Purchases of electricity, natural gas, heat or cooling taxable in France', 'In Frankreich steuerpflichtige Einkäufe von Strom, Erdgas, Wärme oder Kälte'],
  ['B4', "Achats de biens ou de prestations de services auprès d'un assujetti non établi en France (article 283-1)", 'Aankopen van goederen of diensten bij een niet in Frankrijk gevestigde belastingplichtige (artikel 283-1)', 'Goods or services purchased from a taxable person not established in France (article 283-1)', 'Einkäufe von Gütern oder Dienstleistungen bei einem nicht in Frankreich ansässigen Steuerpflichtigen (Artikel 283-1)'],
  ['B5', 'Régularisations des opérations taxées', 'Regularisaties van belaste handelingen', 'Adjustments of taxed operations', 'Berichtigungen der besteuerten Umsätze'],
];

// oxfmt-ignore
const untaxedOperations: readonly BoxRow[] = [
  ['E1', "Exportations hors de l'Union européenne", 'Uitvoer buiten de Europese Unie', 'Exports outside the European Union', 'Ausfuhren aus der Europäischen Union'],
  ['E2', 'Autres opérations non imposables', 'Andere niet-belastbare handelingen', 'Other non-taxable operations', 'Sonstige nicht steuerpflichtige Umsätze'],
  ['E3', 'Ventes à distance taxables dans un autre État membre', 'In een andere lidstaat belastbare afstandsverkopen', 'Distance sales taxable in another Member State', 'In einem anderen Mitgliedstaat steuerpflichtige Fernverkäufe'],
  ['E4', 'Importations non taxées (autres que les produits pétroliers)', 'Niet-belaste invoer (andere dan aardolieproducten)', 'Untaxed imports (other than petroleum products)', 'Nicht besteuerte Einfuhren (außer Mineralölerzeugnisse)'],
  ['E5', 'Sorties non taxées de régime fiscal suspensif (autres que les produits pétroliers)', 'Niet-belaste onttrekkingen aan een schorsingsregeling (andere dan aardolieproducten)', 'Untaxed goods leaving a suspension scheme (other than petroleum products)', 'Nicht besteuerte Entnahmen aus einem Steueraussetzungsverfahren (außer Mineralölerzeugnisse)'],
  ['E6', 'Importations placées sous régime fiscal suspensif (autres que les produits pétroliers)', 'Invoer onder schorsingsregeling (andere dan aardolieproducten)', 'Imports placed under a suspension scheme (other than petroleum products)', 'Einfuhren in ein Steueraussetzungsverfahren (außer Mineralölerzeugnisse)'],
  ['F1', 'Acquisitions intracommunautaires non taxées', 'Niet-belaste intracommunautaire verwervingen', 'Untaxed intra-Community acquisitions', 'Nicht besteuerte innergemeinschaftliche Erwerbe'],
  ['F2', "Livraisons intracommunautaires à destination d'une personne assujettie", 'Intracommunautaire leveringen aan een belastingplichtige', 'Intra-Community supplies to a taxable person', 'Innergemeinschaftliche Lieferungen an einen Steuerpflichtigen'],
  ['F3', "Livraisons d'électricité, de gaz naturel, de chaleur ou de froid non imposables en France", 'Niet in Frankrijk belastbare leveringen van elektriciteit, aardgas, warmte of koude', 'Supplies of electricity, natural gas, heat or cooling not taxable in France', 'In Frankreich nicht steuerpflichtige Lieferungen von Strom, Erdgas, Wärme oder Kälte'],
  ['F4', 'Mises à la consommation non taxées de produits pétroliers', 'Niet-belaste uitslag tot verbruik van aardolieproducten', 'Petroleum products released for consumption, untaxed', 'Nicht besteuerte Überführung von Mineralölerzeugnissen in den freien Verkehr'],
  ['F5', 'Importations de produits pétroliers placées sous régime fiscal suspensif', 'Invoer van aardolieproducten onder schorsingsregeling', 'Imports of petroleum products placed under a suspension scheme', 'Einfuhren von Mineralölerzeugnissen in ein Steueraussetzungsverfahren'],
  ['F6', 'Achats en franchise', 'Aankopen met vrijstelling', 'Purchases free of tax', 'Steuerfreie Einkäufe'],
  ['F7', 'Ventes de biens ou prestations de services par un assujetti non établi en France (article 283-1)', 'Verkopen van goederen of diensten door een niet in Frankrijk gevestigde belastingplichtige (artikel 283-1)', 'Goods or services sold by a taxable person not established in France (article 283-1)', 'Verkäufe von Gütern oder Dienstleistungen durch einen nicht in Frankreich ansässigen Steuerpflichtigen (Artikel 283-1)'],
  ['F8', 'Régularisations des opérations non taxées', 'Regularisaties van niet-belaste handelingen', 'Adjustments of untaxed operations', 'Berichtigungen der nicht besteuerten Umsätze'],
  ['F9', "Opérations internes entre membres d'un assujetti unique", 'Interne handelingen tussen leden van een btw-eenheid', 'Internal operations between members of a VAT group', 'Innenumsätze zwischen Mitgliedern einer Mehrwertsteuergruppe'],
];

// oxfmt-ignore
const grossTax: readonly BoxRow[] = [
  ['08', 'Taux normal 20 %', 'Normaal tarief 20 %', 'Standard rate 20%', 'Normalsatz 20 %'],
  ['09', 'Taux réduit 5,5 %', 'Verlaagd tarief 5,5 %', 'Reduced rate 5.5%', 'Ermäßigter Satz 5,5 %'],
  ['9B', 'Taux réduit 10 %', 'Verlaagd tarief 10 %', 'Reduced rate 10%', 'Ermäßigter Satz 10 %'],
  ['10', 'DOM - taux normal 8,5 %', 'Overzeese departementen - normaal tarief 8,5 %', 'Overseas departments - standard rate 8.5%', 'Überseedepartements - Normalsatz 8,5 %'],
  ['11', 'DOM - taux réduit 2,1 %', 'Overzeese departementen - verlaagd tarief 2,1 %', 'Overseas departments - reduced rate 2.1%', 'Überseedepartements - ermäßigter Satz 2,1 %'],
  ['T1', 'DOM - taux de 1,75 %', 'Overzeese departementen - tarief 1,75 %', 'Overseas departments - rate of 1.75%', 'Überseedepartements - Satz von 1,75 %'],
  ['T2', 'DOM - taux de 1,05 %', 'Overzeese departementen - tarief 1,05 %', 'Overseas departments - rate of 1.05%', 'Überseedepartements - Satz von 1,05 %'],
  ['TC', 'Corse - taux de 13 %', 'Corsica - tarief 13 %', 'Corsica - rate of 13%', 'Korsika - Satz von 13 %'],
  ['T3', 'Corse - taux de 10 %', 'Corsica - tarief 10 %', 'Corsica - rate of 10%', 'Korsika - Satz von 10 %'],
  ['T4', 'Corse - taux de 2,1 %', 'Corsica - tarief 2,1 %', 'Corsica - rate of 2.1%', 'Korsika - Satz von 2,1 %'],
  ['T5', 'Corse - taux de 0,9 %', 'Corsica - tarief 0,9 %', 'Corsica - rate of 0.9%', 'Korsika - Satz von 0,9 %'],
  ['T6', 'France continentale - taux de 2,1 %', 'Continentaal Frankrijk - tarief 2,1 %', 'Mainland France - rate of 2.1%', 'Französisches Festland - Satz von 2,1 %'],
  ['T7', "Retenue de TVA sur droits d'auteur", 'Inhouding van btw op auteursrechten', 'VAT withheld on royalties', 'Einbehaltene MwSt. auf Urheberrechte'],
  ['13', 'Anciens taux', 'Vroegere tarieven', 'Former rates', 'Frühere Sätze'],
  ['P1', 'Produits pétroliers - taux normal 20 %', 'Aardolieproducten - normaal tarief 20 %', 'Petroleum products - standard rate 20%', 'Mineralölerzeugnisse - Normalsatz 20 %'],
  ['P2', 'Produits pétroliers - taux réduit 13 %', 'Aardolieproducten - verlaagd tarief 13 %', 'Petroleum products - reduced rate 13%', 'Mineralölerzeugnisse - ermäßigter Satz 13 %'],
  ['I1', 'Importations - taux normal 20 %', 'Invoer - normaal tarief 20 %', 'Imports - standard rate 20%', 'Einfuhren - Normalsatz 20 %'],
  ['I2', 'Importations - taux réduit 10 %', 'Invoer - verlaagd tarief 10 %', 'Imports - reduced rate 10%', 'Einfuhren - ermäßigter Satz 10 %'],
  ['I3', 'Importations - taux réduit 8,5 %', 'Invoer - verlaagd tarief 8,5 %', 'Imports - reduced rate 8.5%', 'Einfuhren - ermäßigter Satz 8,5 %'],
  ['I4', 'Importations - taux réduit 5,5 %', 'Invoer - verlaagd tarief 5,5 %', 'Imports - reduced rate 5.5%', 'Einfuhren - ermäßigter Satz 5,5 %'],
  ['I5', 'Importations - taux réduit 2,1 %', 'Invoer - verlaagd tarief 2,1 %', 'Imports - reduced rate 2.1%', 'Einfuhren - ermäßigter Satz 2,1 %'],
  ['I6', 'Importations - taux réduit 1,05 %', 'Invoer - verlaagd tarief 1,05 %', 'Imports - reduced rate 1.05%', 'Einfuhren - ermäßigter Satz 1,05 %'],
];

// oxfmt-ignore
const grossTaxTotals: readonly BoxRow[] = [
  ['15', 'TVA antérieurement déduite à reverser', 'Terug te storten eerder afgetrokken btw', 'VAT deducted earlier, to be repaid', 'Zurückzuzahlende, früher abgezogene MwSt.'],
  ['5B', 'Sommes à ajouter, y compris acompte congés', 'Toe te voegen bedragen, met inbegrip van het vakantievoorschot', 'Amounts to be added, including the holiday instalment', 'Hinzuzurechnende Beträge, einschließlich Urlaubsvorauszahlung'],
  ['16', 'Total de la TVA brute due', 'Totaal van de verschuldigde brutobtw', 'Total gross VAT due', 'Summe der geschuldeten Brutto-MwSt.'],
  ['17', 'Dont TVA sur acquisitions intracommunautaires', 'Waarvan btw op intracommunautaire verwervingen', 'Of which VAT on intra-Community acquisitions', 'Davon MwSt. auf innergemeinschaftliche Erwerbe'],
  ['18', 'Dont TVA sur opérations à destination de Monaco', 'Waarvan btw op handelingen met bestemming Monaco', 'Of which VAT on operations to Monaco', 'Davon MwSt. auf Umsätze nach Monaco'],
];

// oxfmt-ignore
const deductibleTax: readonly BoxRow[] = [
  ['19', 'TVA déductible - biens constituant des immobilisations', 'Aftrekbare btw - vaste activa', 'Deductible VAT - fixed assets', 'Abziehbare MwSt. - Anlagegüter'],
  ['20', 'TVA déductible - autres biens et services', 'Aftrekbare btw - andere goederen en diensten', 'Deductible VAT - other goods and services', 'Abziehbare MwSt. - sonstige Güter und Dienstleistungen'],
  ['21', 'Autre TVA à déduire', 'Andere aftrekbare btw', 'Other VAT to be deducted', 'Sonstige abzuziehende MwSt.'],
  ['22', 'Report du crédit de la ligne 27 de la déclaration précédente', 'Overdracht van het tegoed van regel 27 van de vorige aangifte', 'Credit carried forward from line 27 of the previous return', 'Vortrag des Guthabens aus Zeile 27 der vorigen Erklärung'],
  ['2C', 'Sommes à imputer, y compris acompte congés', 'Te verrekenen bedragen, met inbegrip van het vakantievoorschot', 'Amounts to be set off, including the holiday instalment', 'Anzurechnende Beträge, einschließlich Urlaubsvorauszahlung'],
  ['23', 'Total de la TVA déductible', 'Totaal van de aftrekbare btw', 'Total deductible VAT', 'Summe der abziehbaren MwSt.'],
  ['24', 'Dont TVA déductible sur importations (hors produits pétroliers)', 'Waarvan aftrekbare btw op invoer (behalve aardolieproducten)', 'Of which deductible VAT on imports (petroleum products excepted)', 'Davon abziehbare MwSt. auf Einfuhren (außer Mineralölerzeugnisse)'],
  ['2E', 'Dont TVA déductible sur les produits pétroliers', 'Waarvan aftrekbare btw op aardolieproducten', 'Of which deductible VAT on petroleum products', 'Davon abziehbare MwSt. auf Mineralölerzeugnisse'],
];

// oxfmt-ignore
const settlement: readonly BoxRow[] = [
  ['25', 'Crédit de TVA', 'Btw-tegoed', 'VAT credit', 'MwSt.-Guthaben'],
  ['TD', 'TVA due', 'Verschuldigde btw', 'VAT due', 'Geschuldete MwSt.'],
  ['26', 'Remboursement de crédit de TVA demandé (formulaire 3519)', 'Gevraagde terugbetaling van btw-tegoed (formulier 3519)', 'Refund of VAT credit claimed (form 3519)', 'Beantragte Erstattung des MwSt.-Guthabens (Formular 3519)'],
  ['AA', 'Crédit de TVA transféré à la société tête de groupe', 'Aan de moedervennootschap overgedragen btw-tegoed', 'VAT credit transferred to the parent of the group', 'An die Konzernspitze übertragenes MwSt.-Guthaben'],
  ['27', 'Crédit de TVA à reporter', 'Over te dragen btw-tegoed', 'VAT credit to be carried forward', 'Vorzutragendes MwSt.-Guthaben'],
  ['Y5', "Remboursement demandé de reliquat d'accise sur les énergies", 'Gevraagde terugbetaling van resterende accijns op energie', 'Refund claimed of remaining energy excise', 'Beantragte Erstattung der restlichen Energieverbrauchsteuer'],
  ['Y6', "Reliquat d'accise sur les énergies transféré à la société tête de groupe", 'Aan de moedervennootschap overgedragen resterende accijns op energie', 'Remaining energy excise transferred to the parent of the group', 'An die Konzernspitze übertragene restliche Energieverbrauchsteuer'],
  ['X5', "Crédit d'accise sur les énergies imputé sur la TVA", 'Op de btw verrekend accijnstegoed op energie', 'Energy excise credit set off against VAT', 'Auf die MwSt. angerechnetes Guthaben der Energieverbrauchsteuer'],
  ['28', 'TVA nette due', 'Verschuldigde nettobtw', 'Net VAT due', 'Geschuldete Netto-MwSt.'],
  ['29', "Taxes assimilées de l'annexe 3310-A", 'Gelijkgestelde taksen van bijlage 3310-A', 'Assimilated taxes of annex 3310-A', 'Gleichgestellte Steuern der Anlage 3310-A'],
  ['Z5', "Total de l'accise sur les énergies due", 'Totaal van de verschuldigde accijns op energie', 'Total energy excise due', 'Summe der geschuldeten Energieverbrauchsteuer'],
  ['AB', 'Total à payer acquitté par la société tête de groupe', 'Door de moedervennootschap betaald totaal', 'Total paid by the parent of the group', 'Von der Konzernspitze gezahlter Gesamtbetrag'],
  ['32', 'Total à payer', 'Te betalen totaal', 'Total payable', 'Zu zahlender Gesamtbetrag'],
];

const formulas: Readonly<Record<string, BoxFormula>> = {
  '16': { terms: [...grossTax.map(([box]) => box), '15', '5B'].map(plus), atLeastZero: false },
  '23': { terms: ['19', '20', '21', '22', '2C'].map(plus), atLeastZero: false },
  '25': { terms: [plus('23'), minus('16')], atLeastZero: true },
  TD: { terms: [plus('16'), minus('23')], atLeastZero: true },
  '27': { terms: [plus('25'), minus('26'), minus('AA')], atLeastZero: false },
  '28': { terms: [plus('TD'), minus('X5')], atLeastZero: false },
  '32': { terms: [plus('28'), plus('29'), plus('Z5'), minus('AB')], atLeastZero: false },
};

export const boxes: readonly PackBox[] = [
  ...taxedOperations.map(inFrame('A-I')),
  ...untaxedOperations.map(inFrame('A-II')),
  ...grossTax.flatMap((row) => [beforeTax(row), row]).map(inFrame('B-I')),
  ...grossTaxTotals.map(inFrame('B-I')),
  ...deductibleTax.map(inFrame('B-II')),
  ...settlement.map(inFrame('B-III')),
];

function inFrame(frame: string): (row: BoxRow) => PackBox {
  return ([box, fr, nl, en, de]) => ({
    box,
    frame,
    labels: toLabels(fr, nl, en, de),
    formula: formulas[box] ?? null,
    isFiled: true,
  });
}

function beforeTax([box, fr, nl, en, de]: BoxRow): BoxRow {
  return [
    `${box}-HT`,
    `${fr} - base hors taxe`,
    `${nl} - bedrag zonder btw`,
    `${en} - amount before tax`,
    `${de} - Betrag ohne Steuer`,
  ];
}

function plus(box: string): BoxEffect {
  return { box, sign: 1 };
}

function minus(box: string): BoxEffect {
  return { box, sign: -1 };
}
