import { flatRate, type PackCorporateTax } from '../corporate-tax.ts';

const SOURCE = 'CIR 92 art. 215';

/** The increase for missing prepayments is not estimated: its rates change every year. */
export const corporateTax: PackCorporateTax = {
  taxAccounts: ['67', '77'],
  disallowed: [
    { accounts: '6141', percent: '50.00' },
    { accounts: '6142', percent: '50.00' },
    { accounts: '6152', percent: '31.00' },
    { accounts: '6404', percent: '100.00' },
  ],
  prepayments: { accounts: ['412000'], holdsTaxDue: false },
  taxes: [
    {
      code: 'corporate_tax',
      booked: ['670'],
      provision: { expense: '6702', debt: '450000' },
      excess: { claim: '412000', income: '6701' },
      law: [
        {
          from: '2020-01-01',
          source: SOURCE,
          base: { of: 'taxable' },
          tiers: flatRate('25.00'),
          reducedTiers: [
            { upTo: '100000.00', fixed: '0.00', above: '0.00', percent: '20.00' },
            { upTo: null, fixed: '20000.00', above: '100000.00', percent: '25.00' },
          ],
        },
      ],
    },
  ],
};
