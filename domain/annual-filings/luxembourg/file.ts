import type { AnnualAccountsModel, Rubric } from '../../country-packs/pack.ts';
import { formatDayMonthYear } from '../../dates.ts';
import { isZero, ZERO, type SignedAmount } from '../../money.ts';
import type { Checked } from '../../refusal.ts';
import { buildDeclaration, buildEnvelope, numericField, textField } from '../../vat-filing/ecdf.ts';
import { writeXmlLines, type LongXml, type XmlNode } from '../../xml.ts';
import type { ComputedFiling, FilingInputs, FilingStamp, OfficialFile, WrittenFiling } from '../form.ts';

/**
 * File for the eCDF platform: the balance sheet and the income statement are two declarations in one envelope. The number
 * of a field is the code of its rubric; the next number is the same field of the previous year.
 */

/** Since the chart of accounts of 2020. */
const MODEL = '2';

const STATEMENTS: Readonly<Record<'balanceSheet' | 'income', readonly Rubric['statement'][]>> = {
  balanceSheet: ['assets', 'liabilities'],
  income: ['income'],
};

/** Name of the income statement that goes with a balance sheet. */
const INCOME: Readonly<Record<string, string>> = { CA_BILAN: 'CA_COMPP', CA_BILANABR: 'CA_COMPPABR' };

export const buildEcdfFile = (form: string, model: AnnualAccountsModel): OfficialFile => ({
  format: 'xml',
  mime: 'application/xml',
  write: (inputs, computed, stamp) => writeAccounts({ form, model, inputs, computed, stamp }),
});

interface Written {
  readonly form: string;
  readonly model: AnnualAccountsModel;
  readonly inputs: FilingInputs;
  readonly computed: ComputedFiling;
  readonly stamp: FilingStamp;
}

function writeAccounts(written: Written): Checked<WrittenFiling> {
  const { form, inputs, stamp } = written;
  const { company, year } = inputs;
  const period = { year: Number(year.starts_on.slice(0, 4)), period: 1 };
  const declare = (type: string, statements: readonly Rubric['statement'][]): LongXml =>
    buildDeclaration(company, type, period, [...buildHeading(inputs), ...buildFields(written, statements)], MODEL);
  const declarations = [declare(form, STATEMENTS.balanceSheet), declare(INCOME[form]!, STATEMENTS.income)];
  const { value, problems } = buildEnvelope(company, stamp, declarations, 'register');
  // The platform requires the file to be named after its reference.
  return { value: { name: value.reference, content: [...writeXmlLines(value.xml)].join('') }, problems };
}

/** First and last day, and currency. */
const buildHeading = ({ year, company }: FilingInputs): readonly XmlNode[] => [
  textField('01', formatDayMonthYear(year.starts_on)),
  textField('02', formatDayMonthYear(year.ends_on)),
  textField('03', company.currency),
];

function buildFields({ model, inputs, computed }: Written, statements: readonly Rubric['statement'][]): XmlNode[] {
  const rubrics = model.rubrics.filter(({ statement }) => statements.includes(statement));
  const values = new Map(computed.boxes.map((box) => [box.code, box]));
  const current = selectFields(rubrics, (code) => values.get(code)?.amount ?? ZERO);
  const previous = selectFields(rubrics, (code) => values.get(code)?.previous ?? ZERO);
  return rubrics.flatMap(({ code }) => {
    const { amount, previous: before } = values.get(code)!;
    return [
      ...(current.has(code) ? [numericField(code, amount ?? ZERO)] : []),
      ...(inputs.previousYear !== null && previous.has(code)
        ? [numericField(String(Number(code) + 1), before ?? ZERO)]
        : []),
    ];
  });
}

/** Fields that are written: those with an amount, the sums that contain them, and the totals even if they are zero. */
function selectFields(rubrics: readonly Rubric[], getAmount: (code: string) => SignedAmount): ReadonlySet<string> {
  const selected = new Set(rubrics.filter(({ code, level }) => level === 1 || !isZero(getAmount(code))).map(getCode));
  // A sum may be zero although its parts are not.
  for (let size = -1; size !== selected.size;) {
    size = selected.size;
    for (const { code, content } of rubrics)
      if ('sum' in content && content.sum.some(({ rubric }) => selected.has(rubric))) selected.add(code);
  }
  return selected;
}

const getCode = ({ code }: Rubric): string => code;
