import type { EntryFacts, LetteringFacts } from '../../domain/ledger/entry-facts.ts';
import { countMaxTaxLines, type PaymentTax } from '../../domain/ledger/payment-tax.ts';
import type { LineToLetter } from '../../domain/lettering/lettering.ts';
import { asAmount, countsFor, type BookLettering, type BookLine } from './books.ts';
import type { Company } from './company.ts';

/** What commands gather from the read tables, put together from the books instead. */

export function factsOf({ books, file }: Company, entryId: number): EntryFacts {
  const { posted, details, version, reversedBy, layer, lines } = books.entries.get(entryId)!;
  const { id, journal_id, fiscal_year_id, number, entry_date, third_party_id, origin, vat } = posted;
  return {
    id,
    journal_id,
    fiscal_year_id,
    number,
    entry_date,
    third_party_id,
    origin,
    ...(vat && { vat }),
    ...details,
    version,
    status: reversedBy === null ? 'posted' : 'reversed',
    layer,
    reversed_entry_id: posted.reversed_entry_id ?? null,
    reversed_by_entry_id: reversedBy,
    lines: posted.lines.map((line, index) => ({
      ...line,
      line_number: index + 1,
      settled: asAmount(lines[index]!.settled),
      is_letterable: file.records['accounts']!.byId.get(line.account_id)!.data['is_letterable'] as boolean,
    })),
    letterings: [...books.letterings.values()]
      .filter(({ isUndone, lines: lettered }) => !isUndone && lettered.some(({ entry_id }) => entry_id === id))
      .sort((a, b) => a.id - b.id)
      .map(letteringFacts),
  };
}

/** Its lines in the order in which they were posted. */
export const letteringFacts = ({ id, version, lines, moved_tax, settled_on }: BookLettering): LetteringFacts => ({
  id,
  version,
  ...(moved_tax && { tax_moved_on: settled_on }),
  lines: lines.toSorted((a, b) => a.entry_id - b.entry_id || a.line_number - b.line_number),
});

export function lineToLetter({ books }: Company, line: BookLine): LineToLetter {
  const { posted, details } = books.entries.get(line.entryId)!;
  const { due_date, reference, label } = posted.lines[line.lineNumber - 1]!;
  const reported = (...texts: readonly (string | null | undefined)[]) =>
    texts.filter((text) => typeof text === 'string');
  return {
    line_id: line.id,
    entry_id: line.entryId,
    line_number: line.lineNumber,
    account_id: line.accountId,
    third_party_id: countsFor(books, line.thirdPartyId),
    entry_date: posted.entry_date,
    due_date: due_date ?? details.due_date ?? posted.entry_date,
    open: asAmount(line.amount - line.settled),
    references: reported(reference, details.reference),
    labels: reported(label, details.label),
    isItem: books.entries.get(line.entryId)!.layer !== 'carried',
  };
}

/** What commands need to move the tax due with the payment of these entries, by so many letterings. */
export function paymentTaxFor(
  company: Company,
  entryIds: readonly number[],
  letterings: number,
): { readonly payment?: PaymentTax } {
  const documents = [...new Set(entryIds)]
    .map((id) => factsOf(company, id))
    .filter(({ vat = [] }) => vat.some(({ exigibility }) => exigibility === 'payment'));
  const lines = countMaxTaxLines(documents, company.file);
  if (lines === 0) return {};
  return { payment: { documents, entryIds: company.newIds(letterings), lineIds: company.newIds(lines) } };
}

/** What automatic lettering looks at: all that is open now on accounts whose lines settle one another. */
export function openLinesOf(company: Company): LineToLetter[] {
  const { accounts } = company.file.records;
  return [...company.books.lines.values()]
    .filter(({ amount, settled }) => amount !== settled)
    .filter(({ accountId }) => accounts!.byId.get(accountId)!.data['is_letterable'] === true)
    .map((line) => lineToLetter(company, line))
    .sort(
      (a, b) => a.account_id - b.account_id || (a.third_party_id ?? Infinity) - (b.third_party_id ?? Infinity) || 0,
    );
}
