import { findImagesToJoin } from '../../domain/document-imports/image-pages.ts';
import { MAX_JOINED } from '../../domain/document-imports/pages.ts';
import { listBatchImages } from '../../projections/document-imports/queries.ts';
import { createSystemContext } from '../support/context.ts';
import { joinImports, type RequestedJoin } from './join.ts';
import type { PagesToolbox } from './page-files.ts';

/**
 * Joins images that are pages of one document, once all images that arrived together were read. What cannot be joined
 * stays as it is.
 */
export async function joinImages(
  toolbox: PagesToolbox,
  companyId: number,
  batchId: string,
  asked: Omit<RequestedJoin, 'importIds'>,
): Promise<void> {
  const images = await listBatchImages(toolbox.pool, companyId, batchId, MAX_JOINED);
  if (images.length < 2 || images.some(({ status }) => status === 'queued')) return;
  // A user undid that some were joined.
  const found = findImagesToJoin(
    images.filter(({ is_whole }) => is_whole !== true).map(({ id, sheet, page_of: pageOf }) => ({ id, sheet, pageOf })),
  );
  for (const importIds of found)
    await joinImports(toolbox, companyId, { ...asked, importIds, isAutomatic: true }, createSystemContext('analysis'));
}
