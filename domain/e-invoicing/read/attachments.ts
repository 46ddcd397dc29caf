import { elementAt, elementsAt, textAt, type XmlElement } from '../../xml.ts';
import { eInvoiceFormat } from './read.ts';
import { lineOf, MAX } from './values.ts';

/** A file inside a structured invoice. */
export interface EmbeddedFile {
  readonly name: string;
  readonly mimeType: string;
  /** Without white space. */
  readonly base64: string;
  readonly description: string | null;
}

/** Kinds that are kept, with the ending of their names. Whether the content is of that kind is for whoever stores it to see. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/csv': 'csv',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};

const MOST_FILES = 20;
/** Of base64, all files together. */
const MOST_CHARACTERS = 20 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** In the order of the document. What is no file, of no kind that is kept, or beyond the limits, is left out. */
export function readAttachments(root: XmlElement): readonly EmbeddedFile[] {
  const files: EmbeddedFile[] = [];
  let room = MOST_CHARACTERS;
  for (const reference of references(root)) {
    const file = fileOf(reference);
    if (file === null || file.base64.length > room) continue;
    room -= file.base64.length;
    files.push(file);
    if (files.length === MOST_FILES) break;
  }
  return files;
}

/** The picture of the invoice as people read it: the first PDF. */
export const primaryAttachment = (files: readonly EmbeddedFile[]): EmbeddedFile | null =>
  files.find(({ mimeType }) => mimeType === 'application/pdf') ?? null;

function references(root: XmlElement): readonly XmlElement[] {
  switch (eInvoiceFormat(root)) {
    case 'ubl':
      return elementsAt(root, 'AdditionalDocumentReference');
    case 'cii':
      return elementsAt(
        root,
        'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/AdditionalReferencedDocument',
      );
    default:
      return [];
  }
}

function fileOf(reference: XmlElement): EmbeddedFile | null {
  const content =
    elementAt(reference, 'Attachment/EmbeddedDocumentBinaryObject') ?? elementAt(reference, 'AttachmentBinaryObject');
  if (content === undefined || content.text.length > 2 * MOST_CHARACTERS) return null;
  const mimeType = (content.attributes['mimeCode'] ?? '').toLowerCase();
  const ending = Object.hasOwn(ENDINGS, mimeType) ? ENDINGS[mimeType]! : null;
  const base64 = content.text.replace(/\s+/g, '');
  if (ending === null || base64.length % 4 !== 0 || !BASE64.test(base64)) return null;
  const id = textAt(reference, 'ID') ?? textAt(reference, 'IssuerAssignedID');
  return {
    name: fileName(content.attributes['filename'] ?? null, ending) ?? fileName(id, ending) ?? `document.${ending}`,
    mimeType,
    base64,
    description: lineOf(textAt(reference, 'DocumentDescription') ?? textAt(reference, 'Name'), MAX.name),
  };
}

/** The last part of what may be a path, with the ending that its kind asks for. */
function fileName(written: string | null, ending: string): string | null {
  const last = lineOf(written, MAX.name)
    ?.replace(/^.*[/\\]/, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^\.+/, '');
  if (last === undefined || last === '') return null;
  return last.toLowerCase().endsWith(`.${ending}`) || (ending === 'jpg' && /\.jpeg$/i.test(last))
    ? last
    : `${last}.${ending}`;
}
