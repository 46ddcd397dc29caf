/**
 * The file for the EDI partner who sends the return: every box by its code. It is not the EDI-TDFC message of the
 * administration, whose layout only accredited partners have.
 */
import { normaliseFrenchEnterpriseNumber } from '../../numbers/french-numbers.ts';
import { isZero, ZERO, type SignedAmount } from '../../money.ts';
import type { Problem } from '../../refusal.ts';
import { formatStreet, toSingleLine } from '../../vat-filing/filer.ts';
import type { ComputedFiling, FiledCompany, FilingInputs, LeftOut, OfficialFile } from '../form.ts';
import { isOnForm } from './compute.ts';
import type { BoxDeclaration, LiasseDeclaration } from './declaration.ts';

/** Part of the name of the file; the partner sees that it is no EDI message. */
export const HAND_OVER = 'hand-over';

export function buildHandOver(declaration: LiasseDeclaration, leftOut: readonly LeftOut[]): OfficialFile {
  return {
    format: 'json',
    mime: 'application/json',
    write: (inputs, computed) => {
      const { siren, problems, ...company } = resolveCompany(inputs.company);
      const content = {
        kind: 'liasse-hand-over',
        version: 1,
        note: 'Hand-over to the EDI partner. Not an EDI-TDFC message.',
        form: declaration.code,
        edition: declaration.edition,
        currency: 'EUR',
        unit: 'euro',
        company: { siren, ...company },
        fiscal_year: { starts_on: inputs.year.starts_on, ends_on: inputs.year.ends_on },
        is_provisional: inputs.isProvisional,
        forms: buildForms(declaration, computed, inputs),
        warnings: computed.checks.map(({ code, equation, left, right }) => ({
          code,
          equation,
          left: toEuros(left),
          right: toEuros(right),
        })),
        left_out: leftOut.map(({ code }) => code),
      };
      const name = `${siren}-${declaration.code}-${inputs.year.ends_on}-${HAND_OVER}`;
      return { value: { name, content: `${JSON.stringify(content, null, 2)}\n` }, problems };
    },
  };
}

function resolveCompany(company: FiledCompany) {
  const { name, enterprise_number, legal_form, main_nace_code } = company;
  const siren = enterprise_number === null ? null : normaliseFrenchEnterpriseNumber(enterprise_number);
  const address = {
    street: formatStreet(company),
    postal_code: company.postal_code && toSingleLine(company.postal_code, 20),
    city: company.city && toSingleLine(company.city, 100),
  };
  const problems: Problem[] = [];
  if (siren === null)
    problems.push({ code: 'filing_enterprise_number', field: 'enterprise_number', params: { company: name } });
  for (const [field, value] of Object.entries(address))
    if (!value) problems.push({ code: 'filing_address', field, params: { company: name } });
  return {
    siren: siren ?? '',
    name: toSingleLine(name),
    legal_form,
    activity_code: main_nace_code,
    ...address,
    problems,
  };
}

/** Empty boxes are left out. Where the form has a net column, which has no codes, the net is beside the gross amount. */
function buildForms({ boxes }: LiasseDeclaration, computed: ComputedFiling, { manual }: FilingInputs) {
  const values = new Map(computed.boxes.map((box) => [box.code, box]));
  const sections = [...new Set(boxes.map(({ section }) => section))];
  return sections.map((section) => ({
    form: section,
    boxes: boxes
      .filter((box) => box.section === section && isOnForm(box) && box.column !== 'net')
      .flatMap((box) => {
        const value = values.get(box.code);
        const net = values.get(`${box.code}.net`);
        if (!value || (isZero(value.amount ?? ZERO) && isZero(net?.amount ?? ZERO) && value.text === null)) return [];
        return [
          {
            code: box.code,
            label: box.label,
            ...(box.column === '' ? {} : { column: box.column }),
            ...(value.text === null ? { amount: toEuros(value.amount ?? ZERO) } : { text: value.text }),
            ...(net && { net: toEuros(net.amount ?? ZERO), previous_net: net.previous && toEuros(net.previous) }),
            ...(net || value.previous === null ? {} : { previous: toEuros(value.previous) }),
            source: findSource(box, manual.has(box.code)),
          },
        ];
      }),
  }));
}

/** Who knows the amount: the books, a person, or the arithmetic of the form. */
export function findSource({ content, isTotal }: BoxDeclaration, isManual: boolean): 'ledger' | 'manual' | 'total' {
  if (isManual || content.kind === 'entered' || content.kind === 'text') return 'manual';
  return isTotal ? 'total' : 'ledger';
}

/** Amounts of the form are whole: `1234.00` is written 1234. */
const toEuros = (amount: SignedAmount): string => amount.replace(/\.00$/, '');
