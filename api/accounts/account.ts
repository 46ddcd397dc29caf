import { z } from 'zod';
import { accounts } from '../../domain/accounts/account.ts';
import { recordId } from '../http/reply/output.ts';
import { createRecordApi } from '../records/record-api.ts';

export const accountApi = createRecordApi(accounts, {
  create: ({ next }) => ({ number: String(619_000_000 + next()), label: 'Sundry', type: 'expense' }),
  change: { label: 'Other' },
});

/** An account as referenced by other records. */
export const AccountReference = z
  .object({ id: recordId, number: z.string(), label: z.string() })
  .meta({ id: 'AccountReference' });
