import { budgets } from '../../domain/budgets/budget.ts';
import { createRecordApi } from '../records/record-api.ts';

export const budgetApi = createRecordApi(budgets, {
  create: ({ next, company }) => ({
    name: `Budget ${next()}`,
    fiscal_year_id: company.fiscalYear.id,
    kind: 'initial',
    lines: [
      { account: '70', amount: '120000.00', spread: 'even' },
      {
        account: '61',
        amount: '24000.00',
        spread: 'weights',
        weights: ['1', '1', '1', '1', '1', '1', '2', '2', '1', '1', '1', '1'],
      },
    ],
  }),
  change: { kind: 'revised', lines: [{ account: '61', amount: '36000.00', spread: 'even' }] },
});
