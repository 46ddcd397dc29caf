import type { Language } from '../../domain/language.ts';
import type { FileStore } from '../../outside/files/index.ts';
import type { TableDocument } from '../exports/document.ts';
import { toCompanyParty, readLogo, toThirdPartyParty } from '../third-parties/statement-parties.ts';
import { listMentions, type Correspondence } from './parties.ts';
import { listPrintedTexts, NO_TEXTS } from './printed-texts.ts';
import { buildPrintedDocument } from './printed.ts';

/** Builds a document as a letter: from the company to its customer, or as the supplier would have written it. */
export async function buildPrintedCorrespondence(
  found: Correspondence,
  language: Language,
  files: FileStore,
): Promise<TableDocument> {
  const { document, vatCodes, bank, thirdParty } = found;
  const own = toCompanyParty(found.company, language).party;
  const other = toThirdPartyParty(thirdParty, found.company, language).party;
  const isSale = document.direction === 'sale';
  return buildPrintedDocument({
    document,
    vatCodes,
    language,
    country: found.company.country_pack,
    sender: isSale ? { ...own, logo: await readLogo(found.company, files) } : { ...other, logo: null },
    recipient: isSale ? other : own,
    bank: isSale ? bank : null,
    mentions: listMentions(found, language),
    texts: isSale ? listPrintedTexts(found, language) : NO_TEXTS,
  });
}
