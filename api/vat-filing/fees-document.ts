import { findCountryPack } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { sum } from '../../domain/money.ts';
import { formatNationalNumber } from '../../domain/numbers/belgian-national-number.ts';
import { findTextSetting } from '../../domain/vat-filing/filer.ts';
import type { Slip } from '../../domain/vat-filing/fees-listing.ts';
import type { CompanyRow } from '../../projections/companies/queries.ts';
import type { Fact, TableDocument } from '../exports/document.ts';
import { formatSlipAddress, presentSlip } from './slip.ts';
import { wordsIn } from './words.ts';

/** The slips of a year as a list, and a single slip for its beneficiary. */

export interface PrintedSlips {
  readonly year: number;
  readonly company: CompanyRow;
  readonly sender: TableDocument['sender'];
  readonly language: Language;
}

/** Omits national numbers of persons: they appear only on the individual slips. */
export function buildSlipsDocument({ year, sender, language }: PrintedSlips, slips: readonly Slip[]): TableDocument {
  const say = wordsIn(language);
  const [amount, paid] = [sum(slips.map((one) => one.amount)), sum(slips.map(({ amount_paid }) => amount_paid))];
  return {
    language,
    title: say('fees_title'),
    date: `${year}-12-31`,
    currency: 'EUR',
    sender,
    recipient: null,
    facts: [
      { key: 'year', label: say('year'), kind: 'integer', value: year },
      { key: 'amount', label: say('amount'), kind: 'amount', value: amount, isMain: true },
      { key: 'amount_paid', label: say('amount_paid'), kind: 'amount', value: paid },
    ],
    tables: [
      {
        key: 'slips',
        title: say('fees_title'),
        emptyText: say('nobody'),
        columns: [
          { key: 'name', label: say('name'), kind: 'text', width: 34 },
          { key: 'enterprise_number', label: say('enterprise_number'), kind: 'text', width: 18 },
          { key: 'nature', label: say('nature'), kind: 'text', width: 24 },
          { key: 'amount', label: say('amount'), kind: 'amount', width: 16 },
          { key: 'amount_paid', label: say('amount_paid'), kind: 'amount', width: 16 },
        ],
        *streamRows() {
          for (const slip of slips) {
            const nature = { term: slip.nature, text: say(slip.nature) };
            yield { cells: [slip.name, presentSlip(slip).enterprise_number, nature, slip.amount, slip.amount_paid] };
          }
          if (slips.length > 0)
            yield { cells: [{ term: 'total', text: say('total') }, null, null, amount, paid], isTotal: true };
        },
      },
    ],
    fileName: `${say('fees_title')} ${year}`,
  };
}

export function buildSlipDocument({ year, company, sender, language }: PrintedSlips, slip: Slip): TableDocument {
  const say = wordsIn(language);
  const { enterprise_number, national_number } = presentSlip(slip);
  const buildIdentifier = (key: 'enterprise_number' | 'national_number', value: string | null): readonly Fact[] =>
    value === null ? [] : [{ key, label: say(key), kind: 'text', value }];
  const getSetting = (name: string): string | null => findTextSetting(company, `vat.sender_281_50.${name}`);
  const number = getSetting('enterprise_number');
  const contact = [
    getSetting('name'),
    getSetting('address'),
    number && formatEnterpriseNumber(number),
    getSetting('phone'),
    getSetting('email'),
  ];
  const known = contact.filter((one) => one !== null);
  return {
    language,
    title: `${say('slip_title')} – ${year}`,
    date: `${year}-12-31`,
    currency: 'EUR',
    sender,
    recipient: {
      name: slip.name,
      address: formatSlipAddress(slip),
      identifiers: [
        ...buildIdentifier('enterprise_number', enterprise_number),
        ...buildIdentifier('national_number', national_number && formatNationalNumber(national_number)),
      ],
    },
    facts: [
      { key: 'year', label: say('year'), kind: 'integer', value: year },
      { key: 'amount', label: say('total'), kind: 'amount', value: slip.amount, isMain: true },
      { key: 'amount_paid', label: say('amount_paid'), kind: 'amount', value: slip.amount_paid },
    ],
    tables: [
      {
        key: 'amounts',
        title: say('nature'),
        columns: [
          { key: 'nature', label: say('nature'), kind: 'text', width: 60 },
          { key: 'amount', label: say('amount'), kind: 'amount', width: 20 },
        ],
        *streamRows() {
          for (const nature of ['commissions', 'fees', 'benefits', 'expenses'] as const)
            yield { cells: [{ term: nature, text: say(nature) }, nature === slip.nature ? slip.amount : '0.00'] };
          yield { cells: [{ term: 'total', text: say('total') }, slip.amount], isTotal: true };
        },
      },
    ],
    notes: [say('slip_note'), ...(known.length === 0 ? [] : [`${say('debtor')}: ${known.join(', ')}`])].join('\n'),
    fileName: `${say('slip_title')} ${year} ${slip.name}`,
  };
}

/** Formats a Belgian number; any other text is returned unchanged. */
function formatEnterpriseNumber(number: string): string {
  const { enterpriseNumber } = findCountryPack('BE')!;
  const normalised = enterpriseNumber.normalise(number);
  return normalised === null ? number : enterpriseNumber.format(normalised);
}
