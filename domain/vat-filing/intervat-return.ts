import { finalProRata, regimeOn } from '../companies/vat-regimes.ts';
import { compare, isNegative, isZero, ZERO, type SignedAmount } from '../money.ts';
import type { Problem } from '../refusal.ts';
import { returnWarnings } from '../vat-declarations/checks.ts';
import { byBox } from '../vat-declarations/computation.ts';
import type { BoxAmount, ReturnRequests } from '../vat-declarations/declaration-events.ts';
import { formByCode } from '../vat-declarations/form.ts';
import { endsInMarch, firstDayOf } from '../vat-declarations/period.ts';
import { element, emptyElement, type XmlNode } from '../xml.ts';
import { declarantOf, lineOf, representativeOf, type FilingCompany } from './filer.ts';
import {
  declarantNode,
  declarantReference,
  namespaces,
  own,
  periodCode,
  periodNode,
  representativeNode,
  yesOrNo,
  type FiledPeriod,
} from './intervat.ts';

/** Returns of one or several companies, as one file for Intervat. */

export interface FiledReturn extends FiledPeriod {
  readonly id: number;
  readonly form: string;
  readonly boxes: readonly BoxAmount[];
  readonly requests: ReturnRequests;
  readonly comment: string | null;
}

export interface ConsignedReturn {
  readonly company: FilingCompany;
  readonly filed: FiledReturn;
  /** Where the request names it, when it is one of several. */
  readonly field?: string;
}

/** The one form that has a file. */
const PERIODIC = '625';
/** What the schema takes in a box. */
const MOST = '99999999999.99';
const OUTCOMES = ['71', '72'];
const LONGEST_COMMENT = 1_000;
/** Rounded up to a whole number by law, and never nothing. */
const WHOLE_SHARE = /^[1-9]\d?\d?\.00$/;

/** Keys of the controls that a return fails, by the codes of our own. The administration takes it with a justification. */
const CONTROLS: Readonly<Record<string, string>> = {
  vat_check_54: 'W_TVA_GRID_54O_INCORRECT_VALUE',
  vat_check_55_missing: 'W_TVA_GRID_55_INCORRECT_VALUE',
  vat_check_55_high: 'W_TVA_GRID_55_INCORRECT_VALUE_2',
  vat_check_55_low: 'W_TVA_GRID_55_INCORRECT_VALUE_3',
  vat_check_56_57_missing: 'W_TVA_GRID_5657_INCORRECT_VALUE',
  vat_check_56_57_high: 'W_TVA_GRID_5657_INCORRECT_VALUE_2',
  vat_check_56_57_low: 'W_TVA_GRID_5657_INCORRECT_VALUE_3',
  vat_check_59_high: 'W_TVA_GRID_59_INCORRECT_VALUE',
};

export function returnConsignment(returns: readonly ConsignedReturn[], problems: Problem[]): XmlNode {
  const [first] = returns;
  const representative = first ? representativeOf(first.company, problems) : null;
  for (const { company, field } of returns) {
    const other = representativeOf(company, [])?.vat_number;
    if (other !== representative?.vat_number)
      problems.push({ code: 'consignment_filers_differ', field: field ?? 'id', params: { company: company.name } });
  }
  return element(
    own('VATConsignment'),
    [
      representative && representativeNode(representative),
      ...returns.map((one, index) => returnNode(one, index + 1, problems)),
    ],
    { ...namespaces('VATConsignment'), VATDeclarationsNbr: String(returns.length) },
  );
}

function returnNode({ company, filed, field }: ConsignedReturn, sequence: number, all: Problem[]): XmlNode {
  const problems: Problem[] = [];
  const node = declarationNode(company, filed, sequence, problems);
  all.push(...problems.map((one) => (field === undefined ? one : { ...one, field })));
  return node;
}

function declarationNode(company: FilingCompany, filed: FiledReturn, sequence: number, problems: Problem[]): XmlNode {
  const { form, requests, comment } = filed;
  const params = { company: company.name, form };
  if (form !== PERIODIC) problems.push({ code: 'filing_form_without_file', field: 'form', params });
  const declarant = declarantOf(company, problems);
  const controls = failedControls(filed);
  if (controls.length > 0 && comment === null)
    problems.push({
      code: 'filing_justification_missing',
      field: 'comment',
      params: {
        company: company.name,
        boxes: controls.map((key) => key.replace(/^W_TVA_GRID_|O?_INC.*$/g, '')).join(', '),
      },
    });
  return element(
    own('VATDeclaration'),
    [
      declarantNode(declarant),
      periodNode(filed),
      deductionNode(company, filed, problems),
      element(own('Data'), amountNodes(filed, company, problems)),
      element(own('ClientListingNihil'), yesOrNo(requests.client_listing_nil)),
      emptyElement(own('Ask'), {
        Restitution: yesOrNo(requests.restitution),
        Payment: yesOrNo(requests.payment_forms),
      }),
      element(own('Comment'), comment && lineOf(comment, LONGEST_COMMENT)),
      ...controls.map((Code) => element(own('Justification'), comment && lineOf(comment, LONGEST_COMMENT), { Code })),
    ],
    { SequenceNumber: String(sequence), DeclarantReference: declarantReference(filed.id, periodCode(filed)) },
  );
}

/**
 * The final pro rata of the year before, told once: with the return that ends in March. Who deducts by actual use tells the
 * administration more than the settings know, and does so on its portal.
 */
function deductionNode({ name, settings }: FilingCompany, filed: FiledReturn, problems: Problem[]): XmlNode {
  const year = filed.year - 1;
  const share = endsInMarch(filed) ? finalProRata(settings, year) : null;
  if (share === null) return null;
  if (!WHOLE_SHARE.test(share))
    problems.push({ code: 'filing_pro_rata', field: 'vat.pro_rata.by_year', params: { company: name, year } });
  return element(own('Deduction'), [element('AdjustedPeriod', String(year)), element('AdjustedValue', share)]);
}

function failedControls({ form, boxes }: FiledReturn): readonly string[] {
  const found = returnWarnings({ form: formByCode('BE', form), boxes, carried: [], books: boxes, hasLateTax: false });
  return found.flatMap(({ code }) => CONTROLS[code] ?? []);
}

/** Boxes of nothing are left out, but that of the outcome; a VAT unit tells its box 00 in any case. */
function amountNodes(filed: FiledReturn, company: FilingCompany, problems: Problem[]): readonly XmlNode[] {
  const filedBoxes = formByCode('BE', PERIODIC).boxes.filter(({ isFiled }) => isFiled);
  const amounts = byBox(filed.boxes);
  const isUnit = regimeOn(company, firstDayOf(filed.period_type, filed.year, filed.period)) === 'unit';
  const outcome = isZero(amounts.get('72') ?? ZERO) ? '71' : '72';
  const isTold = (box: string, amount: SignedAmount): boolean =>
    OUTCOMES.includes(box) ? box === outcome : !isZero(amount) || (box === '00' && isUnit);
  return filedBoxes
    .map(({ box }) => ({ box, amount: amounts.get(box) ?? ZERO }))
    .filter(({ box, amount }) => isTold(box, amount))
    .sort((one, other) => Number(one.box) - Number(other.box))
    .map(({ box, amount }) => {
      if (isNegative(amount) || compare(amount, MOST) > 0)
        problems.push({ code: 'filing_amount', field: `boxes.${box}`, params: { box, amount, company: company.name } });
      return element(own('Amount'), amount, { GridNumber: String(Number(box)) });
    });
}
