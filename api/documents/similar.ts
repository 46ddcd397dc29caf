import type { z } from 'zod';
import { findSimilarDocuments } from '../../projections/documents/similar.ts';
import type { Warning } from '../http/reply/warnings.ts';
import { translate } from '../i18n/translate.ts';
import type { Document } from './document.ts';
import type { RouteRequest } from '../http/routing/route.ts';

/** Checked after saving: of two documents saved at the same time, the later one sees the other. */
export async function findSimilarityWarnings(
  { services, company, language }: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  document: z.output<typeof Document>,
): Promise<readonly Warning[]> {
  const { id, third_party, amount_gross, document_date } = document;
  const similar = await findSimilarDocuments(
    services.pool,
    company.id,
    { third_party_id: third_party.id, amount_gross, document_date: document_date.slice(0, 10) },
    id,
  );
  return similar.map((other) => ({
    code: 'document_similar',
    message: translate('document_similar', language, {
      number: other.number ?? `#${other.id}`,
      date: other.document_date,
    }),
    field: 'amount_gross',
    document_id: other.id,
  }));
}
