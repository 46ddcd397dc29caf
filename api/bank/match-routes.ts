import { z } from 'zod';
import { toRequestedShares, sharesInput } from '../analytics/shares.ts';
import { buildMatchCommand, findMatchEntry, matchTransaction } from '../../commands/bank/match-transaction.ts';
import type { RequestedMatching } from '../../commands/bank/match-transaction.ts';
import { unmatchTransaction } from '../../commands/bank/unmatch-transaction.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { loadTransactionsByIds } from '../../projections/bank/transaction-queries.ts';
import { readEntriesByIds } from '../../projections/ledger/queries.ts';
import { readLetteringsByIds } from '../../projections/lettering/queries.ts';
import { amount, bool, exchangeRate, id, list, text } from '../http/input/fields.ts';
import { translateProblem } from '../http/reply/errors.ts';
import { decimalString } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { warningsMember, withWarnings } from '../http/reply/warnings.ts';
import { route } from '../http/routing/route.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import { EntryPreview, presentPreview, presentPreviews } from '../ledger/preview.ts';
import { LetteringAnswer, presentLettering } from '../lettering/lettering.ts';
import { createExampleTransaction } from './example-file.ts';
import { BankTransaction, presentTransaction, TRANSACTIONS } from './transaction.ts';
import { findActiveTransaction, withServerTransaction } from './transaction-routes.ts';
import { getFirstOfType } from '../../commands/support/events-by-type.ts';
import { narrowEvents } from '../../commands/support/rehearsal.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';

const ONE = `${TRANSACTIONS}/{id}`;
const common = { area: 'bank', demo: 'allowed', ability: 'write', role: 'encoder' } as const;
const ofTransaction = z.object({ id: id() });

/** Limits per entry. */
const MOST_ITEMS = 300;
const MOST_LINES = 100;

const Body = z.object({
  items: list(
    z.object({
      line_id: id(),
      amount: amount({ signed: true }).nullish().meta({
        description:
          'Settled amount, in the currency of the transaction, with the sign of the open amount. If absent: all of it, or as much as the transaction covers.',
      }),
      currency_amount: amount({ signed: true }).nullish().meta({
        description:
          'Settled amount in the currency of the line, if it is not that of the transaction. If absent: the amount that the statement names, or the whole line if the payment is worth about as much, or the part that it is worth.',
      }),
      reopen: bool().nullish().meta({
        description:
          'True for a returned payment: the items that the line had settled are open again, and this transaction settles the line itself.',
      }),
    }),
    { max: MOST_ITEMS },
  )
    .nullish()
    .meta({ description: 'Open items that the transaction settles.' }),
  lines: list(
    z.object({
      account: text(20).nullish(),
      account_id: id().nullish(),
      amount: amount({ signed: true }).meta({
        description: 'With the VAT of its code, and with the sign of the transaction.',
      }),
      third_party_id: id().nullish(),
      vat_code: text(20).nullish(),
      vat_code_id: id().nullish(),
      label: text(200).nullish(),
      analytics: sharesInput.nullish(),
    }),
    { max: MOST_LINES },
  )
    .nullish()
    .meta({ description: 'Amounts booked directly to accounts, without an open item: fees, costs, transfers.' }),
  write_off: bool().nullish().meta({
    description: 'True: the remaining difference is written off, up to the limit in the settings.',
  }),
  exchange_rate: exchangeRate().nullish().meta({
    description:
      'Rate of a transaction in foreign currency: units of it for one unit of the currency of the company file. If absent: the rate of its day.',
  }),
  label: text(200).nullish(),
});

const toMatchRequest = (transactionId: number, body: z.output<typeof Body>): RequestedMatching => ({
  id: transactionId,
  items: (body.items ?? []).map((item) => ({
    line_id: item.line_id,
    amount: item.amount ?? null,
    currency_amount: item.currency_amount ?? null,
    reopen: item.reopen ?? false,
  })),
  lines: (body.lines ?? []).map((line) => ({
    account: line.account ?? null,
    account_id: line.account_id ?? null,
    amount: line.amount,
    third_party_id: line.third_party_id ?? null,
    vat_code: line.vat_code ?? null,
    vat_code_id: line.vat_code_id ?? null,
    label: line.label ?? null,
    analytics: toRequestedShares(line.analytics),
  })),
  write_off: body.write_off ?? false,
  exchange_rate: body.exchange_rate ?? null,
  label: body.label ?? null,
  origin: 'manual',
});

const Match = z
  .object({
    transaction: BankTransaction,
    entry: Entry.nullable().meta({ description: 'The posted entry; null for a dry run.' }),
    letterings: z.array(LetteringAnswer),
    exchange_difference: decimalString.nullable().meta({
      description: 'Exchange difference that the entry books, positive for a loss; null if there is none.',
    }),
    preview: EntryPreview.nullable().meta({ description: 'The entry that would be posted, for a dry run.' }),
    dry_run: z.literal(true).optional().meta({ description: 'Previews only.' }),
    warnings: warningsMember,
  })
  .meta({ id: 'BankMatch' });

const Unmatch = z
  .object({
    transaction: BankTransaction,
    reversal: Entry.meta({ description: 'The entry that reverses the last booking.' }),
    reversals: z.array(Entry).meta({ description: 'One for each entry that had booked part of the transaction.' }),
    parts: z.array(BankTransaction).meta({
      description: 'Transactions that replace it, if the details of its amount (CAMT.054) came while it was matched.',
    }),
  })
  .meta({ id: 'BankUnmatch' });

const UnmatchPreview = z
  .object({
    dry_run: z.literal(true),
    transaction: BankTransaction,
    reversal: EntryPreview,
    reversals: z
      .array(EntryPreview)
      .meta({ description: 'One for each entry that had booked part of the transaction.' }),
    entries: z.array(EntryPreview).meta({ description: 'All entries that would be posted.' }),
  })
  .meta({ id: 'BankUnmatchPreview' });

const errorCodes = [
  'conflict',
  'period_locked',
  'transaction_already_matched',
  'transaction_already_ignored',
  'match_exceeds_transaction',
  'match_of_other_sign',
  'match_difference_too_large',
  'rate_unknown',
  'discount_in_currency',
];

export const matchRoutes = [
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/bank-transactions/{id}/match',
    summary: 'Book a transaction, fully or partly, against open items and accounts, in the bank journal',
    params: ofTransaction,
    body: Body,
    alsoWrong: {
      standIns: { amount: '0.01' },
      findRefusal: ({ services, company, params }, body) =>
        findCommandRefusal(services, company.id, buildMatchCommand, toMatchRequest(params.id, body)),
    },
    example: async (scene) => ({
      ...(await createExampleTransaction(scene)),
      body: { lines: [{ account: '740000', amount: '121.00', label: 'Premium' }] },
    }),
    replies: { 200: Match },
    dryRun: {
      reply: Match,
      async present(request, rehearsed) {
        const { file } = rehearsed;
        const row = await findActiveTransaction(request, request.params.id);
        if (!row) return refuse('not_found');
        const transaction = presentTransaction(row, request.language);
        const preview = presentPreview({ entry: findMatchEntry(narrowEvents(rehearsed)), file }, request.language);
        const [match] = getFirstOfType(rehearsed.events, 'BankTransactionsMatched').data.matches;
        const exchange_difference = match!.exchange_difference ?? null;
        return { transaction, entry: null, letterings: [], exchange_difference, preview };
      },
    },
    errorCodes,
    async handle(request) {
      const { params, body, services, company, language, write } = request;
      const requested = toMatchRequest(params.id, body);
      const outcome = await matchTransaction(services, company.id, requested, write.baseVersion, write);
      if (isRefusal(outcome)) return withServerTransaction(request, params.id, outcome);
      const [row, [entry], letterings] = await Promise.all([
        findActiveTransaction(request, params.id),
        readEntriesByIds(services.pool, company.id, [outcome.entryId]),
        readLetteringsByIds(services.pool, company.id, outcome.letteringIds),
      ]);
      if (!row) return refuse('not_found');
      const matched = {
        transaction: presentTransaction(row, language),
        entry: presentEntry(entry!, language),
        letterings: letterings.map((one) => presentLettering(one, language)),
        exchange_difference: outcome.exchangeDifference,
        preview: null,
      };
      const warnings = outcome.warnings.map((problem) => ({
        code: problem.code,
        message: translateProblem(problem, language, false),
        field: 'lines',
      }));
      return ok(withWarnings(matched, warnings), { recorded: true, version: row.version });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/bank-transactions/{id}/unmatch',
    summary: 'Unmatch a transaction: its entries are reversed, and the items they settled are open again',
    params: ofTransaction,
    body: z.object({
      entry_id: id().nullish().meta({ description: 'Only the part booked by this entry; if absent, everything.' }),
    }),
    example: async ({ after }) => {
      const { answer } = await after(`POST ${ONE}/match`);
      return { params: { id: (answer['transaction'] as { readonly id: number }).id }, body: {} };
    },
    replies: { 200: Unmatch },
    dryRun: {
      reply: UnmatchPreview,
      async present(request, rehearsed) {
        const row = await findActiveTransaction(request, request.params.id);
        if (!row) return refuse('not_found');
        const entries = presentPreviews(rehearsed, request.language);
        const reversals = entries.filter(({ reversed_entry_id }) => reversed_entry_id !== null);
        const transaction = presentTransaction(row, request.language);
        return { transaction, reversal: reversals[0], reversals, entries };
      },
    },
    errorCodes: ['conflict', 'period_locked', 'transaction_not_matched', 'match_unknown'],
    async handle(request) {
      const { params, body, services, company, language, write } = request;
      const requested = { id: params.id, entry_id: body.entry_id ?? null, baseVersion: write.baseVersion };
      const outcome = await unmatchTransaction(services, company.id, requested, write);
      if (isRefusal(outcome)) return withServerTransaction(request, params.id, outcome);
      const [rows, entries] = await Promise.all([
        loadTransactionsByIds(services.pool, company.id, [params.id, ...outcome.partIds]),
        readEntriesByIds(services.pool, company.id, outcome.reversalIds),
      ]);
      const row = rows.find((one) => one.id === params.id);
      if (!row) return refuse('not_found');
      const reversals = outcome.reversalIds.map((one) =>
        presentEntry(
          entries.find((entry) => entry.id === one)!,
          language,
        ),
      );
      const transaction = presentTransaction(row, language);
      const parts = rows.flatMap((one) => (one.id === params.id ? [] : [presentTransaction(one, language)]));
      return ok({ transaction, reversal: reversals[0], reversals, parts }, { recorded: true, version: row.version });
    },
  }),
];
