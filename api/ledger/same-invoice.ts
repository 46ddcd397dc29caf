import type { Language } from '../../domain/language.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isSameDocument } from '../../domain/ledger/same-invoice.ts';
import { sameReferences } from '../../projections/ledger/same-references.ts';
import type { Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';

/** Looked for once the entries are in the books: of two that come at the same moment, the later one sees the other. */
export async function sameInvoiceWarnings(
  { pool }: Pick<Services, 'pool'>,
  companyId: number,
  entries: readonly PostedEntry[],
  language: Language,
): Promise<(entry: PostedEntry) => readonly Warning[]> {
  const documents = entries.filter(({ origin }) => origin === 'invoice' || origin === 'credit_note');
  const same = await sameReferences(pool, companyId, documents);
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

/** Whoever posted it a hundred times learns enough from the first of them. */
const MOST_WARNINGS = 5;
