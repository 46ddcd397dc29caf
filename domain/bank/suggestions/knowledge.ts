import type { CompanyFile } from '../../company-file-state.ts';
import type { AskedRule } from '../../bank-rules/evaluate.ts';
import { add, isZero, subtract, ZERO, type SignedAmount } from '../../money.ts';
import type { ExchangeRate } from '../../currency/rates.ts';
import type { PlainDate } from '../../dates.ts';
import type { OfferedDiscount } from '../../documents/discount.ts';
import type { MatchedLine } from '../bank-events.ts';
import type { OpenItem } from './movement.ts';

/** Data for suggestions, loaded for one transaction or for hundreds at once. */
export interface Knowledge {
  readonly file: CompanyFile;
  /** Open lines with a named reference, by its digits. */
  readonly named: ReadonlyMap<string, readonly OpenItem[]>;
  /** Open lines of third parties identified by account or name. */
  readonly ofParty: ReadonlyMap<number, PartyItems>;
  /** Open lines by open amount. */
  readonly ofAmount: ReadonlyMap<SignedAmount, readonly OpenItem[]>;
  /** Open lines on the transit account, by open amount. */
  readonly inTransit: ReadonlyMap<SignedAmount, readonly OpenItem[]>;
  /** Discounts for early payment of documents, by their entry. */
  readonly discounts: ReadonlyMap<number, OfferedDiscount>;
  /** Our payment orders by the id that banks pass on. */
  readonly orders: ReadonlyMap<string, KnownOrder>;
  /** Earlier bookings, latest first, by account and by name of the counterpart. */
  readonly past: ReadonlyMap<string, readonly PastMatch[]>;
  readonly rules: readonly KnownRule[];
  /** Exchange rates by day and currency, as far as any is needed. */
  readonly rates?: ReadonlyMap<PlainDate, Readonly<Record<string, ExchangeRate>>>;
  /** Amounts already settled by matches of the same operation. */
  readonly taken: Taken;
}

export type KnownRule = AskedRule & { readonly name: string; readonly is_automatic: boolean };

export interface PartyItems {
  /** By due date. */
  readonly items: readonly OpenItem[];
  /** False if there are more items. */
  readonly isComplete: boolean;
}

export interface KnownOrder {
  readonly message_id: string;
  readonly type: 'credit_transfer' | 'direct_debit';
  readonly status: string;
  readonly amount: SignedAmount;
  readonly third_party_id: number;
  /** Line of the booked file that settled the items of the order; null before booking. */
  readonly settling: OpenItem | null;
}

export interface PastMatch {
  readonly lines: readonly MatchedLine[];
  readonly entry_date: string;
}

export interface Taken {
  readonly amounts: Map<number, SignedAmount>;
}

export const createTaken = (): Taken => ({ amounts: new Map() });

/** Items of a currency that remain open after the amounts already taken. */
export function filterStillOpen(
  all: readonly OpenItem[] | undefined,
  { amounts }: Taken,
  currency: string | null,
): readonly OpenItem[] {
  const items = all?.every((item) => (item.currency ?? null) === currency)
    ? all
    : (all ?? []).filter((item) => (item.currency ?? null) === currency);
  if (amounts.size === 0) return items;
  return items.flatMap((item) => {
    const taken = amounts.get(item.line_id);
    if (taken === undefined) return [item];
    const open = subtract(item.open, taken);
    return isZero(open) ? [] : [{ ...item, open }];
  });
}

export function takeAmount({ amounts }: Taken, lineId: number, amount: SignedAmount): void {
  amounts.set(lineId, add(amounts.get(lineId) ?? ZERO, amount));
}

export const buildIbanKey = (iban: string): string => `iban ${iban}`;
export const buildNameKey = (name: string): string => `name ${name.toLowerCase()}`;
