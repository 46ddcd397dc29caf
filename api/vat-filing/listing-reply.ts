import { Readable } from 'node:stream';
import { z } from 'zod';
import { LANGUAGES } from '../../domain/language.ts';
import { invalid, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { MOST_CLIENTS } from '../../domain/vat-filing/listings.ts';
import { xmlLines, type LongXml } from '../../domain/xml.ts';
import type { TableDocument } from '../exports/document.ts';
import { exportReply, FILE_TYPES, tooLarge } from '../exports/reply.ts';
import { choice } from '../http/input/fields.ts';
import type { Reply } from '../http/reply/reply.ts';
import { XML_TYPE, xmlReply } from './return-files.ts';

/** What listings and slips can be had as. XML and CSV are sent as they are written, and take any number of rows. */

const FORMATS = ['JSON', 'XML', 'PDF', 'CSV'] as const;
export type ListingFormat = (typeof FORMATS)[number];

export const LISTING_TYPES = [XML_TYPE, FILE_TYPES.PDF, FILE_TYPES.CSV];

/** Spread into the query of each. */
export const listingQuery = {
  format: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), choice(FORMATS))
    .optional()
    .transform((format): ListingFormat => format ?? 'JSON')
    .meta({
      type: 'string',
      enum: [...FORMATS],
      default: 'JSON',
      description: 'Form of the answer: JSON or a file; in capitals or not.',
    }),
  lang: choice(LANGUAGES)
    .optional()
    .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the document.' }),
};

export interface Listed {
  readonly rows: number;
  readonly document: () => TableDocument | Promise<TableDocument>;
  readonly json: () => unknown;
  /** Problems are those that the administration would refuse the file for. */
  readonly xml: (problems: Problem[]) => { readonly name: string; readonly content: LongXml | string } | Refusal;
}

export async function listingReply(format: ListingFormat, listed: Listed): Promise<Reply | Refusal> {
  if (listed.rows > MOST_CLIENTS)
    return refuse('export_too_large', { field: 'format', params: { rows: listed.rows, max: MOST_CLIENTS } });
  if (format === 'XML') return xmlOf(listed);
  const refused = tooLarge(format, listed.rows);
  if (refused) return refused;
  return exportReply(format, await listed.document(), () => Promise.resolve(listed.json()));
}

function xmlOf({ xml }: Listed): Reply | Refusal {
  const problems: Problem[] = [];
  const file = xml(problems);
  if ('refused' in file) return file;
  if (problems.length > 0) return invalid(problems.slice(0, MOST_PROBLEMS));
  const { name, content } = file;
  return xmlReply(
    typeof content === 'string' ? content : Readable.from(inPieces(content), { objectMode: false }),
    name,
  );
}

/** Nobody reads more of them at once. */
const MOST_PROBLEMS = 50;
const CHARACTERS_AT_ONCE = 64 * 1024;

function* inPieces(content: LongXml): Generator<string> {
  let piece = '';
  for (const line of xmlLines(content)) {
    piece += line;
    if (piece.length < CHARACTERS_AT_ONCE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
