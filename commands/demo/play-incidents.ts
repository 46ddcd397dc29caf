import { getWorkingDayFrom } from '../../domain/country-packs/holidays.ts';
import { addDays, getLastDayOfMonth, type PlainDate } from '../../domain/dates.ts';
import type { DemoEntry, DemoLateSale } from '../../domain/demo/company.ts';
import { getNewPartyIban, getPartyIban } from '../../domain/demo/invoices.ts';
import { getParty, type PlannedDocument } from '../../domain/demo/plan.ts';
import { ZERO } from '../../domain/money.ts';
import { postBatch } from '../ledger/post-batch.ts';
import { reverseEntry } from '../ledger/reverse-entry.ts';
import type { RequestedEntry } from '../ledger/requested.ts';
import { changeRecord } from '../records/change-record.ts';
import { fileVatListing } from '../vat-filing/file-listing.ts';
import { createDemoContext, requireDone, type DemoBooks } from './books.ts';
import { buildInvoiceRequest, schedulePayment } from './invoices.ts';

/**
 * What an auditor finds in the older year: one true finding for each question of the audit. Their days are after the
 * filing of the VAT return, because the clock of the demo never goes back.
 */

type Play = (books: DemoBooks, month: PlainDate) => Promise<void>;

/** By month of the older year. */
const INCIDENTS: Readonly<Record<string, Play>> = {
  '05': changeIban,
  '09': typeLate,
  '10': postAtNight,
  '12': postProvision,
};
const MONTH_OF_REPETITION = '06';

export async function playIncidents(books: DemoBooks, month: PlainDate): Promise<void> {
  if (isOfOlderYear(books, month)) await INCIDENTS[month.slice(5, 7)]?.(books, month);
}

const isOfOlderYear = ({ firstDay }: DemoBooks, month: PlainDate): boolean =>
  month.slice(0, 4) === firstDay.slice(0, 4);

/** A supplier announces another bank account, which the next payments go to. */
async function changeIban(books: DemoBooks, month: PlainDate): Promise<void> {
  const { company, companyId, toolbox, time, staff, parties, toMove, newIbans } = books;
  const party = getParty(company, company.incidents.changedIban);
  const [before, after] = [getPartyIban(company, party), getNewPartyIban(company, party)];
  time.moveTo(getWorkingDayFrom(addDays(month, 20), 'BE'), '09:20');
  const change = { type: 'UpdateRecord', resource: 'third-parties', id: parties.get(party.key)! } as const;
  requireDone(
    await changeRecord(
      toolbox,
      companyId,
      { ...change, changes: { ibans: [after] }, baseVersion: null },
      createDemoContext(staff.encoder),
    ),
    'change an IBAN',
  );
  newIbans.set(party.key, after);
  for (const [index, movement] of toMove.entries())
    if (movement.iban === before) toMove[index] = { ...movement, iban: after };
}

/** Returns an invoice of the month that is booked a second time, from a copy that the supplier sent. */
export function repeatDocument(books: DemoBooks, documents: readonly PlannedDocument[]): readonly PlannedDocument[] {
  const { bookedTwice } = books.company.incidents;
  const found = documents.find(({ party, credits }) => party.key === bookedTwice && credits === null);
  if (!found || found.date.slice(5, 7) !== MONTH_OF_REPETITION || !isOfOlderYear(books, found.date)) return [];
  return [{ ...found, reference: found.reference.replace('-', ' / '), paidOn: null }];
}

/** A return that was filed accepts no more VAT codes, but its accounts can still be typed in. */
async function typeLate(books: DemoBooks, month: PlainDate): Promise<void> {
  books.time.moveTo(getWorkingDayFrom(addDays(month, 21), 'BE'), '13:40');
  const date = `${month.slice(0, 4)}-03-31`;
  await postOne(books, buildFreeEntry(books, date, books.company.incidents.typedLate), books.staff.encoder);
}

async function postOne({ companyId, toolbox }: DemoBooks, requested: RequestedEntry, userId: number) {
  const posted = await postBatch(toolbox, companyId, [requested], createDemoContext(userId), ({ entry }) => entry);
  return requireDone(posted, `post ${requested.label}`).presented[0]!;
}

/** The manager finds no document for it and reverses it on Tuesday. */
async function postAtNight(books: DemoBooks, month: PlainDate): Promise<void> {
  const { company, companyId, toolbox, time, staff } = books;
  const sunday = getSundayFrom(addDays(month, 19));
  time.moveTo(sunday, '21:40');
  const { id } = await postOne(books, buildFreeEntry(books, sunday, company.incidents.atNight), staff.encoder);
  const tuesday = addDays(sunday, 2);
  time.moveTo(tuesday, '08:15');
  const reason = company.locale === 'nl' ? 'Geen bewijsstuk gevonden' : 'Aucune pièce justificative';
  const reversal = { id, entry_date: tuesday, label: null, reason, today: tuesday, baseVersion: null };
  requireDone(await reverseEntry(toolbox, companyId, reversal, createDemoContext(staff.manager)), 'reverse an entry');
}

function getSundayFrom(date: PlainDate): PlainDate {
  let day = date;
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 0) day = addDays(day, 1);
  return day;
}

/** The manager who estimates it closes the year, too. */
async function postProvision(books: DemoBooks, month: PlainDate): Promise<void> {
  books.time.moveTo(getWorkingDayFrom(addDays(month, 28), 'BE'), '13:10');
  const date = getLastDayOfMonth(month);
  await postOne(books, buildFreeEntry(books, date, books.company.incidents.provision), books.staff.manager);
}

function buildFreeEntry(
  books: DemoBooks,
  entry_date: PlainDate,
  { label, debited, credited, amount }: DemoEntry,
): RequestedEntry {
  const common = { account_id: null, label: null, third_party_id: null };
  return {
    type: 'PostEntry',
    journal_id: books.getJournalId('OD'),
    entry_date,
    due_date: null,
    label,
    reference: null,
    lines: [
      { ...common, account: debited, debit: amount, credit: ZERO },
      { ...common, account: credited, debit: ZERO, credit: amount },
    ],
  };
}

/** Files the listing of customers of the older year where there are no VAT returns, and books a forgotten sale afterwards. */
export async function playListing(books: DemoBooks): Promise<void> {
  const { company, companyId, toolbox, time, staff, firstDay, today } = books;
  const { soldLate } = company.incidents;
  if (!soldLate) return;
  const year = Number(firstDay.slice(0, 4));
  const planned = getWorkingDayFrom(`${year + 1}-01-12`, 'BE');
  const filed_on = planned < today ? planned : today;
  time.moveTo(filed_on, '09:40');
  const listing = { kind: 'customer_listing', year, period: 1, period_type: null, reference: null } as const;
  const filed = await fileVatListing(
    toolbox,
    companyId,
    { ...listing, filed_on, today, baseVersion: null },
    createDemoContext(staff.manager),
  );
  if ('refusal' in filed) requireDone(filed.refusal, 'file the listing of customers');
  await bookForgottenSale(books, soldLate, `${year}-12-18`, getWorkingDayFrom(`${year + 1}-01-22`, 'BE'));
}

async function bookForgottenSale(
  books: DemoBooks,
  { party: key, amount, label }: DemoLateSale,
  date: PlainDate,
  bookedOn: PlainDate,
): Promise<void> {
  const party = getParty(books.company, key);
  const document: PlannedDocument = {
    kind: 'sale',
    party,
    date,
    reference: `V${date.slice(2, 4)}${date.slice(5, 7)}-090`,
    label,
    account: party.account,
    vatCode: party.vatCode,
    amount,
    paidOn: addDays(bookedOn, 9),
    credits: null,
  };
  books.time.moveTo(bookedOn, '13:40');
  const entry = await postOne(books, buildInvoiceRequest(books, document, null), books.staff.encoder);
  schedulePayment(books, document, entry);
}
