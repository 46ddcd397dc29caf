import { isZero } from '../../domain/money.ts';
import type { ThirdPartyName } from '../support/answers.ts';
import type { Direction, Invoice, Kind, Share } from './answers.ts';

/** A document as it stands in the form: texts that may still be empty. */

export interface DraftLine {
  /** Of this form only. */
  readonly key: number;
  /** Of a line that is recorded. */
  readonly id?: number;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string | null;
  readonly unitPrice: string;
  readonly discount: string;
  readonly vatCode: string;
  readonly account: string;
  /** Sent back as they came. */
  readonly analytics?: readonly Share[];
}

export interface Draft {
  readonly direction: Direction;
  readonly kind: Kind;
  /** Number given by a supplier. */
  readonly number: string;
  readonly party: ThirdPartyName | null;
  readonly date: string;
  /** Empty: by the terms of the third party. */
  readonly dueDate: string;
  readonly currency: string;
  readonly rate: string;
  readonly orderReference: string;
  readonly notes: string;
  readonly lines: readonly DraftLine[];
}

let lastKey = 0;

/** Accounts and codes are most often those of the line before. */
export const createLine = (before?: Pick<DraftLine, 'vatCode' | 'account'>): DraftLine => ({
  key: (lastKey += 1),
  description: '',
  quantity: '1',
  unit: null,
  unitPrice: '',
  discount: '',
  vatCode: before?.vatCode ?? '',
  account: before?.account ?? '',
});

export const createDraft = (direction: Direction, currency: string, today: string): Draft => ({
  direction,
  kind: 'invoice',
  number: '',
  party: null,
  date: today,
  dueDate: '',
  currency,
  rate: '',
  orderReference: '',
  notes: '',
  lines: [createLine()],
});

export const toDraft = (invoice: Invoice): Draft => ({
  direction: invoice.direction,
  kind: invoice.kind,
  number: invoice.number ?? '',
  party: invoice.third_party,
  date: invoice.document_date.slice(0, 10),
  dueDate: invoice.due_date?.slice(0, 10) ?? '',
  currency: invoice.currency,
  rate: invoice.exchange_rate ?? '',
  orderReference: invoice.order_reference ?? '',
  notes: invoice.notes ?? '',
  lines: invoice.lines.map((line) => ({
    key: (lastKey += 1),
    id: line.id,
    description: line.description,
    quantity: line.quantity ?? '1',
    unit: line.unit,
    unitPrice: line.unit_price ?? line.amount_net,
    discount: line.discount_percent ?? '',
    vatCode: line.vat_code.code,
    account: line.actual_account.number,
    ...(line.analytics.length > 0 && { analytics: line.analytics }),
  })),
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The body of a request; `own` is the currency of the company file. */
export function toBody(draft: Draft, own: string): Readonly<Record<string, unknown>> {
  return {
    direction: draft.direction,
    kind: draft.kind,
    ...(draft.direction === 'purchase' && { number: orNull(draft.number) }),
    third_party_id: draft.party?.id,
    document_date: draft.date,
    due_date: orNull(draft.dueDate),
    currency: draft.currency,
    ...(draft.currency !== own && { exchange_rate: orNull(draft.rate) }),
    order_reference: orNull(draft.orderReference),
    notes: orNull(draft.notes),
    lines: draft.lines.map((line) => ({
      ...(line.id !== undefined && { id: line.id }),
      description: line.description,
      quantity: orNull(line.quantity),
      unit: line.unit,
      unit_price: orNull(line.unitPrice),
      discount_percent: line.discount === '' || isZero(line.discount) ? null : line.discount,
      vat_code: orNull(line.vatCode),
      account: orNull(line.account),
      ...(line.analytics && { analytics: line.analytics }),
    })),
  };
}

/** Whether the amounts can be computed; the service says what else is wrong. */
export const isComputable = ({ party, date, lines }: Draft): boolean =>
  party !== null && date !== '' && lines.some(({ unitPrice }) => unitPrice !== '');
