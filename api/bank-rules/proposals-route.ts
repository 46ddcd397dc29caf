import { z } from 'zod';
import type { AskedRule } from '../../domain/bank-rules/evaluate.ts';
import { proposedRules, type RuleProposal } from '../../domain/bank-rules/proposals.ts';
import { bankRules } from '../../domain/bank-rules/rule.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { Language } from '../../domain/language.ts';
import { recordsOf } from '../../domain/records/state.ts';
import { manualMatches } from '../../projections/bank-rules/manual-matches.ts';
import { decimalString, plainDate, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { accountNumber, vatCode } from './names.ts';
import { presentLines, RuleConditions, RuleLines } from './parts.ts';

const Proposal = z
  .object({
    rule: z
      .object({ name: z.string(), conditions: RuleConditions, lines: RuleLines })
      .meta({ description: 'As it can be sent to keep it.' }),
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
  summary: 'Rules that repeated matches by hand suggest, those of the most matches first',
  ability: 'read',
  role: 'any',
  demo: 'allowed',
  showsNow: 'What to do next follows from what is there now.',
  replies: { 200: z.object({ data: z.array(Proposal) }) },
  async handle({ services, company, language }) {
    const [matches, file] = await Promise.all([
      manualMatches(services.pool, company.id),
      services.commands.look('company', company.id),
    ]);
    const data = proposedRules(matches, livingRules(file)).map((one) => presentProposal(one, file, language));
    return ok({ data });
  },
});

function livingRules({ records }: CompanyFile): readonly AskedRule[] {
  const rules: AskedRule[] = [];
  for (const [id, { data, isTrashed }] of recordsOf(records, bankRules).byId.entries())
    if (!isTrashed) rules.push({ ...data, id });
  return rules;
}

function presentProposal(proposal: RuleProposal, file: CompanyFile, language: Language) {
  const { name, conditions, lines, count, last_date, ...rest } = proposal;
  const called = lines.map(({ account_id, vat_code_id }) => ({
    account: accountNumber(file, account_id),
    vat_code: vatCode(file, vat_code_id),
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
