import type { Language } from '../../domain/language.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { TableDocument } from '../exports/document.ts';
import { companyParty, logoOf, thirdPartyParty } from '../third-parties/statement-parties.ts';
import type { Correspondence } from './parties.ts';
import { printedDocument } from './printed.ts';

/** A document on paper, with both sides and the logo of whoever sells. */
export async function printedCorrespondence(
  { document, vatCodes, bank, thirdParty, company }: Correspondence,
  language: Language,
  files: FileStore,
): Promise<TableDocument> {
  const own = companyParty(company, language).party;
  const other = thirdPartyParty(thirdParty, company, language).party;
  const isSale = document.direction === 'sale';
  return printedDocument({
    ...{ document, vatCodes, language, country: company.country_pack },
    sender: isSale ? { ...own, logo: await logoOf(company, files) } : { ...other, logo: null },
    recipient: isSale ? other : own,
    bank: isSale ? bank : null,
  });
}
