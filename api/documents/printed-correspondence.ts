import type { Language } from '../../domain/language.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { TableDocument } from '../exports/document.ts';
import { companyParty, logoOf, thirdPartyParty } from '../third-parties/statement-parties.ts';
import type { Correspondence } from './parties.ts';
import { printedDocument } from './printed.ts';

/** A document as a letter: from the company to its customer, or as the supplier would have written it. */
export async function printedCorrespondence(
  found: Correspondence,
  language: Language,
  files: FileStore,
): Promise<TableDocument> {
  const { document, vatCodes, bank, thirdParty } = found;
  const own = companyParty(found.company, language).party;
  const other = thirdPartyParty(thirdParty, found.company, language).party;
  const isSale = document.direction === 'sale';
  return printedDocument({
    ...{ document, vatCodes, language, country: found.company.country_pack },
    sender: isSale ? { ...own, logo: await logoOf(found.company, files) } : { ...other, logo: null },
    recipient: isSale ? other : own,
    bank: isSale ? bank : null,
  });
}
