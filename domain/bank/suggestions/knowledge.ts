import type { CompanyFile } from '../../company-file-state.ts';
import type { AskedRule } from '../../bank-rules/evaluate.ts';
import { add, isZero, subtract, ZERO, type SignedAmount } from '../../money.ts';
import type { MatchedLine } from '../bank-events.ts';
import type { OpenItem } from './movement.ts';

/** What suggestions are made from: read for one transaction or for hundreds at once. */
export interface Knowledge {
  readonly file: CompanyFile;
  /** Open lines that have one of the references named, by the digits of these. */
  readonly named: ReadonlyMap<string, readonly OpenItem[]>;
  /** Open lines of third parties that are known by their account or name. */
  readonly ofParty: ReadonlyMap<number, PartyItems>;
  /** Open lines by what is open of them. */
  readonly ofAmount: ReadonlyMap<SignedAmount, readonly OpenItem[]>;
  /** Those on the transit account, by what is open of them. */
  readonly inTransit: ReadonlyMap<SignedAmount, readonly OpenItem[]>;
  /** Orders of our files by the id that banks pass on. */
  readonly orders: ReadonlyMap<string, KnownOrder>;
  /** What was done before, the latest first, by account and by name of the counterpart. */
  readonly past: ReadonlyMap<string, readonly PastMatch[]>;
  readonly rules: readonly KnownRule[];
  /** What matches that are decided on together have settled already. */
  readonly taken: Taken;
}

export type KnownRule = AskedRule & { readonly name: string; readonly is_automatic: boolean };

export interface PartyItems {
  /** By due date. */
  readonly items: readonly OpenItem[];
  /** False where there are more. */
  readonly isComplete: boolean;
}

export interface KnownOrder {
  readonly message_id: string;
  readonly type: 'credit_transfer' | 'direct_debit';
  readonly status: string;
  readonly amount: SignedAmount;
  readonly third_party_id: number;
  /** The line of the booked file that settled what the order pays; null before it is booked. */
  readonly settling: OpenItem | null;
}

export interface PastMatch {
  readonly lines: readonly MatchedLine[];
  readonly entry_date: string;
}

export interface Taken {
  readonly amounts: Map<number, SignedAmount>;
}

export const nothingTaken = (): Taken => ({ amounts: new Map() });

/** Those that are still open behind what was taken of them. */
export function stillOpen(items: readonly OpenItem[] | undefined, { amounts }: Taken): readonly OpenItem[] {
  if (!items) return [];
  if (amounts.size === 0) return items;
  return items.flatMap((item) => {
    const taken = amounts.get(item.line_id);
    if (taken === undefined) return [item];
    const open = subtract(item.open, taken);
    return isZero(open) ? [] : [{ ...item, open }];
  });
}

export function take({ amounts }: Taken, lineId: number, amount: SignedAmount): void {
  amounts.set(lineId, add(amounts.get(lineId) ?? ZERO, amount));
}

export const pastOfIban = (iban: string): string => `iban ${iban}`;
export const pastOfName = (name: string): string => `name ${name.toLowerCase()}`;
