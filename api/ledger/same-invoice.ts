import type { Language } from '../../domain/language.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isSameDocument } from '../../domain/ledger/same-invoice.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import type { Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';

/** Checked after posting: of two documents posted at the same moment, the later one sees the other. */
export async function createDuplicateWarnings(
  { pool }: Pick<Services, 'pool'>,
  companyId: number,
  entries: readonly PostedEntry[],
  language: Language,
): Promise<(entry: PostedEntry) => readonly Warning[]> {
  const documents = entries.filter(({ origin }) => origin === 'invoice' || origin === 'credit_note');
  const same = await createSameReferenceLookup(pool, companyId, documents);
  return (entry) =>
    same(entry)
      .filter((other) => other.id !== entry.id && isSameDocument(entry, other))
      .slice(0, MOST_WARNINGS)
      .map(({ id, called }) => ({
        code: 'invoice_already_posted',
        message: translate('invoice_already_posted', language, { entry: called }),
        field: 'reference',
        entry_id: id,
      }));
}

/** A few warnings are enough, however many duplicates there are. */
const MOST_WARNINGS = 5;
