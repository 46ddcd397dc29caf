import { randomUUID } from 'node:crypto';
import { getWorkingDayFrom } from '../../domain/country-packs/holidays.ts';
import { addDays, addMonths, type PlainDate } from '../../domain/dates.ts';
import type { WaitingDocument } from '../../domain/demo/company.ts';
import { buildWaitingFile } from '../../domain/demo/invoices.ts';
import { isZero, negate, percent } from '../../domain/money.ts';
import { findDeclaration } from '../../projections/vat-declarations/queries.ts';
import { examineUploads } from '../document-imports/arrivals.ts';
import { uploadDocuments } from '../document-imports/upload.ts';
import { validateImport } from '../document-imports/validate.ts';
import { recordDocument } from '../documents/record-document.ts';
import { openFiscalYear } from '../fiscal-years/change-fiscal-year.ts';
import { closeFiscalYear } from '../fiscal-years/close-fiscal-year.ts';
import { changeVatDeclaration } from '../vat-declarations/change.ts';
import { drawUpVatDeclaration } from '../vat-declarations/draw-up.ts';
import { createDemoContext, requireDone, type DemoBooks } from './books.ts';
import { planYear, postDeferrals } from './keep-books.ts';
import { playIncidents, playListing } from './play-incidents.ts';
import { playMonth } from './play-month.ts';
import { VAT_WORDS } from './set-up.ts';

/** Simulates the two years of a company file, month by month up to today. */
export async function playCompany(books: DemoBooks, signal?: AbortSignal): Promise<void> {
  const { firstDay, today } = books;
  for (let month = firstDay; month <= today; month = addMonths(month, 1)) {
    signal?.throwIfAborted();
    if (month === getNewerYearStart(books)) {
      await openNewerYear(books, month);
      await playListing(books);
    }
    await playIncidents(books, month);
    await playMonth(books, month);
    const next = addMonths(month, 1);
    if (next <= today) await declareVat(books, month);
    // The annual accounts are drawn up in the following spring.
    const closedOn = getWorkingDayFrom(addDays(next, 9), 'BE');
    if (month === addMonths(firstDay, 15) && closedOn <= today) await closeOlderYear(books, closedOn);
  }
  if (!books.isClosed) await closeOlderYear(books, today);
  await uploadSupplierDocuments(books);
  await prepareSales(books);
}

/** First day of the newer fiscal year. */
const getNewerYearStart = ({ firstDay }: DemoBooks): PlainDate => addMonths(firstDay, 12);

async function openNewerYear(books: DemoBooks, firstDay: PlainDate) {
  const { companyId, toolbox, time, staff, fiscalYears } = books;
  time.moveTo(getWorkingDayFrom(firstDay, 'BE'), '09:00');
  const year = firstDay.slice(0, 4);
  const requested = { code: year, starts_on: firstDay, ends_on: `${year}-12-31` };
  fiscalYears.newer = requireDone(
    await openFiscalYear(toolbox, companyId, requested, createDemoContext(staff.manager)),
    'open a year',
  ).id;
  await planYear(books, year);
  await postDeferrals(books, firstDay);
}

/** Day of the month after the period on which a VAT return is drawn up, validated and filed. */
const FILING_DAY = 17;
/** Days until the tax administration pays a refund. */
const REFUND_DAYS = 55;

async function declareVat(books: DemoBooks, month: PlainDate): Promise<void> {
  const { company, companyId, toolbox, time, staff, today, toMove } = books;
  const { vatRegime } = company;
  const number = Number(month.slice(5, 7));
  if (vatRegime === 'franchise' || (vatRegime === 'quarterly' && number % 3 !== 0)) return;
  const period = vatRegime === 'quarterly' ? number / 3 : number;
  const filedOn = getWorkingDayFrom(addDays(addMonths(month, 1), FILING_DAY - 1), 'BE');
  const isOver = filedOn < today;
  time.moveTo(isOver ? filedOn : today, '10:20');
  const requested = { year: Number(month.slice(0, 4)), period, period_type: vatRegime } as const;
  const { id } = requireDone(
    await drawUpVatDeclaration(toolbox, companyId, requested, createDemoContext(staff.manager)),
    `declare ${month}`,
  );
  // The return of the last period is left to the visitor, unless its year is about to be closed.
  if (!isOver && month >= getNewerYearStart(books)) return;
  const steps = [
    { step: 'validate', fingerprint: null, today },
    { step: 'file', filed_on: filedOn < today ? filedOn : today, reference: null, today },
  ] as const;
  for (const step of steps)
    requireDone(
      await changeVatDeclaration(
        toolbox,
        companyId,
        id,
        { ...step, baseVersion: null },
        createDemoContext(staff.manager),
      ),
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
  if (!isZero(amount_refund)) toMove.push({ date: addDays(due_on, REFUND_DAYS), amount: amount_refund, ...paid });
}

async function closeOlderYear(books: DemoBooks, day: PlainDate): Promise<void> {
  const { companyId, toolbox, time, staff, fiscalYears } = books;
  time.moveTo(day, '11:00');
  const requested = { id: fiscalYears.older, journalId: null, today: day, baseVersion: null };
  requireDone(
    await closeFiscalYear(toolbox, companyId, requested, createDemoContext(staff.manager)),
    'close the older fiscal year',
  );
  books.isClosed = true;
}

/** Uploads supplier documents: the structured invoices of last week are booked, the most recent ones are left waiting. */
async function uploadSupplierDocuments(books: DemoBooks): Promise<void> {
  const { company, companyId, toolbox, time, staff, today } = books;
  const earlier = company.waiting
    .filter(({ form }) => form === 'ubl')
    .map(({ lines, ...document }) => ({
      ...document,
      // Use other amounts, so that the invoice is not taken for a duplicate.
      lines: lines.map((line) => ({ ...line, amount: percent(line.amount, '87') })),
      daysAgo: document.daysAgo + DAYS_BEFORE,
    }))
    // The previous year is closed.
    .filter(({ daysAgo }) => addDays(today, -daysAgo) >= getNewerYearStart(books));
  time.moveTo(addDays(today, -DAYS_BEFORE), '09:30');
  const booked = earlier.length === 0 ? [] : await uploadWaiting(books, earlier);
  for (const importId of booked) {
    const asSuggested = { third_party_id: null, newThirdParty: null, direction: null, lines: null, extracted: null };
    const asUsual = { force: false, journal_id: null, entry_date: null, rates: {}, baseVersion: null };
    const requested = { importId, ...asSuggested, ...asUsual, book: true, isPushed: false };
    requireDone(
      await validateImport(toolbox, companyId, requested, createDemoContext(staff.encoder)),
      'validate a document',
    );
  }
  time.moveTo(today, '06:30');
  await uploadWaiting(books, company.waiting);
}

/** Invoices and quotations that are ready to be posted and sent. They are not booked. */
async function prepareSales({ company, companyId, toolbox, staff, parties, today }: DemoBooks): Promise<void> {
  const usual = { number: null, due_date: null, currency: null, exchange_rate: null, structured_communication: null };
  const ofParty = { account: null, account_id: null, vat_code: null, vat_code_id: null, amount_net: null };
  for (const { kind, party, lines } of company.prepared) {
    const document = {
      ...usual,
      direction: 'sale',
      kind,
      is_credit_note: false,
      document_date: today,
      third_party_id: parties.get(party)!,
      lines: lines.map(({ label, quantity, price }) => ({
        ...ofParty,
        description: label,
        quantity,
        unit_price: price,
      })),
      vat_amounts: [],
      notes: null,
    } as const;
    const requested = { document, isForced: false };
    requireDone(
      await recordDocument(toolbox, companyId, requested, createDemoContext(staff.encoder)),
      `prepare ${kind} for ${party}`,
    );
  }
}

/** Always within a period whose VAT return has not been filed. */
const DAYS_BEFORE = 8;

/** Returns the ids of the imports. */
async function uploadWaiting(books: DemoBooks, waiting: readonly WaitingDocument[]): Promise<readonly number[]> {
  const { company, companyId, toolbox, staff, today } = books;
  const { files } = toolbox;
  const uploads = await Promise.all(
    waiting.map(async (document) => {
      const { name, content } = buildWaitingFile(company, document, today, getNewerYearStart(books));
      const received = await files.receive(streamContent(content));
      const { bytes, sha256, path } = received;
      return { name, bytes, sha256, path, keep: () => received.keep('documents'), discard: () => received.discard() };
    }),
  );
  try {
    const arrived = requireDone(await examineUploads(uploads, files), 'receive documents');
    const requested = { batchId: randomUUID(), documents: arrived.documents };
    const outcome = await uploadDocuments(toolbox, companyId, requested, createDemoContext(staff.encoder));
    return requireDone(outcome, 'keep documents').importIds;
  } finally {
    await Promise.all(uploads.map(({ discard }) => discard()));
  }
}

async function* streamContent(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
