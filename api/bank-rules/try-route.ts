import { z } from 'zod';
import { MOST_TRIED, tryRule, type TriedTransaction } from '../../commands/bank-rules/try-rule.ts';
import { TRANSACTION_STATUSES } from '../../domain/bank/transactions.ts';
import type { RuledLine } from '../../domain/bank-rules/evaluate.ts';
import { bankRules } from '../../domain/bank-rules/rule.ts';
import { TRIAL_OUTCOMES } from '../../domain/bank-rules/trial.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import { isNegative, negate } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { DefaultAnalytics } from '../analytics/shares.ts';
import { date, id, integer } from '../http/input/fields.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { pickGiven } from '../records/change.ts';
import { buildPatchBody } from '../records/schemas.ts';
import { findAccountNumber, findVatCode } from './names.ts';
import { bankRuleApi } from './rule.ts';

const PER_PAGE = 100;
const MOST_PER_PAGE = 500;

const RuledLines = z.array(
  z
    .object({
      account_id: recordId,
      account: z.string().nullable(),
      amount: decimalString,
      vat_code_id: recordId.nullable(),
      vat_code: z.string().nullable(),
      third_party_id: recordId.nullable(),
      label: z.string().nullable(),
      analytics: DefaultAnalytics.nullable(),
    })
    .meta({ id: 'RuledLine' }),
);

const Trial = z
  .object({
    data: z.array(
      z
        .object({
          transaction_id: recordId,
          would: z.enum(TRIAL_OUTCOMES),
          gives_way_to: recordId.nullable(),
          lines: RuledLines,
          entry_date: plainDate,
          amount: decimalString,
          counterpart_name: z.string().nullable(),
          communication: z.string().nullable(),
          status: z.enum(TRANSACTION_STATUSES),
          journal_entry_id: recordId.nullable(),
        })
        .meta({ id: 'TriedTransaction' }),
    ),
    count: z.int(),
    examined: z.int(),
    is_complete: z.boolean(),
    page: z.int().meta({ description: 'Page of transactions shown.' }),
    per_page: z.int(),
  })
  .meta({ id: 'BankRuleTrial' });

export const tryRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/bank-rules/try',
  area: 'bank',
  summary: 'Test a saved or unsaved rule on past transactions; nothing is recorded',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  heavy: 'always',
  body: z.object({
    rule_id: id().nullish(),
    rule: buildPatchBody(bankRules)
      .nullish()
      .meta({ description: 'A new rule or, together with `rule_id`, changed values of some of its fields.' }),
    from: date().nullish(),
    to: date().nullish(),
    page: integer({ min: 1, max: MOST_TRIED }).nullish().meta({ description: 'Page of transactions to show.' }),
    per_page: integer({ min: 1, max: MOST_PER_PAGE }).nullish(),
  }),
  example: (scene) => ({ body: { rule: bankRuleApi.example.create(scene) } }),
  replies: { 200: Trial },
  async handle({ body, services, company }) {
    const { rule_id, rule, from = null, to = null } = body;
    const [page, perPage] = [body.page ?? 1, body.per_page ?? PER_PAGE];
    const requested = { ruleId: rule_id ?? null, rule: pickGiven(rule ?? {}), from, to, page, perPage };
    const outcome = await tryRule(services, company.id, requested);
    if (isRefusal(outcome)) return outcome;
    const { tried, count, examined, isComplete, file } = outcome;
    const data = tried.map((one) => presentTrial(one, file));
    return ok({ data, count, examined, is_complete: isComplete, page, per_page: perPage });
  },
});

function presentTrial({ transaction, would, gives_way_to, lines }: TriedTransaction, file: CompanyFile) {
  const { id: transaction_id, entry_date, amount, counterpart_name, communication } = transaction;
  const { status, journal_entry_id } = transaction;
  const isOut = isNegative(amount);
  return {
    transaction_id,
    would,
    gives_way_to,
    lines: lines.map((line) => presentLine(line, isOut, file)),
    entry_date,
    amount,
    counterpart_name,
    communication,
    status,
    journal_entry_id,
  };
}

/** Amounts have the sign of the transaction, as in all matching. */
function presentLine(
  { account_id, amount, vat_code_id, third_party_id, label, analytics }: RuledLine,
  isOut: boolean,
  file: CompanyFile,
) {
  return {
    account_id,
    account: findAccountNumber(file, account_id),
    amount: isOut ? negate(amount) : amount,
    vat_code_id,
    vat_code: findVatCode(file, vat_code_id),
    third_party_id,
    label,
    analytics: analytics ? [...analytics] : null,
  };
}
