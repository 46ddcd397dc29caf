import type { Scene } from '../http/routing/example.ts';

/** Templates that any company file with the Belgian country pack accepts. */
export async function buildRecurringExamples({ company, standing, fresh, once, next }: Scene) {
  const monthly = { unit: 'month', starts_on: '2026-01-31', month_end: true } as const;
  const rent = {
    kind: 'free' as const,
    label: `Rent ${next()}`,
    template: {
      journal_id: company.journal('OD'),
      label: 'Rent {month}',
      lines: [
        { account: '610000', debit: '950.00', indexation: { percent: '2.5', from: '2027-01-01', every: 12 } },
        { account: '440000', credit: '950.00', indexation: { percent: '2.5', from: '2027-01-01', every: 12 } },
      ],
    },
    schedule: { ...monthly, until: '2028-12-31', shift: 'previous' as const },
  };
  const document = {
    journal_id: company.journal('ACH'),
    third_party_id: await standing('third-parties'),
    reference: 'L-{month}',
    lines: [{ account: '610000', amount: '500.00', vat_code: 'P-M-21' }],
    vat_amounts: [{ vat_code: 'P-M-21', amount: '105.00' }],
  };
  return {
    free: rent,
    invoice: {
      kind: 'invoice' as const,
      label: `Lease ${next()}`,
      template: document,
      schedule: { ...monthly, count: 24 },
    },
    document: {
      kind: 'document' as const,
      label: `Maintenance ${next()}`,
      template: {
        journal_id: company.journal('VEN'),
        third_party_id: await once('customer of recurring documents', () =>
          fresh('third-parties', { type: 'customer' }),
        ),
        lines: [
          {
            description: 'Maintenance {month}',
            quantity: '2',
            unit: 'h',
            unit_price: '85',
            account: '700000',
            vat_code: 'S-21',
            indexation: { percent: '2.5', from: '2027-01-01', every: 12 },
          },
        ],
        payment_days: 14,
        discount: { percent: '2', days: 8 },
        notes: 'Contract 2026-7, {month}',
        language: 'fr' as const,
      },
      schedule: { ...monthly, count: 12 },
    },
    credit_note: {
      kind: 'credit_note' as const,
      label: `Year-end discount ${next()}`,
      template: document,
      schedule: { unit: 'year' as const, starts_on: '2026-12-31' },
      mode: 'propose' as const,
    },
  };
}
