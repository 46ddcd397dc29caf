import { element, writeElement, type XmlNode } from '../../domain/xml.ts';

/**
 * A PDF that is also an electronic invoice (Factur-X): PDF/A-3, level B, with the invoice as an attached file and metadata
 * that says so. The library adds the colour profile and the mark of the standard.
 */
export interface HybridInvoice {
  readonly fileName: string;
  /** Text of the structured invoice. */
  readonly xml: string;
  readonly profile: string;
}

export const ARCHIVE_STANDARD = 'PDF/A-3b';

export interface PdfInfo {
  readonly title: string;
  readonly author: string;
  readonly day: Date;
}

const MAKER = 'Grandlivre';

/** Properties of the file, as the library lists them. */
export const buildInfo = ({ title, author, day }: PdfInfo): PDFKit.DocumentInfo => ({
  Title: title,
  Author: author,
  Creator: MAKER,
  Producer: MAKER,
  CreationDate: day,
  ModDate: day,
});

/** Makes the library describe the file by our own metadata: its own leaves `&` and `<` as they are. */
export function describeFile(pdf: PDFKit.PDFDocument, info: PdfInfo, invoice: HybridInvoice | undefined): void {
  const nodes = [...buildDescriptions(info), ...(invoice ? buildInvoiceDescriptions(invoice) : [])];
  const text = nodes.map((node) => writeElement(node, '  ')).join('');
  // Not part of the types: the step that writes the properties as metadata.
  Object.assign(pdf, { _addInfo: () => pdf.appendXML(`\n${text}`) });
}

function buildDescriptions({ title, author, day }: PdfInfo): XmlNode[] {
  const written = `${day.toISOString().slice(0, 19)}Z`;
  return [
    buildDescription({ 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' }, [
      element('dc:title', [element('rdf:Alt', [element('rdf:li', title, { 'xml:lang': 'x-default' })])]),
      element('dc:creator', [element('rdf:Seq', [element('rdf:li', author)])]),
    ]),
    buildDescription({ 'xmlns:xmp': 'http://ns.adobe.com/xap/1.0/' }, [
      element('xmp:CreatorTool', MAKER),
      element('xmp:CreateDate', written),
      element('xmp:ModifyDate', written),
    ]),
    buildDescription({ 'xmlns:pdf': 'http://ns.adobe.com/pdf/1.3/' }, [element('pdf:Producer', MAKER)]),
  ];
}

const buildDescription = (namespaces: Readonly<Record<string, string>>, content: readonly XmlNode[]): XmlNode =>
  element('rdf:Description', content, { 'rdf:about': '', ...namespaces });

const INVOICE_NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** Metadata outside the standard must be described in the file itself. */
const PROPERTIES = [
  ['DocumentFileName', 'Name of the attached file that is the invoice'],
  ['DocumentType', 'Kind of the document'],
  ['Version', 'Version of the standard that the attached file follows'],
  ['ConformanceLevel', 'Profile of the standard that the attached file follows'],
] as const;

function buildInvoiceDescriptions({ fileName, profile }: HybridInvoice): XmlNode[] {
  const values = { DocumentFileName: fileName, DocumentType: 'INVOICE', Version: '1.0', ConformanceLevel: profile };
  const buildProperty = ([name, description]: (typeof PROPERTIES)[number]): XmlNode =>
    element(
      'rdf:li',
      [
        element('pdfaProperty:name', name),
        element('pdfaProperty:valueType', 'Text'),
        element('pdfaProperty:category', 'external'),
        element('pdfaProperty:description', description),
      ],
      { 'rdf:parseType': 'Resource' },
    );
  const schema = element(
    'rdf:li',
    [
      element('pdfaSchema:schema', 'Factur-X'),
      element('pdfaSchema:namespaceURI', INVOICE_NAMESPACE),
      element('pdfaSchema:prefix', 'fx'),
      element('pdfaSchema:property', [element('rdf:Seq', PROPERTIES.map(buildProperty))]),
    ],
    { 'rdf:parseType': 'Resource' },
  );
  const extension = 'http://www.aiim.org/pdfa/ns/';
  return [
    buildDescription(
      {
        'xmlns:pdfaExtension': `${extension}extension/`,
        'xmlns:pdfaSchema': `${extension}schema#`,
        'xmlns:pdfaProperty': `${extension}property#`,
      },
      [element('pdfaExtension:schemas', [element('rdf:Bag', [schema])])],
    ),
    buildDescription(
      { 'xmlns:fx': INVOICE_NAMESPACE },
      PROPERTIES.map(([name]) => element(`fx:${name}`, values[name])),
    ),
  ];
}

/** Attaches the invoice as another form of what the pages show. */
export function attachInvoice(pdf: PDFKit.PDFDocument, { fileName, xml }: HybridInvoice, day: Date): void {
  const options = {
    name: fileName,
    type: 'text/xml',
    description: 'Factur-X',
    creationDate: day,
    modifiedDate: day,
    relationship: 'Alternative',
  };
  pdf.file(Buffer.from(xml), options);
}

/** JPEG files for printing presses have four colours, for which an archived file would need another profile. */
export function isArchivable(image: Uint8Array): boolean {
  const { length } = image;
  if (image[0] !== 0xff || image[1] !== 0xd8) return true;
  for (let place = 2; place + 9 < length;) {
    if (image[place] !== 0xff) return false;
    const marker = image[place + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return image[place + 9] !== 4;
    place += 2 + image[place + 2]! * 256 + image[place + 3]!;
  }
  return false;
}
