import type { CompanyFileCommand } from '../../../domain/company-file.ts';
import type { CountryCode, VatRegimeCode } from '../../../domain/country-packs/pack.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { countInvoiceLineIds, type CreditedEntry } from '../../../domain/ledger/invoice.ts';
import type { DocumentKind } from '../../../domain/ledger/vat.ts';
import { add, isZero, subtract, ZERO } from '../../../domain/money.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type {
  BoxAmount,
  DrawnUpDeclaration,
  PeriodType,
  ReturnRequests,
} from '../../../domain/vat-declarations/declaration-events.ts';
import type { DeclarationFacts } from '../../../domain/vat-declarations/declaration-facts.ts';
import { NO_REQUESTS, resolveNewPeriod } from '../../../domain/vat-declarations/declarations.ts';
import { countSettlementLines, listTaxAccounts } from '../../../domain/vat-declarations/settlement.ts';
import { listFamilyAmounts } from '../../../domain/vat-codes/box-families.ts';
import { castOf } from '../../properties/cast.ts';
import { execute, openedCompany } from '../../properties/company.ts';
import { lineToLetter, paymentTaxFor } from '../../properties/facts.ts';

/** A company file whose documents of the year 2024 are posted and declared by the deciders alone. */

interface Declared {
  readonly form: string;
  /** Those that are not zero, by box. */
  readonly boxes: Readonly<Record<string, string>>;
  readonly due: string;
  readonly refund: string;
  /** Of the entry of the balance: account, debit less credit. */
  readonly settled: readonly (readonly [account: string, amount: string])[];
}

export interface Declaring {
  readonly type?: PeriodType;
  readonly manual?: Readonly<Record<string, string>>;
  readonly requests?: Partial<ReturnRequests>;
}

export function yearIn(country: CountryCode, regime: VatRegimeCode) {
  const company = openedCompany(country, 'capital', regime);
  const cast = castOf(company.file);

  const done = (command: CompanyFileCommand): readonly DomainEvent[] => {
    const decision = execute(company, command);
    if (isRefusal(decision)) throw new Error(JSON.stringify(decision.problems));
    return decision;
  };
  const idOf = (events: readonly DomainEvent[]): number =>
    events.find(({ type }) => type === 'EntryPosted')!.data['id'] as number;
  const entries = (): PostedEntry[] =>
    company.events.filter(({ type }) => type === 'EntryPosted').map(({ data }) => data as unknown as PostedEntry);

  interface Chosen {
    readonly creditedId?: number | undefined;
    readonly account?: string | undefined;
  }

  function document(kind: DocumentKind, on: string, code: string, amount: string, chosen: Chosen): number {
    const { creditedId, account } = chosen;
    const isSale = code.startsWith('S');
    const account_id = account === undefined ? (isSale ? cast.income : cast.expenses)[0]! : null;
    return idOf(
      done({
        type: 'PostInvoice',
        kind,
        entryId: company.newId(),
        lineIds: company.newIds(countInvoiceLineIds(1)),
        journal_id: cast.journals[isSale ? 'VEN' : 'ACH']!,
        third_party_id: (isSale ? cast.customerIds : cast.supplierIds)[0]!,
        entry_date: `2024-${on}`,
        due_date: null,
        label: null,
        reference: null,
        lines: [{ account: account ?? null, account_id, amount, vat_code: code, vat_code_id: null, label: null }],
        vat_amounts: [],
        credited_entry_id: creditedId ?? null,
        credited: findCredited(creditedId),
      }),
    );
  }

  function findCredited(id: number | undefined): CreditedEntry | null {
    const entry = entries().find((one) => one.id === id);
    if (!entry) return null;
    const { journal_id, entry_date, origin } = entry;
    return { journal_id, entry_date, origin, status: 'posted', third_party_id: entry.third_party_id };
  }

  /** Received from the customer, or paid to the supplier, and lettered with the document. */
  function pay(documentId: number, on: string, amount: string): void {
    const isSale = entries().find(({ id }) => id === documentId)!.journal_id === cast.journals['VEN'];
    const line = (account_id: number, isDebit: boolean, third_party_id: number | null) => ({
      account: null,
      account_id,
      debit: isDebit ? amount : ZERO,
      credit: isDebit ? ZERO : amount,
      label: null,
      third_party_id,
    });
    const party = (isSale ? cast.customerIds : cast.supplierIds)[0]!;
    const paymentId = idOf(
      done({
        type: 'PostEntry',
        entryId: company.newId(),
        lineIds: company.newIds(2),
        journal_id: cast.journals['OD']!,
        entry_date: `2024-${on}`,
        due_date: null,
        label: null,
        reference: null,
        lines: [line(isSale ? cast.customers : cast.suppliers, !isSale, party), line(cast.others[2]!, isSale, null)],
      }),
    );
    const entryIds = [documentId, paymentId];
    const lines = [...company.books.lines.values()].filter(
      ({ entryId, thirdPartyId }) => entryIds.includes(entryId) && thirdPartyId !== null,
    );
    done({
      type: 'LetterLines',
      line_ids: lines.map(({ id }) => id),
      lines: lines.map((one) => lineToLetter(company, one)),
      partial: true,
      entry_date: null,
      journal_id: null,
      label: null,
      letteringId: company.newId(),
      writeOffIds: { entryId: company.newId(), lineIds: [company.newId(), company.newId()] },
      ...paymentTaxFor(company, entryIds, 1),
    });
  }

  /** What the tables would say: boxes, and tax on its accounts, of the entries of these days. */
  function posted(from: string, to: string) {
    const found = entries().filter(({ entry_date, vat }) => vat && from <= entry_date && entry_date <= to);
    const boxes = new Map<string, string>();
    for (const { vat } of found)
      for (const effect of vat!)
        if (effect.exigibility === undefined)
          for (const { box, amount } of [...effect.boxes, ...listFamilyAmounts(effect)])
            boxes.set(box, add(boxes.get(box) ?? ZERO, amount));
    const accounts = new Set(listTaxAccounts(company.file));
    const taxes = new Map<number, string>();
    for (const { lines } of found)
      for (const { account_id, vat_code_id, debit, credit } of lines)
        if (vat_code_id !== undefined && accounts.has(account_id))
          taxes.set(account_id, add(taxes.get(account_id) ?? ZERO, subtract(debit, credit)));
    return {
      books: [...boxes].flatMap(([box, amount]): BoxAmount[] => (isZero(amount) ? [] : [{ box, amount }])),
      taxes: [...taxes].flatMap(([account_id, amount]) => (isZero(amount) ? [] : [{ account_id, amount }])),
    };
  }

  /** Days with VAT that no validated return covers. */
  function undeclaredBefore(day: string): readonly string[] {
    const covered = company.file.vatDeclarations.filter(({ status }) => status !== 'draft');
    return entries()
      .filter(({ vat }) => vat?.some(({ exigibility }) => exigibility === undefined))
      .map(({ entry_date }) => entry_date)
      .filter((date) => date < day && !covered.some((one) => one.starts_on <= date && date <= one.ends_on))
      .sort();
  }

  /** Drawn up, completed and validated. `declared`: what the other returns of the year have come to. */
  function declare(period: number, { type, manual = {}, requests }: Declaring = {}, declared = ZERO): Declared {
    const requested = { year: 2024, period, period_type: type ?? null };
    const id = company.newId();
    const days = resolveNewPeriod(requested, company.file);
    if (isRefusal(days)) throw new Error(JSON.stringify(days.problems));
    const { books, taxes } = posted(days.starts_on, days.ends_on);
    const time = done({ type: 'DrawUpVatDeclaration', id, requested, books })[0]!.data as DrawnUpDeclaration;
    let facts: DeclarationFacts = {
      ...time,
      fingerprint: 'seen',
      version: 1,
      status: 'draft',
      manual: [],
      requests: NO_REQUESTS,
      comment: null,
      journal_entry_id: null,
    };
    const changes = {
      manual: Object.fromEntries(Object.entries(manual).map(([box, amount]) => [box, { amount, reason: 'Known' }])),
      requests: requests ?? {},
    };
    if (Object.keys(manual).length > 0 || requests) {
      const [changed] = done({ type: 'ChangeVatDeclaration', facts, changes, baseVersion: null });
      facts = {
        ...facts,
        version: 2,
        boxes: changed!.data['boxes'] as readonly BoxAmount[],
        manual: Object.entries(manual).map(([box, amount]) => ({ box, amount, reason: 'Known' })),
        requests: { ...NO_REQUESTS, ...requests },
      };
    }
    const events = done({
      type: 'ValidateVatDeclaration',
      facts,
      baseVersion: null,
      books,
      // An annual return settles what the others have left over.
      taxes: type === 'yearly' && regime !== 'yearly' ? [] : taxes,
      declared,
      fingerprint: 'seen',
      undeclared: undeclaredBefore(time.starts_on),
      today: '2025-06-30',
      entryId: company.newId(),
      lineIds: company.newIds(countSettlementLines(taxes)),
    });
    const validated = events.find((event) => event.type === 'VatDeclarationValidated')!.data as {
      boxes: readonly BoxAmount[];
      amount_due: string;
      amount_refund: string;
    };
    const entry = events.find((event) => event.type === 'EntryPosted')?.data as unknown as PostedEntry | undefined;
    const numberOf = (account: number) => company.file.records['accounts']!.byId.get(account)!.data['number'] as string;
    return {
      form: time.form,
      boxes: Object.fromEntries(validated.boxes.map(({ box, amount }) => [box, amount])),
      due: validated.amount_due,
      refund: validated.amount_refund,
      settled: (entry?.lines ?? []).map(({ account_id, debit, credit }) => [
        numberOf(account_id),
        subtract(debit, credit),
      ]),
    };
  }

  /** Deletes the draft that could not be validated. */
  function drop(): void {
    const draft = company.file.vatDeclarations.find(({ status }) => status === 'draft')!;
    const facts = { ...draft, form: '', books: [], carried: [], boxes: [], manual: [], requests: NO_REQUESTS };
    const rest = { comment: null, journal_entry_id: null, fingerprint: 'seen' };
    done({ type: 'DeleteVatDeclaration', facts: { ...facts, ...rest }, baseVersion: null });
  }

  return {
    company,
    done,
    drop,
    invoice: (on: string, code: string, amount: string, account?: string) =>
      document('invoice', on, code, amount, { account }),
    credit: (on: string, code: string, amount: string, creditedId?: number, account?: string) =>
      document('credit_note', on, code, amount, { creditedId, account }),
    pay,
    declare,
  };
}
