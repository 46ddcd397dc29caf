import { readJournals } from '../journals.ts';
import table from './data/journals.json' with { type: 'json' };

export const journals = readJournals(table);
