import { addDays, getLastDayOfMonth, addMonths, type PlainDate } from '../../domain/dates.ts';
import { computeClosingBalance, writeCoda, type CodaMovement } from '../../domain/demo/coda.ts';
import { getWorkingDayFrom } from '../../domain/country-packs/holidays.ts';
import { getIban } from '../../domain/demo/invoices.ts';
import { planDocuments, type PlannedDocument } from '../../domain/demo/plan.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import type { RequestedLine } from '../../domain/ledger/entry.ts';
import { negate, fromCents, ZERO, type Amount } from '../../domain/money.ts';
import { toArrivedBankFile, importStatements } from '../bank/import-statements.ts';
import { matchAutomatically } from '../bank/match-automatically.ts';
import { postBatch } from '../ledger/post-batch.ts';
import type { RequestedEntry } from '../ledger/requested.ts';
import { letterAutomatically } from '../lettering/letter-automatically.ts';
import { letterLines } from '../lettering/letter-lines.ts';
import { createDemoContext, requireDone, type DemoBooks } from './books.ts';
import { repeatDocument } from './play-incidents.ts';
import { buildInvoiceRequest, findPartyLine, schedulePayment } from './invoices.ts';
import { postYearlyDepreciation, postRecurring } from './keep-books.ts';
import { WAGE_PAYMENTS } from './set-up.ts';

/** One month of a company: sales and purchase invoices, wages, bank statement and its matching. */

export async function playMonth(books: DemoBooks, month: PlainDate): Promise<void> {
  const lastDay = getLastDayOfMonth(month);
  const yesterday = addDays(books.today, -1);
  const until = lastDay < yesterday ? lastDay : yesterday;
  if (until < month) return;
  await postDocuments(books, month, until);
  await postRecurring(books, month, until);
  if (until === lastDay) await postYearlyDepreciation(books, month);
  await importMonthStatement(books, month, until);
}

async function postDocuments(books: DemoBooks, month: PlainDate, until: PlainDate): Promise<void> {
  const { company, companyId, toolbox, time, staff } = books;
  const documents = planDocuments(company, month, until);
  const invoices = [...documents.filter(({ credits }) => credits === null), ...repeatDocument(books, documents)];
  const others = until === getLastDayOfMonth(month) ? buildWageEntries(books, month) : [];
  const requested = [...invoices.map((document) => buildInvoiceRequest(books, document, null)), ...others];
  if (requested.length === 0) return;
  time.moveTo(getWorkingDayFrom(until, 'BE'), '15:30');
  const posted = await postBatch(toolbox, companyId, requested, createDemoContext(staff.encoder), ({ entry }) => entry);
  const entries = requireDone(posted, `post the documents of ${month}`).presented;
  const entryOf = new Map(invoices.map(({ reference }, index) => [reference, entries[index]!]));
  for (const [index, document] of invoices.entries()) schedulePayment(books, document, entries[index]!);
  await postCreditNotes(books, documents, entryOf);
}

async function postCreditNotes(
  books: DemoBooks,
  documents: readonly PlannedDocument[],
  entryOf: ReadonlyMap<string, PostedEntry>,
): Promise<void> {
  const { companyId, toolbox, staff } = books;
  const credits = documents.filter(({ credits: credited }) => credited !== null);
  if (credits.length === 0) return;
  const requested = credits.map((document) => buildInvoiceRequest(books, document, entryOf.get(document.credits!)!.id));
  const outcome = await postBatch(
    toolbox,
    companyId,
    requested,
    createDemoContext(staff.encoder),
    ({ entry }) => entry,
  );
  const posted = requireDone(outcome, 'post credit notes').presented;
  for (const [index, document] of credits.entries()) {
    const line_ids = [findPartyLine(entryOf.get(document.credits!)!).id, findPartyLine(posted[index]!).id];
    const lettering = { line_ids, partial: false, entry_date: null, journal_id: null, label: null };
    requireDone(
      await letterLines(toolbox, companyId, lettering, createDemoContext(staff.encoder)),
      'match a credit note',
    );
  }
}

const toEuros = (whole: number): Amount => fromCents(BigInt(whole * 100));

function buildWageEntries(books: DemoBooks, month: PlainDate): readonly RequestedEntry[] {
  const { company, toMove } = books;
  const { wages } = company;
  if (!wages) return [];
  const { gross, employer, withheld, security, expense, people } = wages;
  const amounts = { net: gross - withheld - security, withheld, security: security + employer };
  const words = company.locale === 'nl' ? 'nl' : 'fr';
  for (const payment of WAGE_PAYMENTS) {
    if (amounts[payment.part] === 0) continue;
    const first = payment.isOfMonthBefore ? addMonths(month, 1) : month;
    const date = addDays(first, payment.day - 1);
    toMove.push({
      date,
      amount: negate(toEuros(amounts[payment.part])),
      counterpart: company.name,
      iban: null,
      communication: payment.words[words],
    });
  }
  return [
    buildMiscellaneousEntry(books, getLastDayOfMonth(month), people[0]!, [
      [expense, gross],
      ['621000', employer],
      ['453000', -withheld],
      ['454000', -amounts.security],
      ['455000', -amounts.net],
    ]),
  ];
}

function buildMiscellaneousEntry(
  books: DemoBooks,
  date: PlainDate,
  label: string,
  amounts: readonly (readonly [account: string, euros: number])[],
): RequestedEntry {
  const lines = amounts
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) =>
      amount > 0 ? buildLine(account, toEuros(amount), ZERO) : buildLine(account, ZERO, toEuros(-amount)),
    );
  return { ...buildEntryHeader(books, date, label), lines };
}

const buildEntryHeader = (books: DemoBooks, entry_date: PlainDate, label: string) =>
  ({
    type: 'PostEntry',
    journal_id: books.getJournalId('OD'),
    entry_date,
    due_date: null,
    label,
    reference: null,
  }) as const;

const buildLine = (account: string, debit: Amount, credit: Amount): RequestedLine => ({
  account,
  account_id: null,
  debit,
  credit,
  label: null,
  third_party_id: null,
});

/** Imports the statement of the month, which the bank sends on the day after its last day. */
async function importMonthStatement(books: DemoBooks, month: PlainDate, until: PlainDate): Promise<void> {
  const { company, companyId, toolbox, time, staff, today } = books;
  const movements = [...takeDuePayments(books, until), ...listStandingMovements(books, month, until)].toSorted(
    (one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0),
  );
  if (movements.length === 0) return;
  const statement = {
    iban: getIban(company),
    holder: company.name,
    number: Number(month.slice(5, 7)),
    openedOn: addDays(month, -1),
    closedOn: until,
    openingBalance: books.balance,
    movements,
  };
  books.balance = computeClosingBalance(statement);
  const receivedOn = getWorkingDayFrom(addDays(until, 1), 'BE');
  time.moveTo(receivedOn, '07:45');
  const received = await toolbox.files.receive(streamText(writeCoda(statement)));
  try {
    const name = `${company.code}-${month.slice(0, 7)}.cod`;
    const [imported] = await importStatements(
      toolbox,
      companyId,
      [toArrivedBankFile(name, received)],
      createDemoContext(staff.encoder),
    );
    requireDone(imported!.outcome, `import the statement of ${month}`);
  } finally {
    await received.discard();
  }
  // The movements of the current month are left for the visitor to match.
  if (month.slice(0, 7) === today.slice(0, 7)) return;
  time.moveTo(receivedOn, '08:10');
  const matching = { ids: null, after: null, threshold: 0 };
  requireDone(
    await matchAutomatically(toolbox, companyId, matching, createDemoContext(staff.encoder)),
    `match the statement of ${month}`,
  );
  // Rules book the payments of wages and taxes; this settles the debts that they pay.
  requireDone(
    await letterAutomatically(toolbox, companyId, { maxItems: 2 }, createDemoContext(staff.encoder)),
    `letter what was paid in ${month}`,
  );
}

/** Removes and returns the payments due by this day. */
function takeDuePayments({ toMove }: DemoBooks, until: PlainDate): readonly CodaMovement[] {
  const due = toMove.filter(({ date }) => date <= until);
  toMove.splice(0, toMove.length, ...toMove.filter(({ date }) => date > until));
  return due;
}

function listStandingMovements({ company }: DemoBooks, month: PlainDate, until: PlainDate): readonly CodaMovement[] {
  return company.movements.flatMap(({ name, communication, day, months, amount }) => {
    const date = addDays(month, day - 1);
    if (date > until || months?.includes(Number(month.slice(5, 7))) === false) return [];
    return [{ date, amount, counterpart: name, iban: null, communication }];
  });
}

async function* streamText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'latin1');
}
