import { flatRate, type PackCorporateTax } from '../corporate-tax.ts';

const SOURCE = 'CGI art. 219';

export const corporateTax: PackCorporateTax = {
  taxAccounts: ['695', '696', '697', '698', '699'],
  disallowed: [{ accounts: '6582', percent: '100.00' }],
  prepayments: { accounts: ['444'], holdsTaxDue: true },
  taxes: [
    {
      code: 'corporate_tax',
      booked: ['695'],
      provision: { expense: '695100', debt: '444000' },
      excess: { claim: '444000', income: '695100' },
      law: [
        {
          from: '2023-01-01',
          source: SOURCE,
          base: { of: 'taxable' },
          tiers: flatRate('25.00'),
          reducedTiers: [
            { upTo: '42500.00', fixed: '0.00', above: '0.00', percent: '15.00' },
            { upTo: null, fixed: '6375.00', above: '42500.00', percent: '25.00' },
          ],
        },
      ],
    },
  ],
};
