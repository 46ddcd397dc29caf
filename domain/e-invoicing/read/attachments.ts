import { isDenseBase64 } from '../base64.ts';
import { findElement, listElements, findText, type XmlElement } from '../../xml.ts';
import { detectEInvoiceFormat } from './read.ts';
import { toSingleLine, MAX } from './values.ts';

/** A file embedded in a structured invoice. */
export interface EmbeddedFile {
  readonly name: string;
  readonly mimeType: string;
  /** Without white space. */
  readonly base64: string;
  readonly description: string | null;
}

/** Accepted media types with their file extension. The caller that stores the content checks that it matches. */
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
/** Base64 characters, all files together. */
const MOST_CHARACTERS = 20 * 1024 * 1024;

/** In document order. Invalid files, other media types, and files beyond the limits are skipped. */
export function readAttachments(root: XmlElement): readonly EmbeddedFile[] {
  const files: EmbeddedFile[] = [];
  let room = MOST_CHARACTERS;
  for (const reference of listReferences(root)) {
    const file = readFileReference(reference);
    if (file === null || file.base64.length > room) continue;
    room -= file.base64.length;
    files.push(file);
    if (files.length === MOST_FILES) break;
  }
  return files;
}

/** The readable form of the invoice: the first PDF. */
export const findPrimaryAttachment = (files: readonly EmbeddedFile[]): EmbeddedFile | null =>
  files.find(({ mimeType }) => mimeType === 'application/pdf') ?? null;

function listReferences(root: XmlElement): readonly XmlElement[] {
  switch (detectEInvoiceFormat(root)) {
    case 'ubl':
      return listElements(root, 'AdditionalDocumentReference');
    case 'cii':
      return listElements(
        root,
        'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/AdditionalReferencedDocument',
      );
    default:
      return [];
  }
}

function readFileReference(reference: XmlElement): EmbeddedFile | null {
  const content =
    findElement(reference, 'Attachment/EmbeddedDocumentBinaryObject') ??
    findElement(reference, 'AttachmentBinaryObject');
  if (content === undefined || content.text.length > 2 * MOST_CHARACTERS) return null;
  const mimeType = (content.attributes['mimeCode'] ?? '').toLowerCase();
  const ending = Object.hasOwn(ENDINGS, mimeType) ? ENDINGS[mimeType]! : null;
  const base64 = content.text.replace(/\s+/g, '');
  if (ending === null || base64 === '' || !isDenseBase64(base64)) return null;
  const id = findText(reference, 'ID') ?? findText(reference, 'IssuerAssignedID');
  return {
    name: toFileName(content.attributes['filename'] ?? null, ending) ?? toFileName(id, ending) ?? `document.${ending}`,
    mimeType,
    base64,
    description: toSingleLine(findText(reference, 'DocumentDescription') ?? findText(reference, 'Name'), MAX.name),
  };
}

/** Last part of a possible path, with the extension of its media type. */
function toFileName(written: string | null, ending: string): string | null {
  const last = toSingleLine(written, MAX.name)
    ?.replace(/^.*[/\\]/, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^\.+/, '');
  if (last === undefined || last === '') return null;
  return last.toLowerCase().endsWith(`.${ending}`) || (ending === 'jpg' && /\.jpeg$/i.test(last))
    ? last
    : `${last}.${ending}`;
}
