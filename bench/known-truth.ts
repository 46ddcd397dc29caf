import { formatStructuredCommunication } from '../domain/numbers/structured-communication.ts';

/**
 * Payments whose invoices are known, written as payers and banks write them: references mangled, sums, parts, namesakes and amounts that
 * are near. What is found by matching is held against the truth. Always the same for the same number.
 */

export interface TrueParty {
  readonly name: string;
  readonly iban: string;
}

export interface TrueInvoice {
  /** Its place among the parties. */
  readonly party: number;
  readonly cents: number;
  readonly reference: string;
}

export interface TruePayment {
  readonly cents: number;
  readonly communication: string | null;
  readonly structured: string | null;
  readonly iban: string | null;
  readonly name: string | null;
  /** The invoices that it pays, by their places; empty for one that pays none of these. */
  readonly pays: readonly number[];
  /** Whether what it says leaves no other possibility. */
  readonly isSure: boolean;
}

export interface Truth {
  readonly parties: readonly TrueParty[];
  readonly invoices: readonly TrueInvoice[];
  readonly payments: readonly TruePayment[];
}

const INVOICES_A_PARTY = 20;

/** `count` payments, and twice as many invoices. */
export function knownTruth(count: number, seed = 7): Truth {
  const chance = chances(seed);
  const parties = Array.from({ length: Math.ceil((2 * count) / INVOICES_A_PARTY) }, (_, index) => ({
    // Every tenth has the name of the one before.
    name: `Maison ${nameOf(index % 10 === 9 ? index - 1 : index)} SPRL`,
    iban: ibanOf(index),
  }));
  const invoices = Array.from({ length: 2 * count }, (_, index): TrueInvoice => ({
    party: index % parties.length,
    cents: 1_000 + Math.floor(chance() * 500_000),
    // Half of them ask for a structured communication, the others have a number.
    reference:
      index % 2 === 0
        ? formatStructuredCommunication(structuredOf(index))
        : `VF-2026/${String(index).padStart(6, '0')}`,
  }));
  let next = 0;
  const taken = (isStructured: boolean): number => {
    for (; (next % 2 === 0) !== isStructured; next += 1) if (next % 2 === 1) leaveOver(next);
    next += 1;
    return next - 1;
  };
  /** Numbered invoices that no payment has come for, by party: they are paid together with others. */
  const leftOver = new Map<number, number[]>();
  const leaveOver = (place: number): void => {
    const { party } = invoices[place]!;
    leftOver.set(party, [...(leftOver.get(party) ?? []), place]);
  };
  const payments = Array.from({ length: count }, (_, index): TruePayment => {
    const kind = index % 10;
    const one = taken(kind < 4 || kind === 8);
    const invoice = invoices[one]!;
    const { name, iban } = parties[invoice.party]!;
    const common = {
      cents: invoice.cents,
      communication: null,
      structured: null,
      iban: null,
      name,
      pays: [one],
      isSure: true,
    };
    const structured = invoice.reference.replace(/\D/g, '');
    switch (kind) {
      case 0:
      case 1:
        return { ...common, structured };
      case 2:
        return {
          ...common,
          communication: `+++ ${structured.slice(0, 3)} ${structured.slice(3, 7)} ${structured.slice(7)}+++`,
          iban,
        };
      case 3:
        return { ...common, structured, cents: Math.floor(invoice.cents / 3) };
      case 4:
        return { ...common, communication: `betaling ${mangled(invoice.reference, chance)} dank u` };
      case 5:
        // Without what stands before the digits: only with the account it is sure.
        return { ...common, communication: `facture ${invoice.reference.replace(/^\D+/, '').replace('/', ' ')}`, iban };
      case 6: {
        const same = leftOver.get(invoice.party)?.pop();
        if (same === undefined) return { ...common, communication: invoice.reference.toLowerCase(), iban };
        const other = invoices[same]!;
        const text = `${mangled(invoice.reference, chance)} + ${mangled(other.reference, chance)}`;
        return { ...common, communication: text, cents: invoice.cents + other.cents, pays: [one, same] };
      }
      case 7:
        // Ten cents less than an invoice, and nothing said: it may be anything.
        return { ...common, cents: invoice.cents - 10, iban, isSure: false };
      case 8:
        // It has the amount of an invoice, and names another that is not there.
        return { ...common, communication: `VF-2025/${String(900_000 + index)}`, iban, pays: [], isSure: false };
      default:
        // A namesake, without an account.
        return { ...common, isSure: false };
    }
  });
  return { parties, invoices, payments };
}

function chances(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

const SYLLABLES = ['ba', 'do', 'fi', 'gu', 'le', 'mo', 'na', 'pe', 'ri', 'so'];
const nameOf = (index: number): string => String(100_000 + index).replace(/\d/g, (digit) => SYLLABLES[Number(digit)]!);

function structuredOf(index: number): string {
  const body = String(4_000_000_000 + index * 7);
  return `${body}${String(Number(body) % 97 || 97).padStart(2, '0')}`;
}

/** Belgian, with right checks. */
export function ibanOf(index: number): string {
  const body = `733${String(index).padStart(7, '0')}`;
  const account = `${body}${String(Number(body) % 97 || 97).padStart(2, '0')}`;
  const check = 98 - Number(BigInt(`${account}111400`) % 97n);
  return `BE${String(check).padStart(2, '0')}${account}`;
}

/** As banks do: other case, other separators or none, and a line that ends within. */
function mangled(reference: string, chance: () => number): string {
  const ways = [
    (text: string) => text.toLowerCase(),
    (text: string) => text.replace(/[^0-9A-Z]/g, ''),
    (text: string) => text.replace(/[^0-9A-Z]/g, ' '),
    (text: string) => text.replace(/[^0-9A-Z]/g, '.'),
    (text: string) => `${text.slice(0, -3)} ${text.slice(-3)}`,
  ];
  return ways[Math.floor(chance() * ways.length)]!(reference);
}
