import type pg from 'pg';
import { refuseMissing } from '../../domain/documents/issuing.ts';
import { chooseMentions } from '../../domain/documents/mentions.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { findCorrespondence } from './parties.ts';

/** Refuses a document that lacks what the law requires; null if nothing is missing, or it does not exist. */
export async function findMissingRefusal(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<Refusal | null> {
  const found = await findCorrespondence(pool, companyId, documentId);
  const missing = found?.invoice ? chooseMentions(found.invoice).missing : [];
  return missing.length > 0 ? refuseMissing(missing) : null;
}
