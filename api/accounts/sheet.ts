import { accounts } from '../../domain/accounts/account.ts';
import { createRecordSheet } from '../records/import/sheet.ts';

export const accountSheet = createRecordSheet(accounts, { title: 'accounts', help: { type: 'account_type' } });
