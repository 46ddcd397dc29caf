import { isPlaceholderId } from '../../commands/support/rehearsal.ts';
import type { Language } from '../../domain/language.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isSameDocument, normaliseReference, type SameReference } from '../../domain/ledger/same-invoice.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import { formatEntryReference } from '../../projections/ledger/search-text.ts';
import type { Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';
import type { Services } from '../services.ts';

/**
 * Checked after posting: of two documents posted at the same moment, the later one sees the other. The documents of a
 * preview are not in the tables, so that they are compared with each other here.
 */
export async function createDuplicateWarnings(
  { pool }: Pick<Services, 'pool'>,
  companyId: number,
  entries: readonly PostedEntry[],
  { language, isPreview = false }: { readonly language: Language; readonly isPreview?: boolean },
): Promise<(entry: PostedEntry) => readonly Warning[]> {
  const documents = entries.filter(({ origin }) => origin === 'invoice' || origin === 'credit_note');
  const same = await createSameReferenceLookup(pool, companyId, documents);
  const unposted = isPreview ? documents : [];
  return (entry) =>
    [...same(entry), ...unposted.filter((other) => hasSameReference(entry, other)).map(toSameReference)]
      .filter((other) => other.id !== entry.id && isSameDocument(entry, other))
      .slice(0, MOST_WARNINGS)
      .map(({ id, called }) => ({
        code: 'invoice_already_posted',
        message: translate('invoice_already_posted', language, { entry: called }),
        field: 'reference',
        ...(id > 0 && !isPlaceholderId(id) && { entry_id: id }),
      }));
}

const hasSameReference = (entry: PostedEntry, other: PostedEntry): boolean =>
  entry.third_party_id === other.third_party_id &&
  entry.reference !== null &&
  other.reference !== null &&
  normaliseReference(entry.reference) === normaliseReference(other.reference);

const toSameReference = ({ id, origin, entry_date, total, ...entry }: PostedEntry): SameReference => ({
  id,
  origin,
  entry_date,
  total,
  called: formatEntryReference(entry.journal_code, entry.fiscal_year_code, entry.number),
});

/** A few warnings are enough, however many duplicates there are. */
const MOST_WARNINGS = 5;
