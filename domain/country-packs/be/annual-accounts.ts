/**
 * The nine models of annual accounts accepted by the National Bank of Belgium: full, abridged and micro, for companies
 * with capital, companies without capital and associations. The abridged and micro models have the same statements.
 */
import { readLabels, readInteger, readOneOf, readTable, readWords, type DataRecord } from '../../data-table.ts';
import { LANGUAGES, type Language } from '../../language.ts';
import { parseRubricContent } from '../annual-accounts-rows.ts';
import { toLabels } from '../chart.ts';
import { STATEMENTS, type AnnualAccountsModel, type ChartVariant, type Labels, type Rubric } from '../pack.ts';
import outline from './data/annual-accounts.json' with { type: 'json' };
import names from './data/annual-accounts-names.json' with { type: 'json' };

type Scheme = AnnualAccountsModel['scheme'];

/**
 * The lines of all models in the order of the forms, with the schemes and charts that have them. A memo line repeats a
 * part of another line, as the form does with "of which".
 *
 * - Current accounts with a bank (5500, 5510 …) are a debt if overdrawn. Cheques issued and write-downs stay with the bank.
 * - RES is not a rubric of the form: it is the result of the year until it is appropriated.
 * - Associations distribute nothing, so that 47 is not part of their other debts.
 * - Non-recurring amounts are financial by the fourth digit of 662, 663, 669, 762 and 763; all others are operating.
 * - Companies have no contributions, gifts and grants by law; an account 73 that they keep all the same is other income.
 * - The abridged and micro models start from the gross margin; turnover and purchases may be reported in addition.
 * - The appropriation of the result comes from the accounts 69 and 79; a line in brackets repeats one of the balance sheet.
 */
const OUTLINE_COLUMNS = ['statement', 'schemes', 'charts', 'level', 'code', 'memo', 'content'] as const;

type OutlineRow = DataRecord<(typeof OUTLINE_COLUMNS)[number]>;

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

export const annualAccounts: readonly AnnualAccountsModel[] = (
  ['capital', 'no_capital', 'association'] as const
).flatMap((chart) => (['full', 'abbreviated', 'micro'] as const).map((scheme) => buildModel(chart, scheme)));

function buildModel(chart: ChartVariant, scheme: Scheme): AnnualAccountsModel {
  let rubrics: readonly Rubric[] | null = null;
  return {
    code: CODES[chart][scheme],
    labels: joinLabels(SCHEMES[scheme], ENTITIES[chart]),
    scheme,
    chart,
    // Built on first use: startup needs none of the nine models.
    get rubrics() {
      return (rubrics ??= readRubrics(chart, scheme));
    },
  };
}

function readRubrics(chart: ChartVariant, scheme: Scheme): readonly Rubric[] {
  const rubricNames = readNames(chart);
  return readTable(outline, OUTLINE_COLUMNS)
    .filter(({ charts, schemes }) => readWords(charts).includes(chart) && readWords(schemes).includes(scheme))
    .map((row) => toRubric(row, rubricNames));
}

function toRubric(row: OutlineRow, rubricNames: ReadonlyMap<string, DataRecord<Language>>): Rubric {
  const rowNames = rubricNames.get(row.code);
  if (!rowNames) throw new Error(`Rubric ${row.code} has no name`);
  return {
    code: row.code,
    statement: readOneOf(row.statement, STATEMENTS),
    level: readInteger(row.level),
    labels: readLabels(rowNames),
    content: parseRubricContent(row.content),
    ...(row.memo === 'yes' && { isMemo: true }),
  };
}

/** The forms of associations and foundations name some rubrics differently; these names come last in the data file. */
function readNames(chart: ChartVariant): ReadonlyMap<string, DataRecord<Language>> {
  const rows = readTable(names, ['code', 'entity', ...LANGUAGES]);
  return new Map(rows.filter(({ entity }) => entity === '' || entity === chart).map((row) => [row.code, row]));
}

function joinLabels(scheme: Labels, entity: Labels): Labels {
  return toLabels(
    `${scheme.fr} - ${entity.fr}`,
    `${scheme.nl} - ${entity.nl}`,
    `${scheme.en} - ${entity.en}`,
    `${scheme.de} - ${entity.de}`,
  );
}
