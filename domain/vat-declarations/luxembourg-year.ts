import { toLabels } from '../country-packs/chart.ts';
import type { BoxEffect, PackBox } from '../country-packs/pack.ts';

/**
 * Annual return of Luxembourg: the periodic return, with turnover by activity and input tax by type of purchase. The
 * periodic fields that are split remain as subtotals that are not filed, so that amounts without detail are not lost: the
 * last field of each group is the remainder.
 */

/** Boxes whose number differs from the one used by codes and entries. */
export const ANNUAL_RENAMED: Readonly<Record<string, string>> = { '457': '013', '455': '008', '456': '010' };

/** Not on the form, because they are split. */
const SPLIT = ['472', '458', '459', '460', '461'];
const DROPPED = ['454'];

type Row = readonly [box: string, frame: string, formula: string, fr: string, nl: string, en: string, de: string];

// oxfmt-ignore
const TURNOVER: readonly Row[] = [
  ['001', 'I.A', '', 'Ventes de produits fabriqués dans l’entreprise', 'Verkoop van zelf vervaardigde producten', 'Sales of goods produced by the business', 'Verkäufe selbst hergestellter Erzeugnisse'],
  ['002', 'I.A', '', 'Ventes de marchandises revendues en l’état', 'Verkoop van ongewijzigd doorverkochte goederen', 'Sales of goods resold in the same state', 'Verkäufe unverändert weiterverkaufter Waren'],
  ['003', 'I.A', '', 'Marge bénéficiaire nette (régime de la marge)', 'Nettowinstmarge (margeregeling)', 'Net margin (margin scheme)', 'Nettogewinnspanne (Differenzbesteuerung)'],
  ['004', 'I.A', '', 'Prestations de services', 'Diensten', 'Services', 'Dienstleistungen'],
  ['005', 'I.A', '', 'Cessions accessoires de biens d’investissement', 'Bijkomstige overdrachten van bedrijfsmiddelen', 'Ancillary disposals of investment goods', 'Gelegentliche Veräußerungen von Investitionsgütern'],
  ['007', 'I.A', '+472 -001 -002 -003 -004 -005', 'Autres ventes et recettes', 'Andere verkopen en ontvangsten', 'Other sales and receipts', 'Sonstige Verkäufe und Einnahmen'],
];

// oxfmt-ignore
const ASSIMILATED: readonly Row[] = [
  ['009', 'I.A', '', 'Affectation à l’entreprise de biens qu’elle a produits', 'Bestemming voor het bedrijf van zelf voortgebrachte goederen', 'Allocation to the business of goods that it has produced', 'Zuordnung selbst erzeugter Gegenstände zum Unternehmen'],
  ['011', 'I.A', '', 'Prestations de services à des fins étrangères à l’entreprise', 'Diensten voor andere dan bedrijfsdoeleinden', 'Services for non-business purposes', 'Dienstleistungen für unternehmensfremde Zwecke'],
];

// oxfmt-ignore
const NEW_VEHICLES: Row =
  ['202', 'I.B', '', 'Livraisons intracommunautaires de moyens de transport neufs à des personnes sans numéro de TVA', 'Intracommunautaire leveringen van nieuwe vervoermiddelen aan personen zonder btw-nummer', 'Intra-Community supplies of new means of transport to persons without a VAT number', 'Innergemeinschaftliche Lieferungen neuer Fahrzeuge an Personen ohne MwSt.-Nummer'];

// oxfmt-ignore
const INPUT_TAX: readonly Row[] = [
  ['077', 'III.A', '', 'Marchandises - taxe facturée à l’intérieur du pays', 'Handelsgoederen - in het binnenland gefactureerde btw', 'Goods - tax invoiced in the country', 'Waren - im Inland berechnete Steuer'],
  ['078', 'III.A', '', 'Marchandises - taxe sur les acquisitions intracommunautaires', 'Handelsgoederen - btw op intracommunautaire verwervingen', 'Goods - tax on intra-Community acquisitions', 'Waren - Steuer auf innergemeinschaftliche Erwerbe'],
  ['079', 'III.A', '', 'Marchandises - taxe sur les importations', 'Handelsgoederen - btw op invoer', 'Goods - tax on imports', 'Waren - Steuer auf Einfuhren'],
  ['404', 'III.A', '', 'Marchandises - taxe déclarée comme débiteur', 'Handelsgoederen - btw aangegeven als schuldenaar', 'Goods - tax due under the reverse charge', 'Waren - als Steuerschuldner erklärte Steuer'],
  ['080', 'III.A', '+077 +078 +079 +404', 'Total de la taxe en amont sur les marchandises', 'Totaal van de voorbelasting op handelsgoederen', 'Total input tax on goods', 'Gesamtbetrag der Vorsteuer auf Waren'],
  ['081', 'III.A', '', 'Immobilisations - taxe facturée à l’intérieur du pays', 'Bedrijfsmiddelen - in het binnenland gefactureerde btw', 'Investments - tax invoiced in the country', 'Anlagegüter - im Inland berechnete Steuer'],
  ['082', 'III.A', '', 'Immobilisations - taxe sur les acquisitions intracommunautaires', 'Bedrijfsmiddelen - btw op intracommunautaire verwervingen', 'Investments - tax on intra-Community acquisitions', 'Anlagegüter - Steuer auf innergemeinschaftliche Erwerbe'],
  ['083', 'III.A', '', 'Immobilisations - taxe sur les importations', 'Bedrijfsmiddelen - btw op invoer', 'Investments - tax on imports', 'Anlagegüter - Steuer auf Einfuhren'],
  ['405', 'III.A', '', 'Immobilisations - taxe déclarée comme débiteur', 'Bedrijfsmiddelen - btw aangegeven als schuldenaar', 'Investments - tax due under the reverse charge', 'Anlagegüter - als Steuerschuldner erklärte Steuer'],
  ['084', 'III.A', '+081 +082 +083 +405', 'Total de la taxe en amont sur les immobilisations', 'Totaal van de voorbelasting op bedrijfsmiddelen', 'Total input tax on investments', 'Gesamtbetrag der Vorsteuer auf Anlagegüter'],
  ['085', 'III.A', '+458 -077 -081', 'Frais généraux - taxe facturée à l’intérieur du pays', 'Algemene kosten - in het binnenland gefactureerde btw', 'Overheads - tax invoiced in the country', 'Gemeinkosten - im Inland berechnete Steuer'],
  ['086', 'III.A', '+459 -078 -082', 'Frais généraux - taxe sur les acquisitions intracommunautaires', 'Algemene kosten - btw op intracommunautaire verwervingen', 'Overheads - tax on intra-Community acquisitions', 'Gemeinkosten - Steuer auf innergemeinschaftliche Erwerbe'],
  ['087', 'III.A', '+460 -079 -083', 'Frais généraux - taxe sur les importations', 'Algemene kosten - btw op invoer', 'Overheads - tax on imports', 'Gemeinkosten - Steuer auf Einfuhren'],
  ['406', 'III.A', '+461 -404 -405', 'Frais généraux - taxe déclarée comme débiteur', 'Algemene kosten - btw aangegeven als schuldenaar', 'Overheads - tax due under the reverse charge', 'Gemeinkosten - als Steuerschuldner erklärte Steuer'],
  ['088', 'III.A', '+085 +086 +087 +406', 'Total de la taxe en amont sur les frais généraux', 'Totaal van de voorbelasting op algemene kosten', 'Total input tax on overheads', 'Gesamtbetrag der Vorsteuer auf Gemeinkosten'],
];

// oxfmt-ignore
const ADJUSTMENT: Row =
  ['101', 'III.C', '', 'Régularisations de la taxe en amont déductible', 'Regularisaties van de aftrekbare voorbelasting', 'Adjustments of deductible input tax', 'Berichtigungen der abziehbaren Vorsteuer'];

/** Rows placed before a field of the periodic form. */
const IN_FRONT: Readonly<Record<string, readonly Row[]>> = {
  '471': TURNOVER.slice(0, -1),
  '455': TURNOVER.slice(-1),
  '456': ASSIMILATED.slice(0, 1),
  '021': ASSIMILATED.slice(1),
  '014': [NEW_VEHICLES],
  '458': INPUT_TAX,
  '102': [ADJUSTMENT],
};

/** Totals with a different formula here. */
const FORMULAS: Readonly<Record<string, string>> = {
  '012': '+001 +002 +003 +004 +005 +471 +007 +008 +009 +010 +011',
  '093': '+080 +084 +088 +090 +092 +228',
};
/** Additional terms of totals. */
const MORE_TERMS: Readonly<Record<string, string>> = { '021': '+202', '102': '+101' };

const parseTerms = (written: string): readonly BoxEffect[] =>
  written.split(' ').map((term) => ({ box: term.slice(1), sign: term.startsWith('-') ? -1 : 1 }));

const toBox = ([box, frame, formula, fr, nl, en, de]: Row): PackBox => ({
  box,
  frame,
  labels: toLabels(fr, nl, en, de),
  formula: formula === '' ? null : { terms: parseTerms(formula), atLeastZero: false },
  isFiled: true,
});

/** Builds the annual boxes from the periodic form, in its order. */
export function buildAnnualBoxes(periodic: readonly PackBox[]): readonly PackBox[] {
  const renameBox = (box: string): string => ANNUAL_RENAMED[box] ?? box;
  return periodic.flatMap((one) => {
    const { box, formula } = one;
    if (DROPPED.includes(box)) return [];
    const own = FORMULAS[box];
    const terms =
      own === undefined
        ? formula && [
            ...formula.terms.map((term) => ({ box: renameBox(term.box), sign: term.sign })),
            ...(MORE_TERMS[box] === undefined ? [] : parseTerms(MORE_TERMS[box])),
          ]
        : parseTerms(own);
    const kept = {
      ...one,
      box: renameBox(box),
      formula: terms && { terms, atLeastZero: false },
      isFiled: !SPLIT.includes(box),
    };
    return [...(IN_FRONT[box] ?? []).map(toBox), kept];
  });
}
