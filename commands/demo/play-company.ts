import { randomUUID } from 'node:crypto';
import { daysLater, monthsLater, type PlainDate } from '../../domain/dates.ts';
import type { WaitingDocument } from '../../domain/demo/company.ts';
import { waitingFile } from '../../domain/demo/invoices.ts';
import { isZero, negate, percent } from '../../domain/money.ts';
import { findDeclaration } from '../../projections/vat-declarations/queries.ts';
import { arrivedDocuments } from '../document-imports/arrivals.ts';
import { uploadDocuments } from '../document-imports/upload.ts';
import { validateImport } from '../document-imports/validate.ts';
import { openFiscalYear } from '../fiscal-years/change-fiscal-year.ts';
import { closeFiscalYear } from '../fiscal-years/close-fiscal-year.ts';
import { changeVatDeclaration } from '../vat-declarations/change.ts';
import { drawUpVatDeclaration } from '../vat-declarations/draw-up.ts';
import { by, done, type DemoBooks } from './books.ts';
import { planYear } from './keep-books.ts';
import { playMonth } from './play-month.ts';
import { VAT_WORDS } from './set-up.ts';

/** The two years of a company file, month by month up to today. */
export async function playCompany(books: DemoBooks, signal?: AbortSignal): Promise<void> {
  const { firstDay, today } = books;
  for (let month = firstDay; month <= today; month = monthsLater(month, 1)) {
    signal?.throwIfAborted();
    if (month === newerYear(books)) await openNewerYear(books, month);
    await playMonth(books, month);
    const next = monthsLater(month, 1);
    if (next <= today) await declareVat(books, month);
    // The accounts of a year are drawn up in the spring that follows.
    if (month === monthsLater(firstDay, 15) && next <= today) await closeOlderYear(books, daysLater(next, 9));
  }
  if (!books.isClosed) await closeOlderYear(books, today);
  await bringDocuments(books);
}

/** Its first day. */
const newerYear = ({ firstDay }: DemoBooks): PlainDate => monthsLater(firstDay, 12);

async function openNewerYear(books: DemoBooks, firstDay: PlainDate) {
  const { companyId, toolbox, time, staff, fiscalYears } = books;
  time.moveTo(firstDay, '09:00');
  const year = firstDay.slice(0, 4);
  const requested = { code: year, starts_on: firstDay, ends_on: `${year}-12-31` };
  fiscalYears.newer = done(await openFiscalYear(toolbox, companyId, requested, by(staff.manager)), 'open a year').id;
  await planYear(books, year);
}

/** A return is drawn up, looked at and filed on this day of the month after its period. */
const FILING_DAY = 17;
/** The administration takes its time. */
const REFUND_DAYS = 55;

async function declareVat(books: DemoBooks, month: PlainDate): Promise<void> {
  const { company, companyId, toolbox, time, staff, today, toMove } = books;
  const { vatRegime } = company;
  const number = Number(month.slice(5, 7));
  if (vatRegime === 'franchise' || (vatRegime === 'quarterly' && number % 3 !== 0)) return;
  const period = vatRegime === 'quarterly' ? number / 3 : number;
  const filedOn = daysLater(monthsLater(month, 1), FILING_DAY - 1);
  const isOver = filedOn < today;
  time.moveTo(isOver ? filedOn : today, '10:20');
  const requested = { year: Number(month.slice(0, 4)), period, period_type: vatRegime } as const;
  const { id } = done(await drawUpVatDeclaration(toolbox, companyId, requested, by(staff.manager)), `declare ${month}`);
  // The return of the last period waits for whoever tries the demo, unless its year is to be closed.
  if (!isOver && month >= newerYear(books)) return;
  const steps = [
    { step: 'validate' },
    { step: 'file', filed_on: filedOn < today ? filedOn : today, reference: null },
  ] as const;
  for (const step of steps)
    done(
      await changeVatDeclaration(toolbox, companyId, id, { ...step, baseVersion: null }, by(staff.manager)),
      `${step.step} ${month}`,
    );
  const declared = await findDeclaration(toolbox.pool, companyId, id);
  const { amount_due, amount_refund, due_on } = declared!;
  const paid = {
    counterpart: 'SPF Finances / FOD Financiën',
    iban: null,
    communication: `${VAT_WORDS} ${month.slice(0, 7)}`,
  };
  if (!isZero(amount_due)) toMove.push({ date: due_on, amount: negate(amount_due), ...paid });
  if (!isZero(amount_refund)) toMove.push({ date: daysLater(due_on, REFUND_DAYS), amount: amount_refund, ...paid });
}

async function closeOlderYear(books: DemoBooks, day: PlainDate): Promise<void> {
  const { companyId, toolbox, time, staff, fiscalYears } = books;
  time.moveTo(day, '11:00');
  const requested = { id: fiscalYears.older, journalId: null, today: day, baseVersion: null };
  done(await closeFiscalYear(toolbox, companyId, requested, by(staff.manager)), 'close the older year');
  books.isClosed = true;
}

/** What suppliers have sent: structured invoices of last week, which are booked, and those of the last days, which wait. */
async function bringDocuments(books: DemoBooks): Promise<void> {
  const { company, companyId, toolbox, time, staff, today } = books;
  const earlier = company.waiting
    .filter(({ form }) => form === 'ubl')
    .map(({ lines, ...document }) => ({
      ...document,
      // Not the same amounts again, which would look like the same invoice.
      lines: lines.map((line) => ({ ...line, amount: percent(line.amount, '87') })),
      daysAgo: document.daysAgo + DAYS_BEFORE,
    }))
    // The year before is closed.
    .filter(({ daysAgo }) => daysLater(today, -daysAgo) >= newerYear(books));
  time.moveTo(daysLater(today, -DAYS_BEFORE), '09:30');
  const booked = earlier.length === 0 ? [] : await upload(books, earlier);
  for (const importId of booked) {
    const asSuggested = { third_party_id: null, newThirdParty: null, direction: null, lines: null, extracted: null };
    const asUsual = { force: false, journal_id: null, entry_date: null, exchange_rate: null, baseVersion: null };
    const requested = { importId, ...asSuggested, ...asUsual, book: true, isPushed: false };
    done(await validateImport(toolbox, companyId, requested, by(staff.encoder)), 'validate a document');
  }
  time.moveTo(today, '06:30');
  await upload(books, company.waiting);
}

/** Within a period whose return is not filed, whatever the day. */
const DAYS_BEFORE = 8;

/** Gives the ids of the imports. */
async function upload(books: DemoBooks, waiting: readonly WaitingDocument[]): Promise<readonly number[]> {
  const { company, companyId, toolbox, staff, today } = books;
  const { files } = toolbox;
  const uploads = await Promise.all(
    waiting.map(async (document) => {
      const { name, content } = waitingFile(company, document, today, newerYear(books));
      const received = await files.receive(piece(content));
      const { bytes, sha256, path } = received;
      return { name, bytes, sha256, path, keep: () => received.keep('documents'), discard: () => received.discard() };
    }),
  );
  try {
    const arrived = done(await arrivedDocuments(uploads, files), 'take documents in');
    const requested = { batchId: randomUUID(), documents: arrived.documents };
    const outcome = await uploadDocuments(toolbox, companyId, requested, by(staff.encoder));
    return done(outcome, 'keep documents').importIds;
  } finally {
    await Promise.all(uploads.map(({ discard }) => discard()));
  }
}

async function* piece(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
