import { z } from 'zod';
import { journals } from '../../domain/journals/journal.ts';
import { journalRules } from '../../domain/journals/rule.ts';
import { AccountReference } from '../accounts/account.ts';
import type { Scene } from '../http/routing/example.ts';
import { recordId } from '../http/reply/output.ts';
import { translateLabel } from '../records/present.ts';
import { createRecordApi } from '../records/record-api.ts';

export const journalRuleApi = createRecordApi(journalRules, {
  create: ({ next }) => ({ keyword: `word ${next()}` }),
  change: { label: 'Other' },
});

/** A rule as its journal shows it. */
const JournalRuleSummary = journalRuleApi.answer
  .omit({
    company_id: true,
    journal_id: true,
    lock_version: true,
    created_at: true,
    updated_at: true,
    deleted_at: true,
  })
  .meta({ id: 'JournalRuleSummary' });

interface ControlAccount {
  readonly id: number;
  readonly number: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>> | null;
}

/** A journal with its counts, its control account and its routing rules. */
const example = {
  create: ({ code }: Scene) => ({ code: code(), label: 'Odd', type: 'miscellaneous' }),
  change: { label: 'Other' },
};

export const journalApi = createRecordApi(journals, example, {
  shows: {
    last_number: z.int(),
    entries_count: z.int(),
    control_account: AccountReference.nullable(),
    deleted_by: recordId.nullable(),
    rules: z.array(JournalRuleSummary),
  },
  present(row, language) {
    const account = row['control_account'] as ControlAccount | null;
    return {
      last_number: row['last_number'],
      entries_count: row['entries_count'],
      control_account: account && {
        id: account.id,
        number: account.number,
        label: translateLabel(language, account.label, account.labels),
      },
      deleted_by: row['deleted_by'] ?? null,
      rules: row['rules'] ?? [],
    };
  },
});
