import { findFinalProRata, getRegimeOn } from '../companies/vat-regimes.ts';
import { compare, isNegative, isZero, ZERO, type SignedAmount } from '../money.ts';
import { collectValue, NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import { listReturnWarnings } from '../vat-declarations/checks.ts';
import { mapByBox } from '../vat-declarations/computation.ts';
import type { BoxAmount, ReturnRequests } from '../vat-declarations/declaration-events.ts';
import { getFormByCode } from '../vat-declarations/form.ts';
import { isEndingInMarch, getPeriodStart } from '../vat-declarations/period.ts';
import { element, emptyElement, type XmlNode } from '../xml.ts';
import { resolveDeclarant, toSingleLine, type FilingCompany, type Representative } from './filer.ts';
import {
  buildDeclarantNode,
  buildDeclarantReference,
  buildNamespaces,
  qualifyName,
  formatPeriodCode,
  buildPeriodNode,
  buildRepresentativeNode,
  formatYesNo,
  type FiledPeriod,
} from './intervat.ts';

/** Returns of one or more companies in a single Intervat file. */

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
  /** Path of the return in the request, if there are several. */
  readonly field?: string;
}

/** The only form that can be filed as a file. */
const PERIODIC = '625';
/** Maximum amount that the schema accepts in a box. */
const MOST = '99999999999.99';
const OUTCOMES = ['71', '72'];
const LONGEST_COMMENT = 1_000;
/** Rounded up to a whole number by law, and never zero. */
const WHOLE_SHARE = /^[1-9]\d?\d?\.00$/;

/** Intervat keys of failed checks, by our check codes. The administration accepts such a return with a justification. */
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

/** `representative` files for all of them; null: each company files its own return. */
export function buildReturnConsignment(
  returns: readonly ConsignedReturn[],
  representative: Checked<Representative | null>,
): Checked<XmlNode> {
  const problems: Problem[] = [];
  const filer = collectValue(representative, problems);
  const nodes = returns.map((one, index) => collectValue(buildReturnNode(one, index + 1), problems));
  const consignment = element(qualifyName('VATConsignment'), [filer && buildRepresentativeNode(filer), ...nodes], {
    ...buildNamespaces('VATConsignment'),
    VATDeclarationsNbr: String(returns.length),
  });
  return { value: consignment, problems };
}

function buildReturnNode({ company, filed, field }: ConsignedReturn, sequence: number): Checked<XmlNode> {
  const { value, problems } = buildDeclarationNode(company, filed, sequence);
  return { value, problems: field === undefined ? problems : problems.map((one) => ({ ...one, field })) };
}

function buildDeclarationNode(company: FilingCompany, filed: FiledReturn, sequence: number): Checked<XmlNode> {
  const problems: Problem[] = [];
  const { form, requests, comment } = filed;
  const params = { company: company.name, form };
  if (form !== PERIODIC) problems.push({ code: 'filing_form_without_file', field: 'form', params });
  const declarant = collectValue(resolveDeclarant(company), problems);
  const controls = listFailedControls(filed);
  if (controls.length > 0 && comment === null)
    problems.push({
      code: 'filing_justification_missing',
      field: 'comment',
      params: {
        company: company.name,
        boxes: controls.map((key) => key.replace(/^W_TVA_GRID_|O?_INC.*$/g, '')).join(', '),
      },
    });
  const deduction = collectValue(buildDeductionNode(company, filed), problems);
  const amounts = collectValue(buildAmountNodes(filed, company), problems);
  const declaration = element(
    qualifyName('VATDeclaration'),
    [
      buildDeclarantNode(declarant),
      buildPeriodNode(filed),
      deduction,
      element(qualifyName('Data'), amounts),
      element(qualifyName('ClientListingNihil'), formatYesNo(requests.client_listing_nil)),
      emptyElement(qualifyName('Ask'), {
        Restitution: formatYesNo(requests.restitution),
        Payment: formatYesNo(requests.payment_forms),
      }),
      element(qualifyName('Comment'), comment && toSingleLine(comment, LONGEST_COMMENT)),
      ...controls.map((Code) =>
        element(qualifyName('Justification'), comment && toSingleLine(comment, LONGEST_COMMENT), { Code }),
      ),
    ],
    {
      SequenceNumber: String(sequence),
      DeclarantReference: buildDeclarantReference(filed.id, formatPeriodCode(filed)),
    },
  );
  return { value: declaration, problems };
}

/**
 * Final pro rata of the previous year, reported once, in the return that ends in March. Companies that deduct by actual
 * use must report more than the settings contain, and do so on the portal of the administration.
 */
function buildDeductionNode({ name, settings }: FilingCompany, filed: FiledReturn): Checked<XmlNode> {
  const year = filed.year - 1;
  const share = isEndingInMarch(filed) ? findFinalProRata(settings, year) : null;
  if (share === null) return { value: null, problems: NO_PROBLEMS };
  const params = { company: name, year };
  const parts = [element('AdjustedPeriod', String(year)), element('AdjustedValue', share)];
  return {
    value: element(qualifyName('Deduction'), parts),
    problems: WHOLE_SHARE.test(share)
      ? NO_PROBLEMS
      : [{ code: 'filing_pro_rata', field: 'vat.pro_rata.by_year', params }],
  };
}

function listFailedControls({ form, boxes }: FiledReturn): readonly string[] {
  const found = listReturnWarnings({
    form: getFormByCode('BE', form),
    boxes,
    carried: [],
    books: boxes,
    hasLateTax: false,
  });
  return found.flatMap(({ code }) => CONTROLS[code] ?? []);
}

/** Zero boxes are left out, except the outcome; a VAT unit always reports box 00. */
function buildAmountNodes(filed: FiledReturn, company: FilingCompany): Checked<readonly XmlNode[]> {
  const problems: Problem[] = [];
  const filedBoxes = getFormByCode('BE', PERIODIC).boxes.filter(({ isFiled }) => isFiled);
  const amounts = mapByBox(filed.boxes);
  const isUnit = getRegimeOn(company, getPeriodStart(filed.period_type, filed.year, filed.period)) === 'unit';
  const outcome = isZero(amounts.get('72') ?? ZERO) ? '71' : '72';
  const isReported = (box: string, amount: SignedAmount): boolean =>
    OUTCOMES.includes(box) ? box === outcome : !isZero(amount) || (box === '00' && isUnit);
  const nodes = filedBoxes
    .map(({ box }) => ({ box, amount: amounts.get(box) ?? ZERO }))
    .filter(({ box, amount }) => isReported(box, amount))
    .sort((one, other) => Number(one.box) - Number(other.box))
    .map(({ box, amount }) => {
      if (isNegative(amount) || compare(amount, MOST) > 0)
        problems.push({ code: 'filing_amount', field: `boxes.${box}`, params: { box, amount, company: company.name } });
      return element(qualifyName('Amount'), amount, { GridNumber: String(Number(box)) });
    });
  return { value: nodes, problems };
}
