import { Readable } from 'node:stream';
import { z } from 'zod';
import { LANGUAGES } from '../../domain/language.ts';
import { refuseInvalid, refuse, type Checked, type Refusal } from '../../domain/refusal.ts';
import { MOST_CLIENTS } from '../../domain/vat-filing/listings.ts';
import { writeXmlLines, type LongXml } from '../../domain/xml.ts';
import type { TableDocument } from '../exports/document.ts';
import { replyWithExport, FILE_TYPES, refuseTooLarge } from '../exports/reply.ts';
import { choice } from '../http/input/fields.ts';
import type { Reply } from '../http/reply/reply.ts';
import { XML_TYPE, buildXmlReply } from './return-files.ts';

/** Output formats of listings and slips. XML and CSV are streamed and have no row limit. */

const FORMATS = ['JSON', 'XML', 'PDF', 'CSV'] as const;
export type ListingFormat = (typeof FORMATS)[number];

export const LISTING_TYPES = [XML_TYPE, FILE_TYPES.PDF, FILE_TYPES.CSV];

/** Spread into the query of each listing. */
export const listingQuery = {
  format: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), choice(FORMATS))
    .optional()
    .transform((format): ListingFormat => format ?? 'JSON')
    .meta({
      type: 'string',
      enum: [...FORMATS],
      default: 'JSON',
      description: 'Format of the answer: JSON or a file; upper or lower case.',
    }),
  lang: choice(LANGUAGES)
    .optional()
    .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the document.' }),
};

export interface Listed {
  readonly rows: number;
  readonly document: () => TableDocument | Promise<TableDocument>;
  readonly json: () => unknown;
  /** With the problems for which the administration would refuse the file. */
  readonly xml: () => Checked<ListingFile> | Refusal | Promise<Checked<ListingFile> | Refusal>;
}

export interface ListingFile {
  readonly name: string;
  readonly content: LongXml | string;
}

export async function respondWithListing(format: ListingFormat, listed: Listed): Promise<Reply | Refusal> {
  if (listed.rows > MOST_CLIENTS)
    return refuse('export_too_large', { field: 'format', params: { rows: listed.rows, max: MOST_CLIENTS } });
  if (format === 'XML') return respondWithXml(listed);
  const refused = refuseTooLarge(format, listed.rows);
  if (refused) return refused;
  return replyWithExport(format, await listed.document(), () => Promise.resolve(listed.json()));
}

async function respondWithXml({ xml }: Listed): Promise<Reply | Refusal> {
  const file = await xml();
  if ('refused' in file) return file;
  if (file.problems.length > 0) return refuseInvalid(file.problems.slice(0, MOST_PROBLEMS));
  const { name, content } = file.value;
  return buildXmlReply(
    typeof content === 'string' ? content : Readable.from(joinLines(content), { objectMode: false }),
    name,
  );
}

/** More than this is not useful at once. */
const MOST_PROBLEMS = 50;
const CHARACTERS_AT_ONCE = 64 * 1024;

function* joinLines(content: LongXml): Generator<string> {
  let piece = '';
  for (const line of writeXmlLines(content)) {
    piece += line;
    if (piece.length < CHARACTERS_AT_ONCE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
