import type { Amount } from '../money.ts';
import type { Language } from '../language.ts';

/** A fictitious company as data: its identity, third parties and recurring activity. */
export interface DemoCompany {
  readonly code: string;
  readonly name: string;
  readonly locale: Language;
  readonly legalForm: { readonly name: string; readonly code: string };
  /** Makes its numbers unique among the demo companies. */
  readonly serial: number;
  readonly vatRegime: 'monthly' | 'quarterly' | 'franchise';
  readonly address: DemoAddress;
  readonly naceCode: string;
  readonly bank: {
    readonly code: string;
    readonly label: string;
    /** Balance on the first day. */ readonly opening: Amount;
  };
  readonly parties: readonly DemoParty[];
  readonly habits: readonly Habit[];
  readonly wages: Wages | null;
  /** Assets bought before its books begin; depreciated at the end of each year. */
  readonly assets: readonly DemoAsset[];
  /** Analytic axis for income and costs; null: accounts only. */
  readonly axis: DemoAxis | null;
  /** Costs partly deferred to the next year. */
  readonly deferrals: readonly Deferral[];
  /** Opening balances, debit positive; equity is the balancing amount. */
  readonly opening: Readonly<Record<string, Amount>>;
  /** Payments without an invoice. */
  readonly movements: readonly StandingMovement[];
  readonly incidents: DemoIncidents;
  readonly waiting: readonly WaitingDocument[];
  readonly prepared: readonly PreparedSale[];
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
  /** For a foreign party; a Belgian one gets a fictitious number, unless it is a private person. */
  readonly vatNumber?: string;
  readonly isPrivate?: true;
  readonly paymentDays: number;
  readonly account: string;
  readonly vatCode: string;
  /** Percentage by code of the axis. */
  readonly analytics?: Readonly<Record<string, string>>;
}

/** Invoices that recur every month. */
export interface Habit {
  readonly kind: 'sale' | 'purchase';
  /** Used in turn. */
  readonly parties: readonly string[];
  /** Number per month, or fixed days of the month. */
  readonly timesAMonth?: readonly [low: number, high: number];
  readonly days?: readonly number[];
  /** Only in these months, 1 to 12. */
  readonly months?: readonly number[];
  /** Whole euros. */
  readonly amount: readonly [low: number, high: number];
  /** The same amount every time. */
  readonly isFixed?: true;
  /** On the same day of each month, without VAT: posted by the company file as a recurring entry. */
  readonly isRecurring?: true;
  readonly account?: string;
  readonly vatCode?: string;
  readonly labels: readonly string[];
  /** Percentage credited afterwards. */
  readonly credited?: number;
  /** Percentage never paid, and percentage paid late. */
  readonly unpaid?: number;
  readonly late?: number;
}

/** Monthly cost of wages, in euros. */
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
  /** Category of the country pack, which defines its accounts. */
  readonly category: string;
  readonly cost: Amount;
  readonly years: number;
  /** Age in years on the first day. */
  readonly age: number;
  /** Percentage by code of the axis. */
  readonly analytics?: Readonly<Record<string, string>>;
}

export interface DemoAxis {
  readonly name: string;
  readonly codes: Readonly<Record<string, string>>;
}

/** At year end a part of the account balance is deferred, and reversed on the first day of the next year. */
export interface Deferral {
  readonly label: string;
  readonly account: string;
  /** Share of the amount booked in the year. */
  readonly factor: string;
}

export interface StandingMovement {
  readonly name: string;
  /** Text of the bank, used by a bank rule of the company file. */
  readonly communication: string;
  readonly day: number;
  readonly months?: readonly number[];
  /** Negative: paid. */
  readonly amount: Amount;
  readonly account: string;
}

/** A supplier invoice received and waiting for review. */
export interface WaitingDocument {
  readonly form: 'ubl' | 'pdf';
  readonly party: string;
  /** Number of days since it was received. */
  readonly daysAgo: number;
  readonly lines: readonly { readonly label: string; readonly amount: Amount; readonly rate: '6' | '12' | '21' }[];
}

/** What an auditor finds in the older year: one true finding for each question. */
export interface DemoIncidents {
  /** Supplier who is paid into another account after a change. */
  readonly changedIban: string;
  /** Supplier of whom an invoice is booked twice, the second time with its number written differently. */
  readonly bookedTwice: string;
  /** Entry in March that is typed in half a year later; on a VAT account where the return of March was filed. */
  readonly typedLate: DemoEntry;
  /** Entry typed in on a Sunday night and reversed two days later. */
  readonly atNight: DemoEntry;
  /** Estimate at the end of the year, in round thousands. */
  readonly provision: DemoEntry;
  /** Without VAT returns: a sale that is booked after the listing of customers was filed. */
  readonly soldLate?: DemoLateSale;
}

export interface DemoEntry {
  readonly label: string;
  readonly debited: string;
  readonly credited: string;
  readonly amount: Amount;
}

export interface DemoLateSale {
  readonly party: string;
  /** Without VAT. */
  readonly amount: Amount;
  readonly label: string;
}

/** A sale document that a visitor can complete, post and send. */
export interface PreparedSale {
  readonly kind: 'invoice' | 'quotation';
  readonly party: string;
  readonly lines: readonly { readonly label: string; readonly quantity: string; readonly price: Amount }[];
}
