import { z } from 'zod';
import { accounts } from '../../domain/accounts/account.ts';
import { journalRules } from '../../domain/journals/rule.ts';
import { journals } from '../../domain/journals/journal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { recordId } from '../http/output.ts';
import { recordAnswer } from './schemas.ts';

export const AccountReference = z
  .object({ id: recordId, number: z.string(), label: z.string() })
  .meta({ id: 'AccountReference' });

const JournalRule = recordAnswer(journalRules);
/** A rule as its journal shows it. */
const JournalRuleSummary = JournalRule.omit({
  company_id: true,
  journal_id: true,
  lock_version: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
}).meta({ id: 'JournalRuleSummary' });

/** The answer of each resource; some show more than their own fields. */
export const recordAnswers: Readonly<Record<string, z.ZodObject>> = {
  [accounts.name]: recordAnswer(accounts),
  [vatCodes.name]: recordAnswer(vatCodes),
  [journals.name]: recordAnswer(journals, {
    last_number: z.int(),
    entries_count: z.int(),
    control_account: AccountReference.nullable(),
    deleted_by: recordId.nullable(),
    rules: z.array(JournalRuleSummary),
  }),
  [journalRules.name]: JournalRule,
  [thirdParties.name]: recordAnswer(thirdParties),
};
