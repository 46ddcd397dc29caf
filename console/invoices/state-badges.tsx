import { useConsole } from '../support/scene.ts';
import { isOffer } from './amounts.ts';
import type { Invoice, Payment } from './answers.ts';
import { sayIn } from './words.ts';

interface StateBadgeProps {
  readonly invoice: Pick<Invoice, 'status' | 'kind' | 'converted_to_id'>;
  readonly payment: Payment | null;
}

/** Where a document stands: draft, offer, open, late or paid. */
export function StateBadge({ invoice, payment }: StateBadgeProps) {
  const { language } = useConsole();
  const { word, mark } = describeState(invoice, payment);
  return <span class={`badge ${mark}`}>{sayIn(language)(word, { days: payment?.days_late ?? 0 })}</span>;
}

/** The word for a state and its colour. */
export function describeState(invoice: StateBadgeProps['invoice'], payment: Payment | null) {
  if (isOffer(invoice))
    return invoice.converted_to_id === null
      ? ({ word: 'is_offer', mark: '' } as const)
      : ({ word: 'is_converted', mark: 'good' } as const);
  if (invoice.status === 'pending') return { word: 'is_draft', mark: 'warn' } as const;
  if (payment === null) return { word: 'is_posted', mark: '' } as const;
  if (payment.status === 'paid') return { word: 'is_paid', mark: 'good' } as const;
  if (payment.days_late > 0)
    return payment.days_late === 1
      ? ({ word: 'is_late_by_one', mark: 'bad' } as const)
      : ({ word: 'is_late', mark: 'bad' } as const);
  return payment.status === 'partial'
    ? ({ word: 'is_partial', mark: '' } as const)
    : ({ word: 'is_open', mark: '' } as const);
}
