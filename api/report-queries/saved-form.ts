import { z } from 'zod';
import type { Json } from '../../domain/json.ts';
import { MOST_VALUES } from '../../domain/report-queries/query.ts';
import { declareShape } from '../http/input/declared-shape.ts';

/** The query of a saved one: an object with the names of the URL. A list may also be written with commas. */

const list = z.union([z.string(), z.array(z.string()).max(MOST_VALUES)]);

const SavedQuery = z.object({
  measures: list.meta({ description: 'As in a query: debit, credit, balance, count.' }),
  by: list.meta({ description: 'How the amounts are split.' }),
  accounts: list.optional().meta({ description: 'First digits of account numbers, or ranges.' }),
  journals: list.optional().meta({ description: 'Codes or ids of journals.' }),
  third_parties: list.optional().meta({ description: 'Codes or ids of third parties.' }),
  analytics: list.optional().meta({ description: 'Analytic codes or their ids.' }),
  vat_codes: list.optional().meta({ description: 'VAT codes or their ids.' }),
  from: z.string().optional().meta({ description: 'First day.' }),
  to: z.string().optional().meta({ description: 'Last day.' }),
  as_of: z.string().optional().meta({ description: 'Day of the balances.' }),
  compare: z.string().optional().meta({ description: 'Comparison: `year`, `period` or `budget:<id>`.' }),
  sort: list.optional().meta({ description: 'Columns to sort by.' }),
  limit: z.int().optional().meta({ description: 'Maximum number of rows.' }),
});

export const SavedQueryAnswer = SavedQuery.meta({
  id: 'SavedReportQuery',
  description: 'The query as it was saved.',
});

const { $schema: _dialect, ...documented } = z.toJSONSchema(SavedQuery, { io: 'input' });

/** The decider checks the names and values, as it does for a query in a URL. */
export const savedQueryInput = declareShape(
  z
    .unknown()
    .transform((given, context): Json => {
      if (given !== null && typeof given === 'object' && !Array.isArray(given)) return given as Json;
      const key = given === undefined || given === null ? 'required' : 'not_an_object';
      context.issues.push({ code: 'custom', input: given, params: { key } });
      return z.NEVER;
    })
    .meta({ ...documented, description: 'A query with the names of `reports/query`; lists as arrays or with commas.' }),
  SavedQuery,
);

export const presentSavedQuery = (stored: unknown): Json => stored as Json;
