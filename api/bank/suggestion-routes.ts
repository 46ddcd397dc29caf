import { z } from 'zod';
import { matchAutomatically, type Result } from '../../commands/bank/match-automatically.ts';
import { suggestMatches, type Suggested } from '../../commands/bank/suggest.ts';
import { CERTAIN, SUGGESTION_KINDS, type Reason } from '../../domain/bank/suggestions/movement.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { TemplateAnalytics } from '../analytics/shares.ts';
import { bool, id, list, number } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';
import { EntryPreview, presentPreview } from '../ledger/preview.ts';
import { createExampleTransaction } from './example-file.ts';

const common = { area: 'bank', demo: 'allowed' } as const;

const Reasons = z.array(z.object({ code: z.string(), message: z.string() }));

const BankSuggestion = z
  .object({
    score: z.number().meta({ description: 'From 0 to 1: how sure it is.' }),
    is_certain: z.boolean().meta({ description: 'True: certain enough to be booked automatically on request.' }),
    kind: z.enum(SUGGESTION_KINDS).meta({ description: 'How the suggestion was found.' }),
    reasons: Reasons.meta({ description: 'Reasons in plain text.' }),
    items: z.array(
      z.object({
        line_id: recordId,
        entry_id: recordId,
        reference: z.string().nullable(),
        due_date: plainDate,
        open_amount: decimalString.meta({ description: 'Current open amount, in the currency of the item.' }),
        currency: z.string().nullable(),
        amount: decimalString.meta({
          description: 'Amount that would be settled, in the currency of the transaction.',
        }),
        currency_amount: decimalString
          .nullable()
          .meta({ description: 'The same in the currency of the item, if it is another one and known.' }),
        reopen: z.boolean().meta({ description: 'True: the items it had settled would be open again.' }),
      }),
    ),
    lines: z.array(
      z.object({
        account: z.string().nullable(),
        account_id: recordId.nullable(),
        amount: decimalString,
        label: z.string().nullable(),
        vat_code: z.string().nullable(),
        third_party_id: recordId.nullable(),
        analytics: TemplateAnalytics.nullable().meta({ description: 'From its rule; null means the defaults.' }),
      }),
    ),
    write_off: z.boolean().meta({ description: 'True: a small difference would be written off.' }),
    rule_id: recordId.nullable(),
    entry: EntryPreview.nullable().meta({ description: 'The entry it would post now; null if it cannot be posted.' }),
    problems: Reasons.meta({ description: 'Why it cannot be posted at present.' }),
  })
  .meta({ id: 'BankSuggestion' });

const MOST_CHOSEN = 5_000;

const AutoMatch = z
  .object({
    matched: z.int().meta({ description: 'Transactions that were booked, or would be in a dry run.' }),
    proposed: z.int().meta({ description: 'Transactions with an uncertain suggestion.' }),
    skipped: z.int().meta({ description: 'Transactions without a suggestion.' }),
    is_complete: z
      .boolean()
      .meta({ description: 'False if there are more transactions than one call handles; request the next ones.' }),
    next_after: recordId.nullable().meta({ description: 'The `after` of the next call; null at the end.' }),
    dry_run: z.boolean(),
    threshold: z.number().meta({ description: 'Minimum score for booking.' }),
    results: z
      .array(
        z.object({
          transaction_id: recordId,
          status: z.enum(['matched', 'proposed', 'skipped']),
          score: z.number().meta({ description: 'From 0 to 1: how sure the best proposal is.' }),
          entry_id: recordId.nullable(),
          reasons: Reasons.meta({ description: 'Reasons in plain text, including what prevents booking.' }),
        }),
      )
      .meta({ description: 'Every examined transaction, ordered by id.' }),
  })
  .meta({ id: 'BankAutoMatch' });

export const suggestionRoutes = [
  route({
    ...common,
    method: 'get',
    path: '/v1/companies/{company}/bank-transactions/{id}/suggestions',
    summary: 'Suggest matches for a transaction, most likely first, with score, reasons and the resulting entry',
    ability: 'read',
    role: 'any',
    showsNow: 'it prepares a current decision',
    params: z.object({ id: id() }),
    example: createExampleTransaction,
    replies: { 200: z.object({ data: z.array(BankSuggestion) }) },
    async handle({ params, services, company, language }) {
      const found = await suggestMatches(services, company.id, params.id);
      if (isRefusal(found)) return found;
      return ok({ data: found.suggested.map((one) => presentSuggestion(one, found.file, language)) });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/bank-transactions/auto-match',
    summary: 'Book all or some transactions with a certain match, and list suggestions for the others',
    ability: 'write',
    role: 'encoder',
    heavy: 'always',
    body: z.object({
      transaction_ids: list(id(), { min: 1, max: MOST_CHOSEN })
        .nullish()
        .meta({ description: 'Only these transactions; if absent, all that wait for booking.' }),
      after: id().nullish().meta({
        description: 'Only transactions after this id: `next_after` of the previous call.',
      }),
      threshold: number({ min: 0, max: 1 }).nullish().meta({
        description: 'Minimum score for booking. Anything below certainty (0.95) is only ever suggested.',
      }),
      dry_run: bool().nullish(),
    }),
    example: { body: { dry_run: true } },
    replies: { 200: AutoMatch },
    dryRun: { reply: AutoMatch },
    errorCodes: ['period_locked'],
    async handle({ body, services, company, language, write }) {
      const threshold = Math.max(body.threshold ?? CERTAIN, CERTAIN);
      const ids = body.transaction_ids ? [...new Set(body.transaction_ids)] : null;
      const asked = { ids, after: body.after ?? null, threshold };
      const report = await matchAutomatically(services, company.id, asked, write);
      if (isRefusal(report)) return report;
      const countByStatus = (status: Result['status']) => report.results.filter((one) => one.status === status).length;
      return ok(
        {
          matched: countByStatus('matched'),
          proposed: countByStatus('proposed'),
          skipped: countByStatus('skipped'),
          is_complete: report.nextAfter === null,
          next_after: report.nextAfter,
          dry_run: body.dry_run ?? false,
          threshold,
          results: report.results.map((one) => ({ ...one, reasons: presentReasons(one.reasons, language) })),
        },
        { recorded: report.isRecorded },
      );
    },
  }),
];

const presentReasons = (reasons: readonly Reason[], language: Language) =>
  reasons.map(({ code, params }) => ({
    code,
    message: isMessageKey(code) ? translate(code, language, params) : code,
  }));

function presentSuggestion({ suggestion, entry }: Suggested, file: CompanyFile, language: Language) {
  const { score, kind, reasons, items, lines, write_off, rule_id } = suggestion;
  return {
    score,
    is_certain: score >= CERTAIN,
    kind,
    reasons: presentReasons(reasons, language),
    items: items.map(({ line, amount, currency_amount = null, reopen }) => ({
      line_id: line.line_id,
      entry_id: line.entry_id,
      reference: line.references[0] ?? null,
      due_date: line.due_date,
      open_amount: line.open,
      currency: line.currency ?? null,
      amount,
      currency_amount,
      reopen,
    })),
    lines: lines.map(({ account, account_id, amount, label, vat_code, third_party_id, analytics }) => ({
      account,
      account_id,
      amount,
      label,
      vat_code,
      third_party_id,
      analytics: analytics?.map(({ code_id, code, share }) => ({ code_id, code, share })) ?? null,
    })),
    write_off,
    rule_id: rule_id ?? null,
    entry: isRefusal(entry) ? null : presentPreview({ entry, file }, language),
    problems: isRefusal(entry) ? presentReasons(entry.problems, language) : [],
  };
}
