import { z } from 'zod';
import { bankRules } from '../../domain/bank-rules/rule.ts';
import { createRecordApi } from '../records/record-api.ts';
import { presentLines, RuleLines, type LineNames } from './parts.ts';

export const bankRuleApi = createRecordApi(
  bankRules,
  {
    create: ({ next }) => ({
      name: `Telephone ${next()}`,
      conditions: [
        { field: 'counterpart_name', operator: 'words', value: 'Proximus' },
        { field: 'direction', operator: 'equals', value: 'out' },
      ],
      lines: [{ account: '612200', share: '100.00', label: 'Telephone {date}' }],
    }),
    change: { name: 'Other', is_automatic: true, lines: [{ account: '612200', label: 'Telephone {date}' }] },
  },
  {
    shows: { lines: RuleLines, matched_count: z.int() },
    present: (row) => ({
      lines: presentLines(row['lines'], row['line_names'] as readonly LineNames[]),
      matched_count: row['matched_count'],
    }),
  },
);
