import type pg from 'pg';
import { ublOf } from '../../domain/documents/ubl.ts';
import { writeUbl } from '../../domain/e-invoicing/index.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { correspondenceOf, documentParty } from './parties.ts';

/** A document that was sold as the network takes it, whatever the rules have to say of it. */
export async function outgoingUbl(
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<{ readonly name: string; readonly content: Buffer } | Refusal> {
  const found = await correspondenceOf(pool, companyId, documentId);
  if (!found) return refuse('not_found');
  const { document, vatCodes, bank, language, thirdParty, company } = found;
  const seller = documentParty({ ...company, peppol_identifier: null });
  const buyer = documentParty(thirdParty);
  const ubl = ublOf({ document, seller, buyer, vatCodes, bank, language, currency: company.currency });
  if (isRefusal(ubl)) return ubl;
  return { name: document.number ?? String(document.id), content: Buffer.from(writeUbl(ubl)) };
}
