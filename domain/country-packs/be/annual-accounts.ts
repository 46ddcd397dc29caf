/**
 * The nine models of annual accounts accepted by the National Bank of Belgium: full, abridged and micro, for companies
 * with capital, companies without capital and associations. The abridged and micro models have the same statements.
 */
import { parseRubricContent } from '../annual-accounts-rows.ts';
import { toLabels } from '../chart.ts';
import type { AnnualAccountsModel, ChartVariant, Labels, Rubric } from '../pack.ts';
import { associationNames, rubricNames } from './annual-accounts/labels.ts';
import {
  appropriation,
  equity,
  fullAssets,
  fullIncome,
  longTermDebts,
  provisions,
  shortAssets,
  shortIncome,
  shortTermDebts,
} from './annual-accounts/outlines.ts';

type Scheme = AnnualAccountsModel['scheme'];
type Statement = Rubric['statement'];

const CODES: Readonly<Record<ChartVariant, Readonly<Record<Scheme, string>>>> = {
  capital: { full: 'm02', abbreviated: 'm01', micro: 'm07' },
  no_capital: { full: 'm82', abbreviated: 'm81', micro: 'm87' },
  association: { full: 'm05', abbreviated: 'm04', micro: 'm08' },
};

const SCHEMES: Readonly<Record<Scheme, Labels>> = {
  full: toLabels('Modèle complet', 'Volledig model', 'Full model', 'Vollständiges Schema'),
  abbreviated: toLabels('Modèle abrégé', 'Verkort model', 'Abridged model', 'Verkürztes Schema'),
  micro: toLabels('Modèle micro', 'Micromodel', 'Micro model', 'Mikroschema'),
};

const ENTITIES: Readonly<Record<ChartVariant, Labels>> = {
  capital: toLabels(
    'sociétés avec capital',
    'vennootschappen met kapitaal',
    'companies with capital',
    'Gesellschaften mit Kapital',
  ),
  no_capital: toLabels(
    'sociétés sans capital',
    'vennootschappen zonder kapitaal',
    'companies without capital',
    'Gesellschaften ohne Kapital',
  ),
  association: toLabels(
    'associations et fondations',
    'verenigingen en stichtingen',
    'associations and foundations',
    'Vereinigungen und Stiftungen',
  ),
};

/** `c*4 753 C 753`: entity, memo mark if it repeats another line, level, code, content. */
const LINE = /^(?<entity>[ac]?)(?<memo>\*?)(?<level>\d) (?<code>\S+) +(?<content>[DC=] .+)$/;

export const annualAccounts: readonly AnnualAccountsModel[] = (
  ['capital', 'no_capital', 'association'] as const
).flatMap((chart) => (['full', 'abbreviated', 'micro'] as const).map((scheme) => buildModel(chart, scheme)));

function buildModel(chart: ChartVariant, scheme: Scheme): AnnualAccountsModel {
  const isFull = scheme === 'full';
  const debts = [isFull ? longTermDebts.full : longTermDebts.short, shortTermDebts];
  const outlines: Readonly<Record<Statement, string>> = {
    assets: isFull ? fullAssets : shortAssets,
    liabilities: [equity[chart], provisions, ...debts].join(''),
    income: isFull ? fullIncome : shortIncome,
    appropriation: appropriation[chart],
  };
  let rubrics: readonly Rubric[] | null = null;
  return {
    code: CODES[chart][scheme],
    labels: joinLabels(SCHEMES[scheme], ENTITIES[chart]),
    scheme,
    chart,
    // Built on first use: startup needs none of the nine models.
    get rubrics() {
      return (rubrics ??= Object.entries(outlines).flatMap(([statement, outline]) =>
        parseOutline(outline, statement as Statement, chart === 'association'),
      ));
    },
  };
}

function parseOutline(outline: string, statement: Statement, isAssociation: boolean): readonly Rubric[] {
  return outline
    .trim()
    .split('\n')
    .flatMap((line) => {
      const parts = LINE.exec(line.trim())?.groups;
      if (!parts) throw new Error(`Invalid outline line: ${line}`);
      const { entity, memo, level, code, content } = parts as Record<string, string> & { code: string };
      if (entity === (isAssociation ? 'c' : 'a')) return [];
      return {
        code,
        statement,
        level: Number(level),
        labels: getRubricNames(code, isAssociation),
        content: parseRubricContent(content!),
        ...(memo === '*' && { isMemo: true }),
      };
    });
}

function getRubricNames(code: string, isAssociation: boolean): Labels {
  const names = (isAssociation ? associationNames[code] : undefined) ?? rubricNames[code];
  if (!names) throw new Error(`Rubric ${code} has no name`);
  return toLabels(...names);
}

function joinLabels(scheme: Labels, entity: Labels): Labels {
  return toLabels(
    `${scheme.fr} - ${entity.fr}`,
    `${scheme.nl} - ${entity.nl}`,
    `${scheme.en} - ${entity.en}`,
    `${scheme.de} - ${entity.de}`,
  );
}
