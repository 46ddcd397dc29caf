import type { Amount } from '../money.ts';
import type { Language } from '../language.ts';

/** A fictitious company as data: who it is, whom it deals with, and what it does again and again. */
export interface DemoCompany {
  readonly code: string;
  readonly name: string;
  readonly locale: Language;
  readonly legalForm: { readonly name: string; readonly code: string };
  /** Tells its numbers from those of the others. */
  readonly serial: number;
  readonly vatRegime: 'monthly' | 'quarterly' | 'franchise';
  readonly address: DemoAddress;
  readonly naceCode: string;
  readonly bank: {
    readonly code: string;
    readonly label: string;
    /** What is on it on the first day. */ readonly opening: Amount;
  };
  readonly parties: readonly DemoParty[];
  readonly habits: readonly Habit[];
  readonly wages: Wages | null;
  /** What it works with, bought before its books begin; each is written off at the end of the year. */
  readonly assets: readonly DemoAsset[];
  /** What its income and costs are told apart by; null: accounts alone. */
  readonly axis: DemoAxis | null;
  /** Costs of which a part belongs to the next year. */
  readonly deferrals: readonly Deferral[];
  /** What it brings along, debit positive; equity makes up the rest. */
  readonly opening: Readonly<Record<string, Amount>>;
  /** Money that comes and goes without an invoice. */
  readonly movements: readonly StandingMovement[];
  readonly waiting: readonly WaitingDocument[];
}

export interface DemoAddress {
  readonly street: string;
  readonly house_number: string;
  readonly postal_code: string;
  readonly city: string;
}

export interface DemoParty {
  readonly key: string;
  readonly type: 'customer' | 'supplier';
  readonly name: string;
  readonly address: DemoAddress;
  readonly country?: string;
  /** Of a foreign party; a Belgian one gets a fictitious one, unless it is a private person. */
  readonly vatNumber?: string;
  readonly isPrivate?: true;
  readonly paymentDays: number;
  readonly account: string;
  readonly vatCode: string;
  /** In per cent, by code of the axis. */
  readonly analytics?: Readonly<Record<string, string>>;
}

/** Invoices that come back in each month. */
export interface Habit {
  readonly kind: 'sale' | 'purchase';
  /** One of them each time, in turn. */
  readonly parties: readonly string[];
  /** Whole numbers a month, or on these days of the month. */
  readonly timesAMonth?: readonly [low: number, high: number];
  readonly days?: readonly number[];
  /** Only in these months, 1 to 12. */
  readonly months?: readonly number[];
  /** Whole euros. */
  readonly amount: readonly [low: number, high: number];
  /** The same to the cent each time. */
  readonly isFixed?: true;
  /** On the same day of each month, without VAT: the company file posts it by itself. */
  readonly isRecurring?: true;
  readonly account?: string;
  readonly vatCode?: string;
  readonly labels: readonly string[];
  /** So many in a hundred are credited afterwards. */
  readonly credited?: number;
  /** So many in a hundred are never paid; those that are, come late so many times. */
  readonly unpaid?: number;
  readonly late?: number;
}

/** What a month of wages costs, in euros. */
export interface Wages {
  readonly gross: number;
  readonly employer: number;
  readonly withheld: number;
  readonly security: number;
  readonly expense: string;
  readonly people: readonly string[];
}

export interface DemoAsset {
  readonly code: string;
  readonly label: string;
  /** Of the country pack, which tells its accounts. */
  readonly category: string;
  readonly cost: Amount;
  readonly years: number;
  /** How old it is on the first day. */
  readonly age: number;
  /** In per cent, by code of the axis. */
  readonly analytics?: Readonly<Record<string, string>>;
}

export interface DemoAxis {
  readonly name: string;
  readonly codes: Readonly<Record<string, string>>;
}

/** At the end of the year a part of what an account has goes to the next one, where it comes back on the first day. */
export interface Deferral {
  readonly label: string;
  readonly account: string;
  /** Of what is booked on it in the year. */
  readonly factor: string;
}

export interface StandingMovement {
  readonly name: string;
  /** In the words of the bank; a rule of the company file knows it by them. */
  readonly communication: string;
  readonly day: number;
  readonly months?: readonly number[];
  /** Negative: paid. */
  readonly amount: Amount;
  readonly account: string;
}

/** A supplier's invoice that has come and waits to be looked at. */
export interface WaitingDocument {
  readonly form: 'ubl' | 'pdf';
  readonly party: string;
  /** How many days ago it came. */
  readonly daysAgo: number;
  readonly lines: readonly { readonly label: string; readonly amount: Amount; readonly rate: '6' | '12' | '21' }[];
}
