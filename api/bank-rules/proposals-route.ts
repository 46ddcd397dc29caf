import { z } from 'zod';
import type { AskedRule } from '../../domain/bank-rules/evaluate.ts';
import { proposeRules, type RuleProposal } from '../../domain/bank-rules/proposals.ts';
import { bankRules } from '../../domain/bank-rules/rule.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { Language } from '../../domain/language.ts';
import { getRecords } from '../../domain/records/state.ts';
import { listManualMatches } from '../../projections/bank-rules/manual-matches.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { findAccountNumber, findVatCode } from './names.ts';
import { presentLines, RuleConditions, RuleLines } from './parts.ts';

const Proposal = z
  .object({
    rule: z
      .object({ name: z.string(), conditions: RuleConditions, lines: RuleLines })
      .meta({ description: 'Can be posted unchanged to create the rule.' }),
    explanation: z.string(),
    count: z.int(),
    amount_min: decimalString,
    amount_max: decimalString,
    last_date: plainDate,
    transaction_ids: z.array(recordId),
  })
  .meta({ id: 'BankRuleProposal' });

export const proposalsRoute = route({
  method: 'get',
  path: '/v1/companies/{company}/bank-rules/proposals',
  area: 'bank',
  summary: 'Rules suggested by repeated manual matches, most frequent first',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  showsNow: 'Suggestions follow from the current data.',
  replies: { 200: z.object({ data: z.array(Proposal) }) },
  async handle({ services, company, language }) {
    const [matches, file] = await Promise.all([
      listManualMatches(services.pool, company.id),
      services.commands.loadState('company', company.id),
    ]);
    const data = proposeRules(matches, listActiveRules(file)).map((one) => presentProposal(one, file, language));
    return ok({ data });
  },
});

function listActiveRules({ records }: CompanyFile): readonly AskedRule[] {
  const rules: AskedRule[] = [];
  for (const [id, { data, isTrashed }] of getRecords(records, bankRules).byId.entries())
    if (!isTrashed) rules.push({ ...data, id });
  return rules;
}

function presentProposal(proposal: RuleProposal, file: CompanyFile, language: Language) {
  const { name, conditions, lines, count, last_date, ...rest } = proposal;
  const called = lines.map(({ account_id, vat_code_id }) => ({
    account: findAccountNumber(file, account_id),
    vat_code: findVatCode(file, vat_code_id),
  }));
  const accounts = called.map(({ account }) => account ?? '').join(', ');
  return {
    rule: { name, conditions, lines: presentLines(lines, called) },
    explanation: translate('bank_rule_proposed', language, { name, count, accounts, date: last_date }),
    count,
    last_date,
    ...rest,
  };
}
