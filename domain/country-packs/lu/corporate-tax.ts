import { flatRate, type PackCorporateTax } from '../corporate-tax.ts';

const FROM = '2025-01-01';
const INCOME_TAX_ACCOUNTS = {
  provision: { expense: '6711', debt: '461211' },
  excess: { claim: '42141', income: '6711' },
} as const;

/** The net wealth tax is not estimated: its base is not the result. */
export const corporateTax: PackCorporateTax = {
  taxAccounts: ['67', '77'],
  disallowed: [
    { accounts: '6432', percent: '100.00' },
    { accounts: '6481', percent: '100.00' },
    { accounts: '681', percent: '100.00' },
  ],
  prepayments: { accounts: ['42141', '42142'], holdsTaxDue: false },
  taxes: [
    {
      code: 'corporate_tax',
      booked: ['6711'],
      ...INCOME_TAX_ACCOUNTS,
      law: [
        {
          from: FROM,
          source: 'LIR art. 174',
          base: { of: 'taxable' },
          tiers: [
            { upTo: '175000.00', fixed: '0.00', above: '0.00', percent: '14.00' },
            { upTo: '200001.00', fixed: '24500.00', above: '175000.00', percent: '30.00' },
            { upTo: null, fixed: '0.00', above: '0.00', percent: '16.00' },
          ],
        },
      ],
    },
    {
      code: 'solidarity_surcharge',
      booked: [],
      ...INCOME_TAX_ACCOUNTS,
      law: [{ from: FROM, source: 'Fonds pour l’emploi', base: { of: 'corporate_tax' }, tiers: flatRate('7.00') }],
    },
    {
      code: 'municipal_tax',
      booked: ['6721'],
      provision: { expense: '6721', debt: '461221' },
      excess: { claim: '42142', income: '6721' },
      law: [
        {
          from: FROM,
          source: 'Impôt commercial communal',
          base: { of: 'taxable', allowance: '17500.00', isMunicipal: true },
          tiers: flatRate('3.00'),
        },
      ],
    },
  ],
};
